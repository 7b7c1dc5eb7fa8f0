import Audio
import Streams
import Tool
import Warp

ToolMain.run(AudioCommand.command) { arguments, _ throws(Failure) in
  do {
    try AudioRun(arguments).run(Diagnostics(tool: AudioCommand.command.name).warning)
  } catch {
    throw Failure(anything: error)
  }
}

extension Failure {
  /// Every error that reaches the top, with its exit status.
  fileprivate init(anything error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let failure as StreamFailure: self.init(failure)
    case let refusal as Refusal: self.init(refusal.kind == .usage ? .usage : .map, refusal.description)
    case AudioError.stream(let failure): self.init(failure)
    case AudioError.undeclared: self.init(.usage, "\(error)")
    case let error as AudioError: self.init(.input, error.description)
    default: self.init(.inputOutput, "\(error)")
    }
  }
}
