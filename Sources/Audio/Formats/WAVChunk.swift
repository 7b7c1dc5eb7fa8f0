import Streams

/// The head of a chunk: a name of four letters and a length. What it is the head of is due next.
struct WAVChunk {
  let name: String
  let length: UInt32
  /// The byte of the stream its content begins at.
  let start: Int

  init<Source: ByteSource & ~Copyable>(_ input: inout ByteInput<Source>) throws(AudioError) {
    let place = input.position
    let head = try input.next(8)
    guard !head.isEmpty else { throw .malformed("the WAV has no samples", byte: place) }
    guard head.count == 8 else { throw .truncated("the head of a WAV chunk", byte: input.position) }
    guard head.prefix(4).allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw .malformed("there is no WAV chunk where one is due", byte: place)
    }
    name = String(decoding: head.prefix(4), as: UTF8.self)
    length = LittleEndianFields(head)[4]
    start = input.position
  }

  func skip<Source: ByteSource & ~Copyable>(_ input: inout ByteInput<Source>) throws(AudioError) {
    try input.requireSkip(paddedLength, of: "the WAV chunk '\(name)'")
  }

  /// The first `count` bytes of the content, or what there is of it; the rest is passed over.
  func read<Source: ByteSource & ~Copyable>(
    _ count: Int, _ input: inout ByteInput<Source>
  ) throws(AudioError) -> [UInt8] {
    let bytes = try input.require(min(count, Int(length)), of: "the WAV chunk '\(name)'")
    try input.requireSkip(paddedLength - bytes.count, of: "the WAV chunk '\(name)'")
    return bytes
  }

  /// Chunks begin at even bytes.
  private var paddedLength: Int { Int(length) + Int(length % 2) }
}
