import Streams
import Tool

/// The standard error of a stage: reads the pipe and keeps its `ChildMessages`.
final class Speaker {
  private let end: PipeEnd
  private var messages: ChildMessages
  /// Whether the pipe has ended.
  private var isSilent = false

  init(_ end: PipeEnd, _ messages: ChildMessages) {
    end.makeNonblocking()
    (self.end, self.messages) = (end, messages)
  }

  var descriptor: Int32? { isSilent ? nil : end.number }
  var hasReportedError: Bool { messages.hasReportedError }
  var hasBrokenPipe: Bool { messages.hasBrokenPipe }
  var reportsDamage: Bool { messages.reportsDamage }
  var isStarved: Bool { messages.isStarved }
  var writeError: String? { messages.writeError }

  /// Reads a block, and returns the text to pass on.
  func take(counting repeated: inout RepeatedLines) -> [UInt8] {
    if isSilent { return [] }
    guard let block = try? end.read() else {
      isSilent = true
      return messages.finish(counting: &repeated)
    }
    return messages.take(block, counting: &repeated)
  }

  /// Reads the rest, and returns the text to pass on. The last line may lack its line feed.
  func takeAll(counting repeated: inout RepeatedLines) -> [UInt8] {
    if isSilent { return [] }
    isSilent = true
    var text: [UInt8] = []
    while let block = try? end.read(), !block.isEmpty {
      text += messages.take(block, counting: &repeated)
    }
    return text + messages.finish(counting: &repeated)
  }
}
