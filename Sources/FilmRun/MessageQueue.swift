import Streams
import Tool

/// What the stages have said and standard error has not taken yet.
///
/// Standard error may be a pipe that nobody reads at the moment. To write to it would wait, and a signal that comes
/// then would not be heeded. So text is kept until there is room.
struct MessageQueue {
  private var unsaid: ArraySlice<UInt8> = []
  /// Who has begun a line and not ended it: a filter that shows progress.
  private var unfinished: String?

  var isEmpty: Bool { unsaid.isEmpty }
  /// Whether stages have to wait before they say more.
  var isFull: Bool { unsaid.count > 1 << 16 }

  mutating func add(_ text: [UInt8], from stage: String) {
    guard let last = text.last else { return }
    if unfinished != nil, unfinished != stage { endLine() }
    unsaid += text
    unfinished = last == UInt8(ascii: "\n") ? nil : stage
  }

  /// So that what comes next has a line of its own.
  mutating func endLine() {
    if unfinished != nil { unsaid.append(UInt8(ascii: "\n")) }
    unfinished = nil
  }

  /// Writes as much as a pipe takes at once, if standard error is ready.
  mutating func say() {
    // A pipe that is ready has room for that many.
    let part = unsaid.prefix(4096)
    Diagnostics.passOn(Array(part))
    unsaid = unsaid.dropFirst(part.count)
  }
}
