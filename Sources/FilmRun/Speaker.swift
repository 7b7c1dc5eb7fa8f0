import Streams
import Tool

/// A stage as far as it says something: its standard error is a pipe that is read here.
final class Speaker {
  private let end: PipeEnd
  private var messages: ChildMessages
  /// Whether nothing more can come.
  private(set) var isSilent = false

  init(_ end: PipeEnd, _ messages: ChildMessages) {
    end.makeNonblocking()
    (self.end, self.messages) = (end, messages)
  }

  var descriptor: Int32? { isSilent ? nil : end.number }
  var hasReportedError: Bool { messages.hasReportedError }

  /// Passes on what has been said.
  ///
  /// - Returns: whether there was something.
  @discardableResult func passOn() -> Bool {
    guard !isSilent, let block = try? end.read() else {
      finish()
      return false
    }
    Diagnostics.passOn(messages.take(block))
    return !block.isEmpty
  }

  /// Passes on all that is left to be said, which may lack its line feed.
  func finish() {
    if isSilent { return }
    isSilent = true
    while let block = try? end.read(), !block.isEmpty { Diagnostics.passOn(messages.take(block)) }
    Diagnostics.passOn(messages.finish())
  }
}
