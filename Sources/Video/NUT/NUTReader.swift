import Pixels
import Streams

/// Reads NUT with one stream of raw video, as ffmpeg writes it.
struct NUTReader: ContainerReader {
  private var demuxer: FilmDemuxer
  private let layout: PixelLayout
  private var lastStamp: Int?

  init(_ demuxer: FilmDemuxer) throws(VideoError) {
    layout = try demuxer.stream.layout()
    self.demuxer = demuxer
  }

  var format: StreamFormat {
    StreamFormat(
      layout: layout, rate: demuxer.rate, aspect: demuxer.stream.aspect, timebase: demuxer.stream.header.timebase)
  }

  mutating func nextFrame(_ input: inout ByteInput) throws(VideoError) -> FrameHead? {
    guard let (header, start) = try demuxer.next(&input) else {
      if lastStamp == nil { throw .noFrame(byte: input.position) }
      return nil
    }
    let due = layout.frameBytes
    guard header.size == due, header.elided.count <= due else {
      throw .malformed("a frame has \(header.size) bytes instead of \(due)", byte: start)
    }
    if let lastStamp, header.stamp <= lastStamp {
      throw .malformed(
        "a frame has the timestamp \(header.stamp), which is not later than \(lastStamp) before it", byte: start)
    }
    lastStamp = header.stamp
    return FrameHead(stamp: header.stamp, offset: input.position, elided: header.elided)
  }
}
