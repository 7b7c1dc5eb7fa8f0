import Streams

/// Why a tool stops: the status it exits with, and the clause that follows `error: ` on standard error.
package struct Failure: Error, Equatable, Sendable {
  package let status: ExitStatus
  package let message: String
  /// Whether another program has reported it already, so that the tool has nothing to say.
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

  /// The failure that any error ends a tool with. An error that is no `FinalError` counts as one of input or output.
  init(anything error: any Error) {
    self = (error as? any FinalError)?.failure ?? Failure(.inputOutput, "\(error)")
  }

  package init(_ failure: StreamFailure) { self = failure.failure }
}

/// An error that states with which status and message the process ends because of it.
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

/// The exit status of a tool.
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
