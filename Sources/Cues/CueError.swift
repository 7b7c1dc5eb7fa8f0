import Notation

/// Why a text cannot be retimed: the problem and its place.
package struct CueError: Error, Equatable, Sendable, CustomStringConvertible {
  package let problem: String
  /// The line, from 1; nil for the text as a whole.
  package let line: Int?
  package let advice: String?

  package init(_ problem: String, line: Int?, advice: String? = nil) {
    self.problem = problem
    self.line = line
    self.advice = advice
  }

  init(_ error: NotationError) { self.init(error.problem, line: error.line, advice: error.advice) }

  package var description: String { message(naming: "line") }

  /// The problem, its place and advice.
  ///
  /// - Parameter name: the name of the text in messages.
  package func message(naming name: String) -> String {
    "\(problem) (\(name)\(line.map { ":\($0)" } ?? ""))" + (advice.map { "; \($0)" } ?? "")
  }
}
