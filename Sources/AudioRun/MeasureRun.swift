import Audio
import Commands
import Streams
import Tool
import Values

/// Prints a measurement of the sound. Retimes nothing.
package struct MeasureRun {
  private let measurement: Measurement
  private let options: AudioOptions

  init(_ measurement: Measurement, _ arguments: Arguments) throws {
    if let stray = Self.strays.first(where: arguments.contains) {
      throw Refusal.usage(
        "--\(stray.name) and --measure do not go together", advice: "leave one of the two out")
    }
    self.measurement = measurement
    options = try AudioOptions(arguments)
  }

  private static let strays = [AudioCommand.align, .memory] + AudioCommand.retimingOptions

  func run(writingTo output: inout FileSink) throws {
    try Terminal.current.refuseTypedInput(to: AudioCommand.command)
    let feed = try options.standardInput()
    var measurement = SoundMeasurement(self.measurement, of: feed, from: options.start ?? 0)
    try measurement.run(to: &output)
    try feed.skipRest()
    if let truncation = measurement.truncation { throw truncation }
  }
}
