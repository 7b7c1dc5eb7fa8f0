import Streams

/// Converts ffmpeg's -progress to the content of --progress-file, by adding the total and the remaining time to each
/// block.
///
/// ffmpeg's own `progress=end` is dropped: `ProgressFile` writes this line when OUTPUT has its name.
package struct ProgressReport: Sendable {
  package static let end = "progress=end\n"

  /// A second of the result, in microseconds. The time of the first frames is that of starting the programs.
  private static let judged = 1_000_000

  /// The duration of the result, in microseconds.
  private let total: Int
  private let start: Double
  private var out: Int?
  private var lines = LineSplitter()
  /// The lines of an incomplete block.
  private var unfinished = ""

  /// - Parameter start: the start of the work, on the same clock as `take`.
  package init(total: Int, start: Double) {
    (self.total, self.start) = (total, start)
  }

  /// Takes a block of ffmpeg's report, and returns all complete blocks of the new report.
  package mutating func take(_ block: [UInt8], at now: Double) -> String {
    var text = ""
    for line in lines.take(block) {
      let line = String(decoding: line, as: UTF8.self)
      if line.hasPrefix("out_time_us=") { out = Int(line.dropFirst(12)) }
      guard line.hasPrefix("progress=") else {
        unfinished += line + "\n"
        continue
      }
      text += unfinished + "total_us=\(total)\neta_s=\(left(at: now))\n" + (line == "progress=end" ? "" : line + "\n")
      unfinished = ""
    }
    return text
  }

  /// The remaining time in whole seconds; `N/A` until a part of the result is made that the rest can be judged by.
  private func left(at now: Double) -> String {
    guard let out, out >= max(1, min(Self.judged, total / 100)) else { return "N/A" }
    let left = Double(max(0, total - out)) * (now - start) / Double(out)
    return "\(Int(min(left, 1e15)))"
  }
}
