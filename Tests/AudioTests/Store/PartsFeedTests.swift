import NUT
import Streams
import TestSupport
import Testing
import Values
import Warp

@testable import Audio

@Suite struct PartsFeedTests {
  private static let rate = 8000
  /// A minute of noise.
  private static let noise: [UInt8] = {
    var random = SplitMix64(seed: 4)
    return bytes64((0..<60 * rate).map { _ in Double(random.whole(below: 2001) - 1000) / 1000 })
  }()

  private final class Command: ClipCommand {
    var runs: [(from: Double, length: Double)] = []
    private var sources: [MemorySource] = []
    let printsMore = false
    /// The number of extra bytes that a run of the command prints; negative if the run prints too few.
    var excess = 0

    var openCount: Int { sources.count { $0.hadEnded == nil } }

    func run(from: Double, for length: Double) -> any ByteSource {
      runs.append((from, length))
      let first = Int((from * Double(rate)).rounded()) * 8
      let count = min(Int((min(length, 1000) * Double(rate)).rounded()) * 8 + excess, noise.count - first)
      sources.append(MemorySource(Array(noise[first..<first + count]), chopping: 5000))
      return sources[sources.count - 1]
    }
  }

  private static func play(_ map: TimeMap, keepsPitch: Bool, by command: Command) throws -> Playing.Result {
    let playing = Playing(rate: rate, keepsPitch: keepsPitch)
    let format = try playing.format()
    let result = try playing.run(map) { needs in
      PartsFeed(of: needs, in: format, leastGap: 5, printedBy: command)
    }
    #expect(command.openCount == 0, "each run is ended before the next begins")
    return result
  }

  private static func map(_ list: String) throws -> TimeMap {
    let clip = Clip(duration: 60)
    return try PlayList(list.split(separator: " ").map { try PlaySyntax.parse(String($0), on: clip) }).map()
  }

  @Test(
    arguments: [
      ("10..12", 1), ("0..1 50..60", 2), ("50..51 10..12", 2), ("21..20 40..41 20..21", 2), ("1..2 6..8 30..28", 2),
      ("55..60", 1), ("59..60 0..1 30..31", 3), ("0..60", 1),
    ], [false, true])
  func partsGiveTheSameOutputAsTheWhole(list: (String, count: Int), keepsPitch: Bool) throws {
    let map = try Self.map(list.0)
    let command = Command()
    let parts = try Self.play(map, keepsPitch: keepsPitch, by: command)
    let whole = try Playing(rate: Self.rate, keepsPitch: keepsPitch).run(Self.noise, map)
    #expect(parts.bytes == whole.bytes && !parts.bytes.isEmpty)
    #expect(command.runs.count == list.count, "\(command.runs)")
    // A run of the command prints a part of at most 10 s, and 4 s on either side for play that keeps the pitch.
    for run in command.runs where list.count > 1 { #expect(run.length < 19) }
  }

  @Test func aPartMayBeTooShortForASample() throws {
    let command = Command()
    let result = try Self.play(Self.map("40..40.00001"), keepsPitch: false, by: command)
    #expect(result.outputCount == 0 && command.runs.count == 1 && result.inputCount > 0)
  }

  @Test func excessOutputIsSkippedAndMissingOutputEndsTheSound() throws {
    let map = try Self.map("10..12 40..42")
    let command = Command()
    command.excess = 80_000
    let parts = try Self.play(map, keepsPitch: false, by: command)
    #expect(parts.bytes == (try Playing(rate: Self.rate).run(Self.noise, map).bytes))
    command.excess = -16_000
    let short = try Self.play(map, keepsPitch: false, by: command)
    #expect(short.outputCount < parts.outputCount)
  }

  /// The command prints packets from `excess` seconds before a part to `excess` seconds after the part.
  @Test(arguments: [("10..12 50..51", 2), ("51..50 20..18", 2), ("0..1 57..60", 2)], [0, 1.5])
  func packetsOfPartsGiveTheSameOutputAsTheWhole(list: (String, count: Int), excess: Double) throws {
    let map = try Self.map(list.0)
    let packets = Packets()
    packets.excess = excess
    let parts = try Self.play(map, by: packets)
    #expect(parts.bytes == (try Playing(rate: Self.rate).run(Self.noise, map).bytes))
    #expect(packets.runs.count == list.count && parts.inputCount > 0)
    // The output of a command's run is read to the end only if the part ends where the sound ends.
    #expect(packets.ends.count == list.count && packets.ends.filter { $0 }.count == (list.0.hasSuffix("60") ? 1 : 0))
  }

  @Test func packetsOfAnotherFormatAreRefused() throws {
    let packets = Packets()
    packets.rate = 4000
    let map = try Self.map("10..12 50..51")
    #expect(complaint { try Self.play(map, by: packets) }.contains("do not match --format, --rate and --channels"))
    packets.isSilent = true
    #expect(
      throws: StreamFailure.inputOutput("the command of --source prints nothing; run the command by itself to see why")
    ) {
      try Self.play(map, by: packets)
    }
  }

  /// Stands in for a command that prints the noise as packets of 500 samples, with timestamps from 10 s on.
  private final class Packets: ClipCommand {
    var runs: [Double] = []
    private var sources: [MemorySource] = []
    let printsMore = true
    var excess = 0.0
    var rate = PartsFeedTests.rate
    var isSilent = false

    var ends: [Bool] { sources.compactMap(\.hadEnded) }

    func run(from: Double, for length: Double) throws(StreamFailure) -> any ByteSource {
      runs.append(from)
      do { sources.append(MemorySource(try bytes(from, length), chopping: 700)) } catch {
        throw .inputOutput("\(error)")
      }
      return sources[sources.count - 1]
    }

    private func bytes(_ from: Double, _ length: Double) throws -> [UInt8] {
      if isSilent { return [] }
      let format = try SoundFormat(.f64le, channels: 1, rate: rate)
      var writer = NUTWriter(PacketFormat.stream(of: format)!, timebase: Rational(1, Int64(rate))!, rate: nil)
      let first = Int(max(0, from - excess) * Double(rate)) / 500
      let last = min(Int((from + min(length, 1000) + excess) * Double(rate)) / 500 + 1, noise.count / 4000)
      return (first..<last).reduce(into: writer.header) { bytes, packet in
        bytes += writer.prefix(stamp: packet * 500 + 10 * rate, size: 4000)
        bytes += noise[packet * 4000..<(packet + 1) * 4000]
      }
    }
  }

  private static func play(_ map: TimeMap, by packets: Packets) throws -> Playing.Result {
    let playing = Playing(rate: rate)
    let format = try playing.format()
    return try playing.run(map) { needs in
      PartsFeed(of: needs, in: format, stampsFrom: 10, leastGap: 5, printedBy: packets)
    }
  }
}
