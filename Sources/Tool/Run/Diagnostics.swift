/// Messages on standard error, one line each: `warp-map: error: what (where); what to do`.
package struct Diagnostics: Sendable {
  private let tool: String

  package init(tool: String) {
    self.tool = tool
  }

  package func error(_ failure: Failure) {
    show("error", failure.message)
  }

  package func warning(_ message: String) {
    show("warning", message)
  }

  /// What is good to know and no reason for concern.
  package func note(_ message: String) {
    show(nil, message)
  }

  private func show(_ kind: String?, _ message: String) {
    // If standard error fails as well, there is no one left to tell.
    try? Linux.write(line(kind, message).utf8.span, to: StandardStream.error.rawValue)
  }

  func line(_ kind: String?, _ message: String) -> String {
    "\(tool): \(kind.map { "\($0): " } ?? "")\(VisibleText.escape(message))\n"
  }
}
