/// Reads the payload of a NUT packet field by field. Bytes left over at the end belong to later versions of the format
/// and are ignored. The names `v`, `s` and `vb` are those of the NUT specification.
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

  mutating func byte() throws(NUTError) -> UInt8 {
    guard !isAtEnd else { throw .malformed("a NUT packet is too short for its fields", byte: position) }
    defer { next += 1 }
    return bytes[next]
  }

  /// A number that is not negative.
  mutating func v() throws(NUTError) -> Int {
    let start = position
    guard let value = try NUTInteger.decode({ () throws(NUTError) in try byte() }) else {
      throw .malformed("a number in a NUT packet is too large", byte: start)
    }
    return value
  }

  /// A time, which ffmpeg writes in 64 bits even where it is negative.
  mutating func time() throws(NUTError) -> Int {
    let start = position
    var value: UInt64 = 0
    for _ in 0..<10 {
      let byte = try byte()
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return Int(truncatingIfNeeded: value) }
    }
    throw .malformed("a number in a NUT packet is too large", byte: start)
  }

  /// A number that may be negative.
  mutating func s() throws(NUTError) -> Int { NUTInteger.signed(try v()) }

  /// Bytes, preceded by how many they are.
  mutating func vb() throws(NUTError) -> ArraySlice<UInt8> {
    let count = try v()
    guard count <= bytes.endIndex - next else {
      throw .malformed("a NUT packet is too short for its fields", byte: position)
    }
    defer { next += count }
    return bytes[next..<next + count]
  }
}

/// Puts the payload of a NUT packet together field by field, for `NUTFields` to read.
struct NUTPayload {
  private(set) var bytes: [UInt8] = []

  /// Numbers that are not negative.
  mutating func v(_ values: Int...) {
    for value in values { bytes += NUTInteger.encode(value) }
  }

  /// A number that may be negative.
  mutating func s(_ value: Int) { v(NUTInteger.unsigned(value)) }

  /// Bytes, preceded by how many they are.
  mutating func vb(_ value: some Collection<UInt8>) {
    v(value.count)
    bytes += value
  }
}
