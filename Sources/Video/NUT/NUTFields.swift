/// The payload of a NUT packet, taken field by field. What is left over belongs to later versions of the format.
struct NUTFields {
  private let bytes: ArraySlice<UInt8>
  private var next: Int
  /// The byte of the stream `bytes` begin at.
  private let start: Int

  init(_ bytes: ArraySlice<UInt8>, at start: Int) {
    self.bytes = bytes
    self.start = start
    next = bytes.startIndex
  }

  /// The byte of the stream the next field begins at.
  var position: Int { start + next - bytes.startIndex }

  var isAtEnd: Bool { next == bytes.endIndex }

  mutating func byte() throws(VideoError) -> UInt8 {
    guard !isAtEnd else { throw .malformed("a NUT packet is too short for its fields", byte: position) }
    defer { next += 1 }
    return bytes[next]
  }

  /// A number from 0 up.
  mutating func v() throws(VideoError) -> Int {
    let start = position
    guard let value = try NUTInteger.decode({ () throws(VideoError) in try byte() }) else {
      throw .malformed("a number in a NUT packet is too large", byte: start)
    }
    return value
  }

  /// A number that may be negative.
  mutating func s() throws(VideoError) -> Int { NUTInteger.signed(try v()) }

  /// Bytes that tell their number.
  mutating func vb() throws(VideoError) -> ArraySlice<UInt8> {
    let count = try v()
    guard count <= bytes.endIndex - next else {
      throw .malformed("a NUT packet is too short for its fields", byte: position)
    }
    defer { next += count }
    return bytes[next..<next + count]
  }
}
