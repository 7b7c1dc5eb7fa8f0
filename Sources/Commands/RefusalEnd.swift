import Tool
import Values

/// Gives a `Refusal` its exit status.
extension Refusal: FinalError {
  package var failure: Failure { Failure(kind == .usage ? .usage : .map, description) }
}
