import Film
import Streams
import Tool

/// Messages of the stages that are not yet written to standard error.
///
/// Standard error may be a pipe that nobody reads at the moment. A blocking write would delay the handling of signals,
/// so the queue keeps text until there is room.
struct MessageQueue {
  private var unsaid: ArraySlice<UInt8> = []
  /// The stage whose last line has no line feed yet, such as a filter that shows progress.
  private var unfinished: Stage.ID?

  var isEmpty: Bool { unsaid.isEmpty }
  /// Whether stages must wait before their next messages are read.
  var isFull: Bool { unsaid.count > 1 << 16 }

  mutating func add(_ text: [UInt8], from stage: Stage.ID) {
    guard let last = text.last else { return }
    if unfinished != nil, unfinished != stage { endLine() }
    unsaid += text
    unfinished = last == UInt8(ascii: "\n") ? nil : stage
  }

  /// Adds a line of this process.
  mutating func add(_ line: String) {
    endLine()
    unsaid += ByteText.bytes(line)
  }

  /// Ends an unfinished line, so that the next message begins on a new line.
  mutating func endLine() {
    if unfinished != nil { unsaid.append(UInt8(ascii: "\n")) }
    unfinished = nil
  }

  /// Writes one block; the caller has checked that standard error is ready.
  mutating func say() {
    // A pipe that is ready has room for 4096 bytes (PIPE_BUF).
    let part = unsaid.prefix(4096)
    Diagnostics.passOn(Array(part))
    unsaid = unsaid.dropFirst(part.count)
  }
}
