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
