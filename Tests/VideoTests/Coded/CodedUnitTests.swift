import TestSupport
import Testing
import Warp

@testable import Video

/// The units of H.264 and HEVC: found, classified and renumbered.
@Suite struct CodedUnitTests {
  private static func bytes(_ units: [[UInt8]], code: [UInt8] = [0, 0, 1]) -> [UInt8] { units.flatMap { code + $0 } }

  @Test func unitsAreFoundBetweenStartCodes() {
    let units: [[UInt8]] = [[9, 16], [103, 0, 0, 3, 1, 7], [104], [101, 0, 3, 0, 2, 255]]
    // ffmpeg leaves a zero of the next start code at the end of a header.
    for (code, end) in [([0, 0, 1], []), ([0, 0, 0, 1], [0]), ([0, 0, 0, 0, 1], [0, 0])] as [([UInt8], [UInt8])] {
      let bytes = Self.bytes(units, code: code) + end
      #expect(NALUnits.ranges(in: bytes).map { Array(bytes[$0]) } == units)
    }
    let bytes = Self.bytes(units)
    #expect(NALUnits.ranges(in: bytes) { $0.first == 103 }.map { Array(bytes[$0]) } == [units[0], Array(bytes[8...])])
    for empty: [UInt8] in [[], [0, 0], [0, 0, 1], [0, 0, 0, 1, 0, 0, 1], [5, 5, 5]] {
      #expect(NALUnits.ranges(in: empty).isEmpty, "\(empty)")
    }
  }

  @Test func payloadsNeverContainAStartCode() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      let plain = (0..<random.whole(below: 40)).map { _ in UInt8(random.whole(below: 5)) }
      let escaped = NALUnits.escaped(plain)
      #expect(NALUnits.unescaped(escaped) == plain)
      let codes = escaped.indices.dropFirst(2).filter {
        escaped[$0 - 2] == 0 && escaped[$0 - 1] == 0 && escaped[$0] < 3
      }
      #expect(codes.isEmpty)
    }
  }

  @Test func numbersOfAnyLengthAreRead() {
    for value in [0, 1, 2, 15, 16, 254, 65535, 1 << 20] {
      var writer = CodedBitWriter()
      writer.add(5, count: 3)
      writer.addUE(value)
      writer.add([true, false, false])
      var bits = CodedBits(writer.payload)
      #expect(bits.u(3) == 5 && bits.ue() == value && !bits.isOver)
      #expect(bits.rest() == [true, false, false])
    }
    var zeros = CodedBits([UInt8](repeating: 0, count: 20))
    #expect(zeros.ue() == 0 && zeros.isOver)
    var none = CodedBits([])
    #expect(none.u(4) == 0 && none.isOver)
  }

  @Test func entriesAreKnownByTheirUnits() {
    func entry(_ syntax: CodedSyntax, _ units: [UInt8]...) -> CodedFrame.Entry { syntax.entry(units.map { $0[...] }) }
    #expect(entry(.h264, [9, 16], [101, 136]) == .clean)
    // SEI of kind 6 with the number 0: recovery at once. 5 bytes of kind 5 come before it.
    #expect(entry(.h264, [6, 5, 1, 9, 6, 1, 0x84, 0x80], [65, 154]) == .recovery)
    #expect(entry(.h264, [6, 6, 1, 0x44, 0x80], [65, 154]) == .none)
    #expect(entry(.h264, [6, 255, 255, 255], [65]) == .none && entry(.h264, [65]) == .none && entry(.h264) == .none)
    let types: [(UInt8, CodedFrame.Entry)] = [
      (1, .none), (8, .none), (16, .open), (18, .open), (19, .clean), (20, .clean), (21, .open),
    ]
    for (type, due) in types { #expect(entry(.hevc, [32 << 1, 1], [type << 1, 1, 255]) == due, "\(type)") }
  }

  @Test func setsAreKnownByTypeAndNumber() {
    func key(_ syntax: CodedSyntax, _ unit: [UInt8]) -> String? {
      syntax.parameterSet(unit[...]).map { "\($0.type) \($0.number)" }
    }
    #expect(key(.h264, [103, 100, 0, 30, 0xAC]) == "7 0" && key(.h264, [103, 100, 0, 30, 0x4C]) == "7 1")
    #expect(key(.h264, [104, 0xE8]) == "8 0" && key(.h264, [101, 0xE8]) == nil)
    #expect(key(.hevc, [64, 1, 0x1C, 1]) == "32 1" && key(.hevc, [68, 1, 0xC1]) == "34 0")
    var sets = ParameterSets()
    let unit: [UInt8] = [104, 0xE8, 1]
    let taken = [unit, unit, [104, 0xE8, 2]].map { sets.take($0[...], as: .init(type: 8, number: 0)) }
    #expect(taken == [true, true, false])
  }

  /// The number 0 of a picture's set takes one bit, 15 takes nine.
  @Test func slicesGetLongerByOneByte() throws {
    // first slice, number 0, then bits that must stay: 1 1 001011 10101010.
    let plain: [UInt8] = [2, 1, 0b1100_1011, 0b1010_1010]
    #expect(HEVCNumbers.renumbered(plain[...]) == [2, 1, 0b1000_0100, 0b0000_1011, 0b1010_1010])
    // An entry has one more flag: 1 0 1 01011.
    let entry: [UInt8] = [19 << 1, 1, 0b1010_1011, 0b1010_1010]
    #expect(HEVCNumbers.renumbered(entry[...]) == [19 << 1, 1, 0b1000_0010, 0b0000_1011, 0b1010_1010])
    // Another number than 0.
    #expect(HEVCNumbers.renumbered([2, 1, 0b1010_1011, 1][...]) == nil)
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      let type = UInt8([1, 8, 19, 20, 21][random.whole(below: 5)])
      let first = 0b0100_0000 >> (type > 15 ? UInt8(1) : 0) | 0b1000_0000 | UInt8(random.whole(below: 32))
      let rest = (0..<20).map { _ in UInt8(random.whole(below: 3)) }
      let unit = [type << 1, 1] + NALUnits.escaped([first] + rest)
      let changed = try #require(HEVCNumbers.renumbered(unit[...]))
      let payload = NALUnits.unescaped(changed.dropFirst(2))
      var bits = CodedBits(payload)
      bits.skip(type > 15 ? 2 : 1)
      #expect(bits.ue() == 15 && payload.count == 22 && Array(payload.suffix(20)) == rest)
    }
  }

  @Test func randomAccessBecomesAJoint() {
    #expect(HEVCNumbers.asJoint([21 << 1, 1, 7][...]) == [18 << 1, 1, 7])
    #expect(HEVCNumbers.asJoint([20 << 1, 1, 7][...]) == [20 << 1, 1, 7])
    #expect(HEVCNumbers.asJoint([2, 1, 7][...]) == [2, 1, 7])
  }
}
