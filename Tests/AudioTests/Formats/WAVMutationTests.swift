import Streams
import TestSupport
import Testing

@testable import Audio

/// Reads WAV files with random changes. The reader may refuse a file, but the size of reads must not change the result.
@Suite struct WAVMutationTests {
  private static let samples = [UInt8](noise: 96, seed: 1)

  private static let seeds: [[UInt8]] = [
    WAV.stream(WAV.chunk("fmt ", WAV.fmt()), WAV.chunk("LIST", [1, 2, 3]), WAV.chunk("data", samples)),
    WAV.stream(WAV.chunk("fmt ", WAV.extensible(bits: 24)), WAV.chunk("data", samples, length: 0xFFFF_FFFF)),
    WAV.stream(
      magic: "RF64", WAV.chunk("ds64", WAV.little(-1, 8) + WAV.little(96, 8) + WAV.little(24, 12)),
      WAV.chunk("fmt ", WAV.fmt(tag: 3, bits: 32)), WAV.chunk("fact", [24, 0, 0, 0]),
      WAV.chunk("data", samples, length: 0xFFFF_FFFF)),
    WAV.stream(WAV.chunk("junk", []), WAV.chunk("fmt ", WAV.fmt(channels: 1, bits: 8) + [0, 0]))
      + WAV.chunk("data", Array(samples.prefix(5)), length: 0) + WAV.chunk("LIST", samples),
  ]

  private enum Outcome: Equatable {
    case read(Sound)
    case refused(AudioError)
  }

  private func outcome(_ bytes: [UInt8], chopping longestRead: Int? = nil) -> Outcome {
    do throws(AudioError) {
      return .read(try Sound(bytes, chopping: longestRead))
    } catch {
      #expect(!error.description.isEmpty)
      return .refused(error)
    }
  }

  private func mutant(_ number: Int) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(number))
    var bytes = Self.seeds[number % Self.seeds.count]
    for _ in 0...random.whole(below: 4) {
      let start = random.whole(below: min(bytes.count, 120) + 1)
      let end = min(bytes.count, start + random.whole(below: 6))
      switch random.whole(below: 6) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: random.whole(below: bytes.count + 1))
      case 2: bytes.insert(UInt8(random.whole(below: 256)), at: start)
      case 3 where start < bytes.count: bytes[start] ^= 1 << UInt8(random.whole(below: 8))
      case 4 where start < bytes.count: bytes[start] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF][random.whole(below: 6)]
      default: bytes.insert(contentsOf: WAV.chunk(["fmt ", "data", "ds64"][random.whole(below: 3)], []), at: start)
      }
    }
    return bytes
  }

  @Test func seedsAreReadable() throws {
    for bytes in Self.seeds { #expect(try Sound(bytes).brokenFrame == nil) }
  }

  @Test func truncationIsDetectedAtEveryByte() throws {
    for bytes in Self.seeds {
      let whole = try Sound(bytes)
      for count in 0..<bytes.count {
        switch outcome(Array(bytes.prefix(count))) {
        case .refused(.empty): #expect(count == 0)
        case .refused(.undeclared): #expect((1...3).contains(count))
        case .refused(.truncated(_, let byte)): #expect(byte == count)
        case .refused(.malformed("the WAV has no samples", let byte)): #expect(byte == count)
        case .refused(let error): Issue.record("\(error)")
        case .read(let part):
          #expect(whole.bytes.starts(with: part.bytes))
          let promised = whole.header?.dataLength.map { part.bytes.count < $0 } ?? false
          #expect((part.shortfall != nil) == promised)
        }
      }
    }
  }

  @Test func mutantsAreReadOrRefused() throws {
    let count = 20_000
    var read = 0
    for number in 0..<count {
      let bytes = mutant(number)
      let outcome = outcome(bytes)
      if case .read(let sound) = outcome {
        read += 1
        #expect(sound.start + sound.bytes.count <= bytes.count && sound.bytes.count % sound.format.frameBytes == 0)
      }
      #expect(self.outcome(bytes, chopping: 1 + number % 7) == outcome, "mutant \(number)")
    }
    // If most mutants were refused, only headers would be tested. If most were read, few errors would be tested.
    #expect(read > count / 20 && read < count * 19 / 20)
  }
}
