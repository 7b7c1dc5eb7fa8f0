import Notation

/// Why a text cannot be retimed: what is wrong with it, and where.
package struct CueError: Error, Equatable, Sendable, CustomStringConvertible {
  package let problem: String
  /// The first line is line 1; nil where the text as a whole is meant.
  package let line: Int?
  package let advice: String?

  init(_ problem: String, line: Int?, advice: String? = nil) {
    self.problem = problem
    self.line = line
    self.advice = advice
  }

  init(_ error: NotationError) { self.init(error.problem, line: error.line, advice: error.advice) }

  package var description: String { message(naming: "line") }

  /// The problem, where it is, and what to do next.
  ///
  /// - Parameter name: what messages call the text.
  package func message(naming name: String) -> String {
    "\(problem) (\(name)\(line.map { ":\($0)" } ?? ""))" + (advice.map { "; \($0)" } ?? "")
  }
}
