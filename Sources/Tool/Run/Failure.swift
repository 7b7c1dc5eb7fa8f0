import Streams

/// Why a tool stops: the status it exits with, and the clause that follows `error: `.
package struct Failure: Error, Equatable, Sendable {
  package let status: ExitStatus
  package let message: String
  /// The tool whose words it is about, where that is another than the one that runs.
  package let tool: String?

  package init(_ status: ExitStatus, _ message: String, of tool: String? = nil) {
    self.status = status
    self.message = message
    self.tool = tool
  }

  /// Every error that reaches the top, as one about the words of another tool.
  package init(_ error: any Error, of tool: String) {
    let failure = Failure(anything: error)
    self.init(failure.status, failure.message, of: tool)
  }

  /// Every error that reaches the top, with its exit status.
  init(anything error: any Error) {
    self = (error as? any FinalError)?.failure ?? Failure(.inputOutput, "\(error)")
  }

  package init(_ failure: StreamFailure) { self = failure.failure }
}
