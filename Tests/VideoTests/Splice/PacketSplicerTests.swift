import NUT
import Streams
import TestSupport
import Testing
import Values

@testable import Video
@testable import Warp

/// `SpliceFeed` and `PacketSplicer` on packets that look like H.264: what is read, and what comes out.
@Suite struct PacketSplicerTests {
  /// The film: 40 frames of 1/10 s, a clean entry every ten, decoded in the order 0 2 1 4 3.
  private static let tick = Rational(1, 10)!
  private static let set: [UInt8] = [103, 100, 0, 30, 0xAC]
  private static let otherSet: [UInt8] = [103, 100, 0, 30, 0x4C]

  private static func order(_ count: Int) -> [Int] {
    (0..<count).map { $0 % 10 == 0 ? $0 : $0 % 10 == 9 ? $0 : $0 % 2 == 1 ? $0 + 1 : $0 - 1 }
  }

  private static func frame(_ number: Int, from source: UInt8) -> [UInt8] {
    [0, 0, 0, 1, number % 10 == 0 ? 101 : 65, source, UInt8(number)]
  }

  private static func writer(_ unit: Rational, _ data: [UInt8]) -> NUTWriter {
    NUTWriter(
      .init(fourCC: Array("H264".utf8), .video(width: 64, height: 48, aspect: nil), delay: 1, codecData: data),
      timebase: unit, rate: nil)
  }

  /// Prints the film from the entry before a time, as ffmpeg does after a seek. The first run begins `late` seconds
  /// too late.
  private final class Film: ClipCommand {
    var printsMore: Bool { false }
    var starts: [Double] = []
    let late: Double

    init(late: Double = 0) { self.late = late }

    func run(from: Double, for length: Double) throws(StreamFailure) -> any ByteSource {
      starts.append(from)
      let first = Int((from + (from > 0 ? late : 0)) * 10) / 10 * 10
      var writer = PacketSplicerTests.writer(PacketSplicerTests.tick, [0, 0, 0, 1] + PacketSplicerTests.set)
      var bytes = writer.header
      for number in PacketSplicerTests.order(40) where number >= first {
        let packet = (number % 10 == 0 ? [0, 0, 0, 1] + PacketSplicerTests.set : []) + frame(number, from: 1)
        bytes += writer.prefix(stamp: number, size: packet.count, isKey: number % 10 == 0) + packet
      }
      return MemorySource(bytes, chopping: 5)
    }
  }

  private static func splice(_ parts: Range<Int>...) throws -> Splice {
    let frames = try CodedFrames(
      order(40).map { CodedFrame(stamp: $0, entry: $0 % 10 == 0 ? .clean : .none) }, tick: tick)
    var warped = 0.0
    let spliced = parts.map { part in
      defer { warped += Double(part.count) / 10 }
      return SplicedPart(
        frames: part, start: Double(part.lowerBound) / 10, end: Double(part.upperBound) / 10, warped: warped)
    }
    return try Splice(spliced, of: frames, timebase: Timebase(ticksPerSecond: 100)!)
  }

