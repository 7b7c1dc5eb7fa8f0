/// Why a text cannot be read: the problem and its line.
package struct NotationError: Error, Equatable, Sendable, CustomStringConvertible {
  package let problem: String
  /// The line, from 1.
  package let line: Int
  package let advice: String?

  package init(_ problem: String, line: Int, advice: String? = nil) {
    self.problem = problem
    self.line = line
    self.advice = advice
  }

  package var description: String { "\(problem) (line \(line))" }
}

/// Limits that protect the stack and the memory against hostile texts.
enum NotationLimits {
  /// The nesting depth of elements or values. OpenTimelineIO needs about fifteen levels.
  static let depth = 100
  /// The number of elements and attributes, or of values.
  static let count = 4_000_000
}
