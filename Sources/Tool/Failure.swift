import Streams

/// Why a tool stops: the status it exits with, and the clause that follows `error: `.
package struct Failure: Error, Equatable, Sendable {
  package let status: ExitStatus
  package let message: String

  package init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Every error that reaches the top, with its exit status.
  init(anything error: any Error) {
    self = (error as? any FinalError)?.failure ?? Failure(.inputOutput, "\(error)")
  }

  package init(_ failure: StreamFailure) { self = failure.failure }
}
