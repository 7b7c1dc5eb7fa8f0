import Streams

/// Why a tool stops: its exit status, and the clause after `error: ` on standard error.
package struct Failure: Error, Equatable, Sendable {
  package let status: ExitStatus
  package let message: String
  /// Whether another program has already reported the failure, so that the tool prints nothing.
  package let isReported: Bool

  package init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
    isReported = false
  }

  package init(reported status: ExitStatus) {
    self.status = status
    message = ""
    isReported = true
  }

  /// Creates the failure for any error. An error that is not a `FinalError` counts as an input/output error.
  init(anything error: any Error) {
    self = (error as? any FinalError)?.failure ?? Failure(.inputOutput, "\(error)")
  }

  package init(_ failure: StreamFailure) { self = failure.failure }
}

/// An error that knows the exit status and message with which the process ends.
package protocol FinalError: Error {
  var failure: Failure { get }
}

extension Failure: FinalError {
  package var failure: Failure { self }
}

extension StreamFailure: FinalError {
  package var failure: Failure {
    switch self {
    case .inputOutput: Failure(.inputOutput, description)
    case .tooLong: Failure(.input, description)
    }
  }
}

package enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case inputOutput = 1
  case usage = 2
  case map = 3
  case input = 4

  /// The description of the status in man pages.
  var meaning: String {
    switch self {
    case .done: "Everything was done."
    case .inputOutput: "Reading or writing failed: a file is missing or unreadable, or a disk is full."
    case .usage: "The command line is wrong: an option or its value."
    case .map: "The map is not valid: a table has an error, or time stops or runs backward on a curve."
    case .input: "The input is damaged or truncated."
    }
  }
}
