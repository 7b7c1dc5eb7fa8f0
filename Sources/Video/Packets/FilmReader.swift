import Streams
import Values

/// The reader of a film whose frames are either raw or stay encoded in packets.
package enum FilmReader {
  case frames(FrameReader)
  case packets(PacketReader)

  /// - Parameter takesPackets: whether frames may stay encoded. If not, an encoded film is an error.
  package static func open(_ source: any ByteSource, takesPackets: Bool) throws(VideoError) -> FilmReader {
    var input = ByteInput(source)
    guard let byte = try input.peekedByte() else { throw .empty }
    guard let container = Container(firstByte: byte) else { throw .malformed(Container.unknown, byte: 0) }
    guard takesPackets, container.isStamped else { return .frames(try FrameReader(input, container)) }
    let demuxer = try FilmDemuxer(&input)
    if demuxer.stream.isRaw { return .frames(FrameReader(input, container, try NUTReader(demuxer))) }
    return .packets(PacketReader(input, demuxer))
  }
}

extension PacketReader {
  /// The reader of a film of which each frame is a packet, encoded or not.
  package convenience init(_ source: any ByteSource) throws(VideoError) {
    var input = ByteInput(source)
    guard let byte = try input.peekedByte() else { throw .empty }
    guard Container(firstByte: byte)?.isStamped == true else {
      throw .unsupported("the input is not NUT", byte: 0, advice: "write it with ffmpeg -c copy -f nut")
    }
    let demuxer = try FilmDemuxer(&input)
    self.init(input, demuxer)
  }
}
