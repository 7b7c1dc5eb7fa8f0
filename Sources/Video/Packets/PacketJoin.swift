import NUT
import Streams

/// Concatenates NUT streams: their packets unchanged, with the timestamps that they have. The streams are pieces of one
/// stream, which an encoder has made from consecutive ranges of output frames. Each begins with a keyframe that is
/// later than all frames of the previous piece.
package struct PacketJoin<Sink: ByteSink & ~Copyable>: ~Copyable {
  private var sink: Sink
  /// The stream of the first piece, and the writer of the result.
  private var whole: (stream: FilmStream, writer: NUTWriter)?
  /// The largest timestamp of all previous pieces.
  private var lastStamp = Int.min
  package private(set) var count = 0

  package init(to sink: consuming Sink) { self.sink = sink }

  /// Appends a piece. A piece without packets appends nothing.
  package mutating func add(_ source: any ByteSource) throws(VideoError) {
    var input = ByteInput(source)
    guard try input.peekedByte() != nil else { throw .empty }
    let demuxer = try FilmDemuxer(&input)
    try take(demuxer)
    let reader = PacketReader(input, demuxer)
    var largest = lastStamp
    while let head = try next(of: reader) {
      guard head.stamp > lastStamp, head.stamp >= 0 else {
        throw .untimely("this piece starts before the piece before it ends", advice: "list the pieces in order")
      }
      largest = max(largest, head.stamp)
      try copy(head, from: reader)
    }
    lastStamp = largest
  }

  private mutating func take(_ demuxer: FilmDemuxer) throws(VideoError) {
    if let whole {
      guard whole.stream.isLike(demuxer.stream) else {
        throw .malformed("this piece has another encoding than the pieces before it", byte: 0)
      }
      return
    }
    let header = demuxer.stream.header
    let writer = NUTWriter(header.stream, timebase: header.timebase, rate: demuxer.rate)
    whole = (demuxer.stream, writer)
    try write(writer.header)
  }

  private func next(of reader: PacketReader) throws(VideoError) -> PacketHead? {
    do throws(VideoError) { return try reader.next() } catch .noFrame { return nil }
  }

  private mutating func copy(_ head: PacketHead, from reader: PacketReader) throws(VideoError) {
    let bytes: [UInt8]?
    do throws(StreamFailure) { bytes = try reader.bytes(of: head) } catch { throw .stream(error) }
    guard let bytes else { throw reader.truncation }
    guard let prefix = whole?.writer.prefix(stamp: head.stamp, size: bytes.count, isKey: head.isKey) else { return }
    try write(prefix)
    try write(bytes)
    count += 1
  }

  private mutating func write(_ bytes: [UInt8]) throws(VideoError) {
    do throws(StreamFailure) { try sink.write(bytes.span) } catch { throw .stream(error) }
  }

  /// Writes all buffered packets. They are complete even if a piece is truncated.
  package mutating func flush() throws(StreamFailure) { try sink.flush() }

  /// Closes the output, which may report its failures only at this point.
  package consuming func finish() throws(VideoError) {
    guard count > 0 else { throw .noFrame(byte: 0) }
    do throws(StreamFailure) { try sink.finish() } catch { throw .stream(error) }
  }
}
