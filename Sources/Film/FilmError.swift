/// Why a film cannot be made as it was asked for: a problem, and what to do.
package struct FilmError: Error, Equatable, Sendable {
  package enum Kind: Sendable {
    /// The words of the command line cannot be meant, with this file.
    case usage
    /// The file is not what it has to be.
    case input
  }

  package let kind: Kind
  package let problem: String
  package let advice: String?

  static func usage(_ problem: String, advice: String? = nil) -> FilmError {
    FilmError(kind: .usage, problem: problem, advice: advice)
  }

  static func input(_ problem: String, advice: String? = nil) -> FilmError {
    FilmError(kind: .input, problem: problem, advice: advice)
  }
}

extension FilmError: CustomStringConvertible {
  package var description: String { problem + (advice.map { "; \($0)" } ?? "") }
}
