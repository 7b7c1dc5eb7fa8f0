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

/// An error that knows how the process ends because of it.
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

/// What the process tells whoever started it.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case inputOutput = 1
  case usage = 2
  case map = 3
  case input = 4

  /// The status in a manual's words.
  var meaning: String {
    switch self {
    case .done: "Everything asked for was done."
    case .inputOutput: "Input or output failed: a file is absent or unreadable, a disk is full."
    case .usage: "The command line makes no sense: an option, or what its value says."
    case .map: "The time map is refused: a table with an error, or a curve whose time would stand still or run back."
    case .input: "The input is malformed or ends early."
    }
  }
}
