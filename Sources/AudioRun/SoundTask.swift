import Commands
import Tool

/// What a command line of warp-audio asks for.
package enum SoundTask {
  case measure(MeasureRun)
  case align(AlignRun)
  case retime(SoundRetiming)

  package init(_ arguments: Arguments) throws {
    if let measurement = try AudioCommand.measure.choice(arguments) {
      self = .measure(try MeasureRun(measurement, arguments))
    } else if let reference = arguments.value(of: AudioCommand.align) {
      self = .align(try AlignRun(to: reference, arguments))
    } else {
      self = .retime(try SoundRetiming(arguments))
    }
  }

  package func run(writingTo output: inout FileSink) throws {
    switch self {
    case .measure(let run): try run.run(writingTo: &output)
    case .align(let run): try run.run(writingTo: &output)
    case .retime(let retiming): try retiming.run()
    }
  }
}
