/// Why a tool stops: its exit status, and the clause after `error: ` on standard error.
package struct Failure: Error, Equatable, Sendable {
  package let status: ExitStatus
  package let message: String
  /// Whether another program has already reported the failure, so that the tool prints nothing.
  package let isReported: Bool

  package init(_ status: ExitStatus, _ message: String) {
    (self.status, self.message, isReported) = (status, message, false)
  }

  package init(reported status: ExitStatus) {
    (self.status, message, isReported) = (status, "", true)
  }

  /// Creates the failure for any error.
  package init(_ error: any Error) {
    self = error as? Failure ?? Failure(ExitStatus(after: error), "\(error)")
  }
}
