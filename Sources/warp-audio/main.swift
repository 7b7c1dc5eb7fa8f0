import Audio
import Commands
import Tool
import Warp

ToolMain.run(AudioCommand.command) { arguments, output in
  if try AudioCommand.measure.choice(arguments) != nil { return try MeasureRun(arguments).run(writingTo: &output) }
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
