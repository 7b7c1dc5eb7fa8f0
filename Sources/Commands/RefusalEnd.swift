import Tool
import Warp

/// How a process ends because of a curve or an option that cannot be meant.
extension Refusal: FinalError {
  package var failure: Failure { Failure(kind == .usage ? .usage : .map, description) }
}
