import Warp

/// A file that says it lasts longer than it does: seconds.
package struct ClipCut: Equatable, Sendable {
  package let said: Double
  package let found: Double

  package func text(naming name: String) -> String {
    "'\(name)' is cut off: it says \(SecondsText.brief(said)) s and has \(SecondsText.brief(found)) s"
  }
}

enum SecondsText {
  /// To a millisecond.
  static func brief(_ seconds: Double) -> String { NumberSyntax.print((seconds * 1000).rounded() / 1000) }
}
