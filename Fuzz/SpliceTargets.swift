import NUT
import Streams
import Values
import Video
import Warp

/// The target that cuts encoded frames.
extension Target {
  static let splices = [
    Target(
      name: "splices",
      words: ["\0\0\u{1}", "\0\0\0\u{1}", "\u{7F}", "\0\0\u{3}", "\u{40}\u{1}", "\u{42}\u{1}", "\u{44}\u{1}"],
      seeds: { [sample(.h264), sample(.hevc)] }, run: { try cut(stream($0)) })
  ]

  private enum Codec: String {
    case h264 = "H264"
    case hevc = "HEVC"
  }

  /// Packets after the mark 0x7F, each with a first byte that says when it is shown.
  private static func sample(_ codec: Codec) -> [UInt8] {
    let start: [UInt8] = [0, 0, 0, 1]
    func packet(_ number: Int) -> [UInt8] {
      let isEntry = number % 8 == 0
      let shown = UInt8(isEntry || number % 8 == 7 ? number : number % 2 == 1 ? number + 1 : number - 1)
      switch codec {
      case .h264:
        let set = isEntry ? start + [103, 100, 0, 30, 0xAC, 217] + start + [104, 0xEB, 1] : []
        return [shown] + set + start + [6, 6, 1, 0xC0, 0x80] + start + [isEntry ? 101 : 65, 0x88, 1, UInt8(number)]
      case .hevc:
        let set: [UInt8] = isEntry ? start + [64, 1, 12, 1] + start + [68, 1, 0xC1, 9] : []
        return [shown] + set + start + [isEntry ? 42 : 2, 1, isEntry ? 0xAB : 0xCB, UInt8(number)]
      }
    }
    return [codec == .h264 ? 0 : 1] + (0..<32).flatMap { [0x7F] + packet($0) }
  }

  private static func stream(_ bytes: [UInt8]) -> [UInt8] {
    let parts = bytes.split(separator: 0x7F, omittingEmptySubsequences: false)
    let codec: Codec = parts.first?.first == 1 ? .hevc : .h264
    var writer = NUTWriter(
      .init(fourCC: Array(codec.rawValue.utf8), .video(width: 64, height: 48, aspect: nil), delay: 2),
      timebase: Rational(1, 25)!, rate: nil)
    return parts.dropFirst().reduce(writer.header) { stream, part in
      let packet = Array(part.dropFirst())
      return stream + writer.prefix(stamp: Int(part.first ?? 0), size: packet.count, isKey: packet.count > 30) + packet
    }
  }

  /// Prints the stream from its beginning, whatever part is asked for.
  private struct Printing: ClipCommand {
    let bytes: [UInt8]
    var printsMore: Bool { false }

    func run(from: Double, for length: Double) -> any ByteSource { MemorySource(bytes) }
  }

  /// What an encoder makes of a feed: the marked frames in the order of their times, each row from a keyframe on.
  private static func encoded(_ feed: [UInt8]) throws -> [UInt8] {
    let stream = try PacketReader(MemorySource(feed)).stream.header
    var writer = NUTWriter(stream.stream, timebase: stream.timebase, rate: nil)
    let wanted = try packets(MemorySource(feed)).filter { SpliceMark(in: $0.stamp) != .unwanted }.sorted {
      $0.stamp < $1.stamp
    }
    return wanted.reduce(writer.header) { bytes, packet in
      bytes
        + writer.prefix(stamp: packet.stamp, size: packet.bytes.count, isKey: SpliceMark(in: packet.stamp) == .first)
        + packet.bytes
    }
  }

  /// Lists the packets of a stream, plans a cut by the list, and carries it out.
  private static func cut(_ bytes: [UInt8]) throws {
    let lines = MemorySink()
    var list = PacketList(try PacketReader(MemorySource(bytes, chopping: 13)), to: lines)
    try list.run()
    try list.finish()
    let words = lines.bytes.split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self).split(separator: " ").map(String.init)
    }
    let frames = words.compactMap { words in
      words.count == 2
        ? CodedFrame.Entry(rawValue: words[1]).map { CodedFrame(stamp: Int(words[0]) ?? 0, entry: $0) } : nil
    }
    guard let tick = words.first?.last.flatMap({ Rational(positive: $0) }), frames.count > 1 else { return }
    let coded = try CodedFrames(frames, tick: tick)
    let length = Double(frames.map(\.stamp).max() ?? 0) * tick.value
    let map = try TimeMap(scale: 1, duration: length).leaving(
      out: SourceParts([.init(from: length * 0.3, to: length * 0.5)]), asked: "")
    let splice = try Splice(coded.parts(along: map, in: length), of: coded, timebase: .standard)
    expect(try Splice(parsing: splice.text) == splice, "a splice table is read as it was written")
    let fed = MemorySink()
    if splice.encodedCount > 0 {
      var feed = try SpliceFeed(splice, from: Printing(bytes: bytes), to: fed)
      try feed.run()
      try feed.finish()
      expect(try packets(MemorySource(fed.bytes)).count >= splice.encodedCount, "all frames to encode are fed")
    }
    let encoded = splice.encodedCount > 0 ? MemorySource(try Self.encoded(fed.bytes)) : nil
    let result = MemorySink()
    var splicer = try PacketSplicer(
      splice, from: Printing(bytes: bytes), encoded: encoded, to: result)
    try splicer.run { _ in }
    try splicer.finish()
    expect(try packets(MemorySource(result.bytes)).count == splice.count, "a cut has all its frames")
  }
}
