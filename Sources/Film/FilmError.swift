/// Why a film cannot be made as requested: the problem and advice.
package struct FilmError: Error, Equatable, Sendable {
  package enum Kind: Sendable {
    /// The command line does not make sense for this file.
    case usage
    /// The file is not a film, or has no usable times.
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
