import Streams

/// Why a tool stops: the status it exits with, and the clause that follows `error: `.
package struct Failure: Error, Equatable, Sendable {
  package let status: ExitStatus
  package let message: String

  package init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  package init(_ failure: StreamFailure) {
    switch failure {
    case .inputOutput: self.init(.inputOutput, failure.description)
    case .tooLong: self.init(.input, failure.description)
    }
  }
}
