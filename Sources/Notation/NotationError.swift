/// Why a text cannot be read: what is wrong, and in which line.
package struct NotationError: Error, Equatable, Sendable, CustomStringConvertible {
  package let problem: String
  /// The first line is line 1.
  package let line: Int
  package let advice: String?

  package init(_ problem: String, line: Int, advice: String? = nil) {
    self.problem = problem
    self.line = line
    self.advice = advice
  }

  package var description: String { "\(problem) (line \(line))" }
}

/// What a text may have at most, so that one from outside can fill neither the stack nor the memory.
enum NotationLimits {
  /// Elements or values within each other. OpenTimelineIO needs about fifteen.
  static let depth = 100
  /// Elements and attributes, or values, in all.
  static let count = 4_000_000
}
