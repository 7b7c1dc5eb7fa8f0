import Foundation
import TestSupport
import Testing
import Values

@testable import NUT
@testable import Video

/// Reads streams with random changes. A reader may refuse a changed stream but must not crash. The size of reads must
/// not change the result.
@Suite struct MutationTests {
  private static let y4m = try! Stream.bytes(
    .y4m, .sample(width: 5, height: 3), StreamFormat.sample(width: 5, height: 3).noise(3, seed: 1))
  private static let nut = try! Stream.bytes(
    .nut, .sample("gray10le", width: 5, height: 3),
    StreamFormat.sample("gray10le", width: 5, height: 3).noise(3, seed: 1))

  private enum Outcome: Equatable {
    case read(Stream)
    case refused(VideoError)
  }

  private func outcome(_ bytes: [UInt8], chopping longestRead: Int? = nil) throws -> Outcome {
    do { return .read(try Stream(bytes, chopping: longestRead)) } catch let error as VideoError {
      #expect(!error.description.isEmpty)
      return .refused(error)
    }
  }

  @Test(arguments: [y4m, nut]) func truncationIsDetectedAtEveryByte(bytes: [UInt8]) throws {
    let whole = try Stream(bytes)
    for count in 0..<bytes.count {
      switch try outcome(Array(bytes.prefix(count))) {
      case .refused(.truncated(_, let byte)), .refused(.noFrame(let byte)): #expect(byte == count)
      case .refused(let error): #expect(error == .empty && count == 0)
      case .read(let stream):
        #expect((1..<whole.frames.count).contains(stream.frames.count))
        #expect(whole.frames.starts(with: stream.frames))
      }
    }
  }

  @Test(arguments: [y4m, nut]) func portionsOfBytesChangeNothing(bytes: [UInt8]) throws {
    let whole = try Stream(bytes)
    for longestRead in 1...64 { #expect(try Stream(bytes, chopping: longestRead) == whole) }
  }

  /// The parts of a NUT stream. Their checksums are computed after mutation, so that no checksum is wrong.
  private static let parts: [(kind: NUTPacket.Kind?, bytes: [UInt8])] = {
    func part(_ kind: NUTPacket.Kind, _ build: (inout NUTPayload) -> Void) -> (NUTPacket.Kind?, [UInt8]) {
      var payload = NUTPayload()
      build(&payload)
      return (kind, payload.bytes)
    }
    return [
      (nil, NUTDemuxer.magic),
      part(.main) {
        $0.v(3, 1, 65536, 2, 1, 25, 1, 50)
        $0.v(8192, 6, 0, 1, 0, 0, 0, 1)
        $0.v(4096, 0)
        $0.v(1, 8, 1, 1, 0, 6, 0, 1, 0, 1)
        $0.v(40, 8, 1, 3, 0, 0, 2, 40, 0, 0)
        $0.v(33, 2, 1, 15)
        $0.v(8192, 6, 0, 1, 0, 0, 0, 197)
        $0.v(2)
        $0.vb([9, 9])
        $0.vb([1])
      },
      part(.stream) {
        $0.v(0, 0)
        $0.vb("Y800".utf8)
        $0.v(0, 4, 10, 0, 0, 0, 3, 2, 4, 3, 0)
      },
      (.info, NUTInfo.payload(FrameRate(Rational(25)!)!)),
      part(.sync) { $0.v(4, 0) },
      (nil, [1, 0xA0, 41, 3, 6, 1, 2, 3, 4, 5, 6]),
      (nil, [2, 3, 4, 5, 6]),
      part(.sync) { $0.v(51, 2) },
      (nil, [3, 31, 2, 0, 0, 1, 2, 3, 4, 5, 6]),
    ]
  }()

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let start = random.whole(below: bytes.count + 1)
    let end = min(bytes.count, start + random.whole(below: 5))
    switch random.whole(below: 7) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: bytes[start..<end], at: random.whole(below: bytes.count + 1))
    case 2: bytes.insert(UInt8(random.whole(below: 256)), at: start)
    case 3: bytes.insert(contentsOf: NUTInteger.encode(.max >> random.whole(below: 63)), at: start)
    case 4:
      bytes.insert(contentsOf: " W9 H0 F1:0 A0:1 C420p10 XQ FRAME\n".utf8.prefix(random.whole(below: 35)), at: start)
    case 5 where start < bytes.count: bytes[start] ^= 1 << UInt8(random.whole(below: 8))
    case 6 where start < bytes.count: bytes[start] = [0, 1, 0x7F, 0x80, 0xFF, 10, 32][random.whole(below: 7)]
    default: break
    }
  }

  private func mutant(_ number: Int) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(number))
    if number % 3 < 2 {
      var bytes = number % 3 == 0 ? Self.y4m : Self.nut
      for _ in 0...random.whole(below: 4) { mutate(&bytes, &random) }
      return bytes
    }
    var parts = Self.parts
    for _ in 0...random.whole(below: 3) { mutate(&parts[random.whole(below: parts.count)].bytes, &random) }
    return parts.flatMap { part in part.kind.map { NUTPacket.bytes($0, part.bytes) } ?? part.bytes }
  }

  @Test func unchangedPartsAreRead() throws {
    let bytes = Self.parts.flatMap { part in part.kind.map { NUTPacket.bytes($0, part.bytes) } ?? part.bytes }
    let stream = try Stream(bytes)
    #expect(stream.stamps == [3, 4, 15])
    #expect(stream.frames == [[1, 2, 3, 4, 5, 6], [9, 9, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]])
  }

  /// Reads 3000 randomly changed streams, or as many as the environment variable MUTANTS says.
  @Test func mutantsAreReadOrRefused() throws {
    let count = ProcessInfo.processInfo.environment["MUTANTS"].flatMap(Int.init) ?? 3000
    var read = 0
    for number in 0..<count {
      let bytes = mutant(number)
      let outcome = try outcome(bytes)
      if case .read = outcome { read += 1 }
      #expect(try self.outcome(bytes, chopping: 1 + number % 7) == outcome, "mutant \(number)")
    }
    print("\(count) mutants, \(read) read")
    // If nearly all changed streams were refused, nothing after the headers would be tested.
    #expect(read > count / 20)
  }
}
