import Values

/// The status with which a tool ends. Its initializers choose it.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case inputOutput = 1
  case usage = 2
  case map = 3
  case input = 4

  /// The status after an error. An error of unknown kind counts as an input/output error.
  init(after error: any Error) {
    self =
      switch (error as? any KnownError)?.kind {
      case .usage: .usage
      case .map: .map
      case .input: .input
      case .inputOutput, nil: .inputOutput
      }
  }

  /// The status after the failure of a child that is one of the tools and ended with `status`.
  package init(afterTool status: Int32) {
    self = status == 0 ? .inputOutput : ExitStatus(rawValue: status) ?? .inputOutput
  }

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
