/// A release: its number, and the day it was made, which is what man pages carry instead of the day they were printed.
package struct Version: Sendable {
  package let number: String
  package let date: String

  /// - Parameter date: year, month and day, `2025-11-20`.
  package init(_ number: String, date: String) {
    self.number = number
    self.date = date
  }
}

extension Version {
  /// The tools are released together.
  package static let current = Version("1.0.0", date: "2026-11-21")
}
