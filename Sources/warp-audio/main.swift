import Audio
import Commands
import Tool

ToolMain.run(AudioCommand.command) { arguments, output in
  if let measurement = try AudioCommand.measure.choice(arguments) {
    return try MeasureRun(measurement, arguments).run(writingTo: &output)
  }
  if let reference = arguments.value(of: AudioCommand.align) {
    return try AlignRun(to: reference, arguments).run(writingTo: &output)
  }
  try AudioRun(arguments).run(Diagnostics(tool: AudioCommand.command.name).warning)
}

extension AudioError: FinalError {
  package var failure: Failure {
    switch self {
    case .stream(let failure): failure.failure
    case .undeclared: Failure(.usage, description)
    default: Failure(.input, description)
    }
  }
}
