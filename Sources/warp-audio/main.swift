import Audio
import Tool
import Warp

ToolMain.run(AudioCommand.command) { arguments, _ in
  try AudioRun(arguments).run(Diagnostics(tool: AudioCommand.command.name).warning)
}

extension Refusal: FinalError {
  package var failure: Failure { Failure(kind == .usage ? .usage : .map, description) }
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
