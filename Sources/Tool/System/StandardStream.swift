/// What every process is born with, by the numbers the system gives them.
package enum StandardStream: CInt, CaseIterable, Sendable {
  case input, output, error
}

extension StandardStream: CustomStringConvertible {
  package var description: String {
    switch self {
    case .input: "standard input"
    case .output: "standard output"
    case .error: "standard error"
    }
  }
}
