import NUT
import Pixels
import Streams
import Values

/// The stream of a film in NUT: video of any codec.
package struct FilmStream: Equatable, Sendable {
  package let header: NUTStreamHeader
  let width: Int
  let height: Int
  /// The aspect ratio of a pixel; nil if unknown.
  let aspect: Rational?

  /// Throws if the stream is not video.
  init(_ header: NUTStreamHeader) throws(VideoError) {
    guard case .video(let width, let height, let aspect) = header.stream.medium else {
      throw .unsupported(
        "the NUT stream is \(header.stream.medium.name), not video", byte: header.position,
        advice: "choose the video with ffmpeg -map 0:v:0")
    }
    (self.header, self.width, self.height, self.aspect) = (header, width, height, aspect)
  }

  /// Whether packets of both streams can go into one stream.
  func isLike(_ other: FilmStream) -> Bool {
    header.stream == other.header.stream && header.timebase == other.header.timebase
  }

  /// Whether the packets are uncompressed frames.
  var isRaw: Bool { NUTFourCC.format(of: header.stream.fourCC) != nil }

  /// The layout of uncompressed frames.
  func layout() throws(VideoError) -> PixelLayout {
    guard let name = NUTFourCC.format(of: header.stream.fourCC) else {
      throw .unsupported(
        "'\(header.stream.codecName)' is not a supported raw video format", byte: header.position,
        advice:
          "decode with ffmpeg -c:v rawvideo -pix_fmt yuv420p, or keep the encoding with --vfr from standard input"
      )
    }
    guard let layout = PixelLayout(name, width: width, height: height) else {
      throw .malformed("frames of \(width)x\(height) pixels are not supported", byte: header.position)
    }
    return layout
  }
}

/// Reads everything in a film in NUT except the bytes of its packets.
struct FilmDemuxer {
  let stream: FilmStream
  private var demuxer: NUTDemuxer

  init(_ input: inout ByteInput) throws(VideoError) {
    do throws(NUTError) { demuxer = try NUTDemuxer(&input) } catch { throw VideoError(error) }
    stream = try FilmStream(demuxer.header)
  }

  /// Frames per second, if the stream has stated the rate so far.
  var rate: FrameRate? { demuxer.rate }

  /// Reads up to the bytes of the next packet. Returns the packet's header and the offset where it began; nil at the
  /// end of the stream.
  mutating func next(_ input: inout ByteInput) throws(VideoError) -> (frame: NUTFrameHeader, start: Int)? {
    do throws(NUTError) { return try demuxer.next(&input) } catch { throw VideoError(error) }
  }
}

extension VideoError {
  init(_ error: NUTError) {
    self =
      switch error {
      case .malformed(let problem, let byte): .malformed(problem, byte: byte)
      case .unsupported(let problem, let byte, let advice): .unsupported(problem, byte: byte, advice: advice)
      case .truncated(let part, let byte): .truncated(part, byte: byte)
      case .stream(let failure): .stream(failure)
      }
  }
}
