import Streams

/// The header of a NUT frame: everything before the frame's payload.
package struct NUTFrameHeader {
  package let stamp: Int
  /// The size of the frame in bytes, including the elided ones.
  package let size: Int
  /// The first bytes of the frame, which the stream leaves out.
  package let elided: [UInt8]
  private let flags: NUTFrameCode.Flags

  /// Whether decoding can begin at this frame.
  package var isKey: Bool { flags.contains(.key) }
  /// Whether the frame only says that the previous frame is over.
  var isEnd: Bool { flags.contains(.endOfRelevance) && size == 0 }

  /// - Parameter lastStamp: the timestamp of the previous frame, or of a sync packet that came since.
  init(_ input: inout ByteInput, _ main: NUTMainHeader, _ stampBits: Int, lastStamp: Int) throws(NUTError) {
    let start = input.position
    var bytes = NUTFrameBytes()
    let code = main.frameCodes[Int(try bytes.byte(&input))]
    var flags = code.flags
    if flags.contains(.coded) { flags.formSymmetricDifference(.init(rawValue: try bytes.v(&input))) }
    guard !flags.contains(.sideData) else {
      throw .unsupported(
        "a NUT frame has side data, which is not supported", byte: start,
        advice: "write the stream with ffmpeg -f nut, without -syncpoints")
    }
    guard !flags.contains(.invalid) else { throw .malformed("a NUT frame has an invalid header", byte: start) }

    let number = flags.contains(.streamNumber) ? try bytes.v(&input) : code.streamNumber
    let codedStamp = flags.contains(.codedStamp) ? try bytes.v(&input) : nil
    let sizeMSB = flags.contains(.sizeMSB) ? try bytes.v(&input) : 0
    if flags.contains(.matchTime) { _ = try bytes.v(&input) }
    let elision = flags.contains(.elision) ? try bytes.v(&input) : code.elision
    let reservedCount = flags.contains(.reserved) ? try bytes.v(&input) : code.reservedCount
    for _ in 0..<reservedCount { _ = try bytes.v(&input) }
    if flags.contains(.checksum) { try bytes.requireChecksum(&input, from: start) }

    guard number == 0, main.elisions.indices.contains(elision),
      let stamp = Self.stamp(codedStamp, code.stampDelta, after: lastStamp, bits: stampBits),
      let size = Self.size(sizeMSB, code)
    else { throw .malformed("a NUT frame has an invalid header", byte: start) }
    self.stamp = stamp
    self.size = size
    self.flags = flags
    elided = size > Self.longestElided ? [] : main.elisions[elision]
  }

  /// The largest frame, in bytes, of which the format lets the first bytes be left out.
  private static let longestElided = 4096

  /// Timestamps outside this range are an error, so that the sum or difference of two fits into an Int.
  static let stamps = -(1 << 61)...(1 << 61)

  private static func stamp(_ coded: Int?, _ delta: Int, after last: Int, bits: Int) -> Int? {
    let modulus = 1 << bits
    let stamp: Int
    switch coded {
    case nil: stamp = last + delta
    // Below the modulus, only the low bits are coded. The timestamp is the one with these low bits within half a
    // modulus of the last timestamp.
    case let low? where low < modulus:
      let earliest = last - (modulus - 1) / 2
      stamp = earliest + (low &- earliest) & (modulus - 1)
    // A coded value of at least the modulus is the full timestamp plus the modulus.
    case let whole?: stamp = whole - modulus
    }
    return stamps.contains(stamp) ? stamp : nil
  }

  private static func size(_ msb: Int, _ code: NUTFrameCode) -> Int? {
    let (product, overflows) = msb.multipliedReportingOverflow(by: code.sizeMultiplier)
    let (size, sumOverflows) = product.addingReportingOverflow(code.sizeLSB)
    return overflows || sumOverflows ? nil : size
  }
}

/// Reads the bytes of a frame's header from the stream, limits their number and computes their checksum.
private struct NUTFrameBytes {
  /// A longer header is an error, however many fields it claims to have.
  private static let longest = 4096

  private var checksum = NUTChecksum()
  private var count = 0

  mutating func byte(_ input: inout ByteInput) throws(NUTError) -> UInt8 {
    let byte = try input.requireByte(of: "the header of a NUT frame")
    checksum.add(byte)
    count += 1
    guard count <= Self.longest else {
      throw .malformed("the header of a NUT frame is too long", byte: input.position)
    }
    return byte
  }

  mutating func v(_ input: inout ByteInput) throws(NUTError) -> Int {
    guard let value = try NUTInteger.decode({ () throws(NUTError) in try byte(&input) }) else {
      throw .malformed("a number in the header of a NUT frame is too large", byte: input.position)
    }
    return value
  }

  mutating func requireChecksum(_ input: inout ByteInput, from start: Int) throws(NUTError) {
    for _ in 0..<4 { _ = try byte(&input) }
    guard checksum.value == 0 else { throw .malformed("the checksum of a NUT frame is wrong", byte: start) }
  }
}
