import Streams
import Tool
import Video
import Warp

ToolMain.run(VideoCommand.command) { arguments, _ throws(Failure) in
  do {
    try VideoRun(arguments).run()
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
    case VideoError.stream(let failure): self.init(failure)
    case VideoError.inexpressible: self.init(.usage, "\(error)")
    case let error as VideoError: self.init(.input, error.description)
    default: self.init(.inputOutput, "\(error)")
    }
  }
}
