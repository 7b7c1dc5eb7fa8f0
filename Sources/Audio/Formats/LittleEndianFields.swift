/// Numbers at known places of a few bytes, low byte first.
struct LittleEndianFields {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number whose first byte is at `place`.
  subscript<Number: FixedWidthInteger & UnsignedInteger>(place: Int) -> Number {
    bytes[place..<place + Number.bitWidth / 8].reversed().reduce(0) { $0 << 8 | Number($1) }
  }
}

extension [UInt8] {
  mutating func append<Number: FixedWidthInteger & UnsignedInteger>(littleEndian number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}
