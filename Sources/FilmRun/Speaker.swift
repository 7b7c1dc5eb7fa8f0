import Streams
import Tool

/// What a stage says on standard error: a pipe that is read here.
final class Speaker {
  private let end: PipeEnd
  private var messages: ChildMessages
  /// Whether nothing more can come.
  private var isSilent = false

  init(_ end: PipeEnd, _ messages: ChildMessages) {
    end.makeNonblocking()
    (self.end, self.messages) = (end, messages)
  }

  var descriptor: Int32? { isSilent ? nil : end.number }
  var hasReportedError: Bool { messages.hasReportedError }
  var reportsDamage: Bool { messages.reportsDamage }
  var writeError: String? { messages.writeError }

  /// Returns what has been said and is to be passed on.
  func take() -> [UInt8] {
    if isSilent { return [] }
    guard let block = try? end.read() else {
      isSilent = true
      return messages.finish()
    }
    return messages.take(block)
  }

  /// Returns all that is left to be said, which may lack its line feed.
  func takeAll() -> [UInt8] {
    if isSilent { return [] }
    isSilent = true
    var text: [UInt8] = []
    while let block = try? end.read(), !block.isEmpty { text += messages.take(block) }
    return text + messages.finish()
  }
}
