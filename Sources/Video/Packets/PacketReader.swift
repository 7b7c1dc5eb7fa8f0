import Streams
import Values

/// The facts about a packet that are known before its bytes are read.
package struct PacketHead: Equatable, Sendable {
  /// The timestamp of the packet's frame, in units of the stream's timebase. Packets come in decoding order.
  package let stamp: Int
  /// Whether decoding can begin at this packet.
  package let isKey: Bool
  /// The number of bytes that are in the stream.
  let size: Int
  /// The first bytes of the packet, which the stream leaves out.
  let elided: [UInt8]
}

/// Reads a NUT stream whose frames stay encoded, packet by packet: first the head of a packet, then its bytes.
package final class PacketReader {
  /// The number of complete packets read.
  package private(set) var count = 0
  private var input: ByteInput
  private var demuxer: FilmDemuxer

  init(_ input: consuming ByteInput, _ demuxer: FilmDemuxer) {
    self.input = input
    self.demuxer = demuxer
  }

  package var stream: FilmStream { demuxer.stream }

  /// Frames per second, if the stream has stated the rate so far.
  var rate: FrameRate? { demuxer.rate }

  /// The number of bytes of the input that have been read.
  package var position: Int { input.position }

  /// The head of the next packet; nil if the input ends between packets. The caller has already taken the bytes of the
  /// previous packet.
  package func next() throws(VideoError) -> PacketHead? {
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

  /// The bytes of a packet; nil if the input ends inside it. Memory grows with the bytes that arrive, since the header
  /// may claim any size.
  package func bytes(of head: PacketHead) throws(StreamFailure) -> [UInt8]? {
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

  /// Skips the bytes of a packet. Returns false if the input ends inside it.
  package func skip(_ head: PacketHead) throws(StreamFailure) -> Bool {
    guard try input.skip(head.size) == head.size else { return false }
    count += 1
    return true
  }

  /// The error to report if the input has ended inside a packet.
  package var truncation: VideoError { .truncated("packet \(count)", byte: position) }
}
