import Values

/// Why a film cannot be made as requested: the problem and advice.
package struct FilmError: KnownError, Equatable, Sendable {
  /// `usage` if the command line does not fit this file. `input` if it is not a film, or has no usable times.
  package let kind: ErrorKind
  package let problem: String
  package let advice: String?

  static func usage(_ problem: String, advice: String? = nil) -> FilmError {
    FilmError(kind: .usage, problem: problem, advice: advice)
  }

  static func input(_ problem: String, advice: String? = nil) -> FilmError {
    FilmError(kind: .input, problem: problem, advice: advice)
  }
}

extension FilmError {
  package var description: String { problem + (advice.map { "; \($0)" } ?? "") }
}
