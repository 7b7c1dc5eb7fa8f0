import Streams
import Warp

/// What is known of a packet before its bytes are read.
package struct PacketHead: Equatable, Sendable {
  /// When its frame is due, in units of the stream's timebase. Packets come in the order they are decoded in.
  package let stamp: Int
  /// Whether a decoder can begin with it.
  package let isKey: Bool
  /// How many bytes are in the stream, and which first ones were left out of it.
  let size: Int
  let elided: [UInt8]
}

/// Reads a NUT stream whose frames stay encoded, packet by packet: of each first its head and then its bytes.
package struct PacketReader<Source: ByteSource & ~Copyable>: ~Copyable {
  /// How many packets came whole.
  package private(set) var count = 0
  private var input: ByteInput<Source>
  private var demuxer: FilmDemuxer

  init(_ input: consuming ByteInput<Source>, _ demuxer: FilmDemuxer) {
    self.input = input
    self.demuxer = demuxer
  }

  package var stream: FilmStream { demuxer.stream }

  /// How many bytes of the input have been read.
  package var position: Int { input.position }

  package consuming func intoSource() -> Source { input.intoSource() }

  /// The next packet, or nil where the input ends between packets. The bytes of the one before have been taken.
  package mutating func next() throws(VideoError) -> PacketHead? {
    guard let (header, start) = try demuxer.next(&input) else {
      if count == 0 { throw .noFrame(byte: input.position) }
      return nil
    }
    guard header.elided.count <= header.size else {
      throw .malformed(
        "a packet of \(header.size) bytes has an elided header of \(header.elided.count) bytes", byte: start)
    }
    return PacketHead(
      stamp: header.stamp, isKey: header.isKey, size: header.size - header.elided.count,
      elided: header.elided)
  }

  /// The bytes of a packet; nil where the input ends inside it. Room is made for them as they come: the header may claim
  /// any size.
  package mutating func bytes(of head: PacketHead) throws(StreamFailure) -> [UInt8]? {
    var bytes = head.elided
    var left = head.size
    while left > 0 {
      let block = try input.read(min(left, max(Self.blockSize, bytes.count)))
      bytes += block
      left -= block.count
      if block.isEmpty { return nil }
    }
    count += 1
    return bytes
  }

  private static var blockSize: Int { 64 * 1024 }

  /// False where the input ends inside the packet.
  package mutating func skip(_ head: PacketHead) throws(StreamFailure) -> Bool {
    guard try input.skip(head.size) == head.size else { return false }
    count += 1
    return true
  }

  /// The error to report where the input has ended inside a packet.
  package var truncation: VideoError { .truncated("packet \(count)", byte: position) }
}
