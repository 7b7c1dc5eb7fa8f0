import Testing

@testable import NUT

@Suite struct NUTFieldsTests {
  @Test(
    arguments: [
      (0, [0]), (1, [1]), (127, [0x7F]), (128, [0x81, 0]), (65536, [0x84, 0x80, 0]),
      (Int.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
    ] as [(Int, [UInt8])])
  func writesAndReadsNumbers(value: Int, bytes: [UInt8]) throws {
    #expect(NUTInteger.encode(value) == bytes)
    var fields = NUTFields(bytes[...], at: 0)
    #expect(try fields.v() == value)
    #expect(fields.isAtEnd)
  }

  @Test func refusesNumbersThatDoNotFit() throws {
    var fields = NUTFields([UInt8](repeating: 0xFF, count: 20)[...], at: 100)
    #expect(throws: NUTError.malformed("a number in a NUT packet is too large", byte: 100)) { try fields.v() }
    var short = NUTFields([0x81], at: 100)
    #expect(throws: NUTError.malformed("a NUT packet is too short for its fields", byte: 101)) { try short.v() }
    var long = NUTFields([5, 1, 2], at: 100)
    #expect(throws: NUTError.malformed("a NUT packet is too short for its fields", byte: 101)) { try long.vb() }
  }

  @Test func mapsSignedNumbersToUnsignedOnes() {
    #expect((0...4).map(NUTInteger.signed) == [0, 1, -1, 2, -2])
    for value in [0, 1, -1, 1000, -1000, 1 << 61, -(1 << 61)] {
      #expect(NUTInteger.signed(NUTInteger.unsigned(value)) == value)
    }
  }

  @Test func checksumsEqualFFmpegs() {
    // The payload of a stream header that ffmpeg wrote, and the checksum it wrote.
    let payload: [UInt8] = [
      0, 0, 4, 0x59, 0x38, 0x30, 0x30, 0, 0x0E, 0x83, 0xD4, 0x60, 0, 0, 0, 0x10, 0x10, 1, 1, 0,
    ]
    #expect(NUTChecksum(of: payload).bytes == [0xF6, 0xCF, 0x50, 0xC2])
    #expect(NUTChecksum(of: payload + [0xF6, 0xCF, 0x50, 0xC2]).value == 0)
  }
}
