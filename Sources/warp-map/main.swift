import Streams
import Tool
import Warp

ToolMain.run(MapCommand.command) { arguments, output throws(Failure) in
  do {
    try MapOutput(arguments).write(to: &output)
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
    default: self.init(.inputOutput, "\(error)")
    }
  }
}