  private static func packets(_ bytes: [UInt8]) throws -> [(head: PacketHead, bytes: [UInt8])] {
    let reader = try PacketReader(MemorySource(bytes))
    var packets: [(head: PacketHead, bytes: [UInt8])] = []
    while let head = try reader.next() { packets.append((head, try #require(try reader.bytes(of: head)))) }
    return packets
  }

  private func feed(_ splice: Splice, _ film: Film = Film()) throws -> [UInt8] {
    let sink = MemorySink()
    var feed = try SpliceFeed(splice, from: film, to: sink)
    try feed.run()
    try feed.finish()
    return sink.bytes
  }

  /// What an encoder makes of a feed: the marked frames in the order of their times, each row from a keyframe on.
  private func encoded(_ feed: [UInt8], missing: Int = 0) throws -> [UInt8] {
    var writer = Self.writer(Rational(1, 800)!, [0, 0, 0, 1] + Self.otherSet)
    let wanted = try Self.packets(feed).filter { SpliceMark(in: $0.head.stamp) != .unwanted }.sorted {
      $0.head.stamp < $1.head.stamp
    }
    return wanted.dropLast(missing).reduce(writer.header) { bytes, packet in
      let isKey = SpliceMark(in: packet.head.stamp) == .first
      let frame: [UInt8] = [0, 0, 0, 1, isKey ? 101 : 65, 2, packet.bytes[packet.bytes.count - 1]]
      return bytes + writer.prefix(stamp: packet.head.stamp * 2, size: frame.count, isKey: isKey) + frame
    }
  }

  private func result(_ splice: Splice, _ film: Film = Film(), missing: Int = 0) throws -> [UInt8] {
    let encoded = splice.encodedCount > 0 ? MemorySource(try self.encoded(feed(splice), missing: missing)) : nil
    let sink = MemorySink()
    var splicer = try PacketSplicer(splice, from: film, encoded: encoded, to: sink)
    try splicer.run { _ in }
    try splicer.finish()
    return sink.bytes
  }

  /// The frames of a result in the order in which they are shown: the time, where each comes from, and its number.
  private func shown(_ bytes: [UInt8]) throws -> [String] {
    try Self.packets(bytes).sorted { $0.head.stamp < $1.head.stamp }.map { packet in
      "\(packet.head.stamp) \(packet.bytes[5] == 1 ? "copied" : "made") \(packet.bytes[6])"
    }
  }

  @Test func framesComeOnceAndInOrder() throws {
    let bytes = try result(try Self.splice(7..<23, 35..<40, 12..<14))
    let numbers = [7..<23, 35..<40, 12..<14].flatMap { Array($0) }
    let made: Set = [7, 8, 9, 35, 36, 37, 38, 39, 12, 13]
    let due = numbers.enumerated().map { index, number in
      "\(index * 10) \(made.contains(number) && !(3...13).contains(index) ? "made" : "copied") \(number)"
    }
    #expect(try shown(bytes) == due)
    // The header has the sets of both, and no frame contains any.
    let header = try PacketReader(MemorySource(bytes)).stream.header.stream
    #expect(header.codecData == [0, 0, 0, 1] + Self.set + [0, 0, 0, 1] + Self.otherSet)
    #expect(try Self.packets(bytes).allSatisfy { $0.bytes.count == 7 })
    let keys = try Self.packets(bytes).filter(\.head.isKey).map(\.head.stamp)
    #expect(keys.first == 0 && keys.contains(30) && keys.contains(160) && keys.contains(210))
  }

  /// The film is read once if parts come in its order, and again from an earlier place if they do not. A run that
  /// begins too late is repeated.
  @Test func theFilmIsReadAsOftenAsNeeded() throws {
    func starts(_ splice: Splice, late: Double = 0) throws -> [Double] {
      let film = Film(late: late)
      _ = try result(splice, film)
      return film.starts
    }
    #expect(try starts(Self.splice(0..<10, 20..<40)) == [0])
    #expect(try starts(Self.splice(30..<40, 10..<20)) == [2, 0])
    #expect(try starts(Self.splice(30..<40), late: 3) == [2, 0])
  }

  /// Frames before an entry are not read, those after a row only as far as frames of the row need them.
  @Test func theFeedMarksFrames() throws {
    let packets = try Self.packets(feed(Self.splice(13..<16)))
    #expect(
      packets.map { "\($0.head.stamp / 4) \($0.head.stamp % 4)" } == [
        "0 2", "20 2", "10 2", "40 1", "30 0", "60 2", "50 1",
      ])
  }

  @Test func whatIsMissingIsAnError() throws {
    let splice = try Self.splice(7..<23)
    #expect(throws: VideoError.self) { try result(splice, missing: 1) }
    #expect(throws: VideoError.self) { try result(splice, missing: 99) }
    // A film of another unit, and one that has become shorter.
    let other = Splice(rows: splice.rows, timebase: splice.timebase, tick: Rational(1, 11)!)
    #expect(throws: VideoError.self) { try result(other) }
    let longer = Splice(
      rows: [.init(count: 3, stamps: 38..<41, warped: 0, source: nil)], timebase: splice.timebase,
      tick: splice.tick)
    #expect(throws: VideoError.self) { try result(longer) }
  }

  @Test func packetsAreListed() throws {
    let sink = MemorySink()
    var list = PacketList(try PacketReader(Film().run(from: 2.5, for: 1)), to: sink)
    try list.run()
    try list.finish()
    let lines = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "# warp packets 1, in units of 1/10" && lines.last == "set 7 0")
    #expect(lines[1...4].elementsEqual(["20 idr", "22 -", "21 -", "24 -"]))
  }
}
