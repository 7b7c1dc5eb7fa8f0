import Streams

/// The head of a WAV chunk: a name of four characters and a length. The content comes next in the stream.
struct WAVChunk {
  let name: String
  let length: UInt32
  /// The offset of the content in the stream, in bytes.
  let start: Int

  init(_ input: inout ByteInput) throws(AudioError) {
    let headStart = input.position
    let head = try input.next(8)
    // If the stream ends between two chunks, it is not truncated, but has no data chunk.
    guard !head.isEmpty else { throw .malformed("the WAV has no samples", byte: headStart) }
    guard head.count == 8 else { throw .truncated("the header of a WAV chunk", byte: input.position) }
    guard head.prefix(4).allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw .malformed("the name of a WAV chunk is invalid", byte: headStart)
    }
    name = String(decoding: head.prefix(4), as: UTF8.self)
    length = LittleEndianFields(head)[4]
    start = input.position
  }

  /// Skips the content and its padding. The caller must call either `skip` or `read` once, with the input at `start`.
  func skip(_ input: inout ByteInput) throws(AudioError) {
    try input.requireSkip(paddedLength, of: "the WAV chunk '\(name)'")
  }

  /// Returns the first `count` bytes of the content, or all bytes if there are fewer. Skips the rest and the padding.
  func read(_ count: Int, _ input: inout ByteInput) throws(AudioError) -> [UInt8] {
    let bytes = try input.require(min(count, Int(length)), of: "the WAV chunk '\(name)'")
    try input.requireSkip(paddedLength - bytes.count, of: "the WAV chunk '\(name)'")
    return bytes
  }

  /// The length with padding: chunks begin at even offsets.
  private var paddedLength: Int { Int(length) + Int(length % 2) }
}

/// Reads little-endian numbers at offsets into bytes. The type that the caller expects decides the size of a number.
/// Callers must check first that there are enough bytes.
struct LittleEndianFields {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number whose first byte is at `offset`.
  subscript<Number: FixedWidthInteger & UnsignedInteger>(offset: Int) -> Number {
    bytes[offset..<offset + Number.bitWidth / 8].reversed().reduce(0) { $0 << 8 | Number($1) }
  }
}

extension [UInt8] {
  mutating func append<Number: FixedWidthInteger & UnsignedInteger>(littleEndian number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}

/// Reads bytes that must exist. If the stream ends too early, the error says that the input ends inside `part`.
extension ByteInput {
  mutating func require(_ count: Int, of part: String) throws(AudioError) -> [UInt8] {
    let bytes = try next(count)
    guard bytes.count == count else { throw .truncated(part, byte: position) }
    return bytes
  }

  mutating func requireSkip(_ count: Int, of part: String) throws(AudioError) {
    let skipped = try AudioError.passingOn { () throws(StreamFailure) in try skip(count) }
    guard skipped == count else { throw .truncated(part, byte: position) }
  }

  /// Returns the next `count` bytes, or fewer at the end of the stream.
  mutating func next(_ count: Int) throws(AudioError) -> [UInt8] {
    try AudioError.passingOn { () throws(StreamFailure) in try read(count) }
  }
}
