import NUT
import Streams
import Video
import Warp

/// The target that reads encoded frames in NUT.
extension Target {
  static let packets = [
    Target(
      name: "packets", words: ["\u{7F}", "\0", "\u{1}", "\u{7}", "H264", "25/1"] + NUTParts.words,
      seeds: { [NUTParts.encodedSample] }, run: { try readPackets(NUTParts.stream($0)) })
  ]

  struct Packet: Equatable {
    let stamp: Int
    let isKey: Bool
    let bytes: [UInt8]
  }

  /// Returns nil for raw frames, which other targets read.
  private static func reader(_ source: MemorySource) throws -> PacketReader? {
    switch try FilmReader.open(source, takesPackets: true) {
    case .packets(let reader): return reader
    case .frames: return nil
    }
  }

  static func packets(_ source: MemorySource) throws -> [Packet] {
    guard let reader = try reader(source) else { return [] }
    var packets: [Packet] = []
    while let head = try reader.next() {
      guard let bytes = try reader.bytes(of: head) else { throw reader.truncation }
      packets.append(Packet(stamp: head.stamp, isKey: head.isKey, bytes: bytes))
    }
    return packets
  }

  /// Checks that a label is found at the end of any stream, and that no label is found without one.
  private static func checkLabels(_ bytes: [UInt8]) {
    let tail = Array(bytes.suffix(PieceLabel.searched))
    expect(PieceLabel.text(endOf: tail) == nil, "a stream without a label has none")
    let labelled = Array((bytes + PieceLabel.bytes("piece 1/2\nand more")).suffix(PieceLabel.searched))
    expect(PieceLabel.text(endOf: labelled) == "piece 1/2\nand more", "a label is read as it was written")
    expect(PieceLabel.text(endOf: labelled.dropLast()) == nil, "what is cut off has no label")
  }

  /// Joins a stream with nothing, which must change nothing, and with itself, which must be refused.
  private static func join(_ bytes: [UInt8], _ read: [Packet]) throws {
    guard try reader(MemorySource(bytes)) != nil else { return }
    let sink = MemorySink()
    var join = PacketJoin(to: sink)
    try join.add(MemorySource(bytes, chopping: 11))
    let again = Result { try join.add(MemorySource(bytes)) }
    expect(read.isEmpty || (try? again.get()) == nil, "pieces come one after the other")
    try join.finish()
    let joined = try packets(MemorySource(sink.bytes))
    expect(Array(joined.prefix(read.count)) == read, "packets are joined as they are")
  }

  /// Reads a stream in one piece and in small portions, which must give the same packets. Retiming must keep the
  /// packets and their order.
  @Sendable private static func readPackets(_ bytes: [UInt8]) throws {
    let whole = Result { try packets(MemorySource(bytes)) }
    let chopped = Result { try packets(MemorySource(bytes, chopping: 7)) }
    expect((try? whole.get()) == (try? chopped.get()), "packets read in chunks are the same")
    checkLabels(bytes)
    let read = try whole.get()
    try join(bytes, read)
    guard let reader = try reader(MemorySource(bytes)) else { return }
    let map = try TimeMap(scale: bytes.count % 2 == 0 ? 1 : 3, duration: bytes.count % 3 == 0 ? 2 : nil)
    let sink = MemorySink()
    var retimer = try PacketRetimer(
      reader, PacketCourse(map), timebase: .standard, holdsEnd: bytes.count % 5 == 0, to: sink)
    try retimer.run { _, _ in }
    _ = retimer.report
    try retimer.close()
    let written = try packets(MemorySource(sink.bytes))
    var rest = read[...]
    for packet in written {
      while let next = rest.first, next.bytes != packet.bytes || next.isKey != packet.isKey { rest.removeFirst() }
      expect(!rest.isEmpty, "packets are written as they were read, in their order")
      rest = rest.dropFirst()
    }
  }
}
