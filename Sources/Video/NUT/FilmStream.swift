import NUT
import Pixels
import Streams
import Warp

/// The stream of a film that comes as NUT: video of any codec.
package struct FilmStream: Equatable, Sendable {
  let header: NUTStreamHeader
  let width: Int
  let height: Int
  /// Of a pixel; nil where it is not known.
  let aspect: Rational?

  /// Refuses what is not video.
  init(_ header: NUTStreamHeader) throws(VideoError) {
    guard case .video(let width, let height, let aspect) = header.stream.medium else {
      throw .unsupported(
        "the NUT stream is \(header.stream.medium.name), not video", byte: header.position,
        advice: "choose the video with ffmpeg -map 0:v:0")
    }
    (self.header, self.width, self.height, self.aspect) = (header, width, height, aspect)
  }

  /// Whether packets of both can be put into one stream.
  func isLike(_ other: FilmStream) -> Bool {
    header.stream == other.header.stream && header.timebase == other.header.timebase
  }

  /// Whether packets are frames as they are, not encoded.
  var isRaw: Bool { NUTFourCC.format(of: header.stream.fourCC) != nil }

  /// The layout of frames that are not encoded.
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

/// Reads all of a film that comes as NUT but the bytes of its packets.
struct FilmDemuxer {
  let stream: FilmStream
  private var demuxer: NUTDemuxer

  init<Source: ByteSource & ~Copyable>(_ input: inout ByteInput<Source>) throws(VideoError) {
    do throws(NUTError) { demuxer = try NUTDemuxer(&input) } catch { throw VideoError(error) }
    stream = try FilmStream(demuxer.header)
  }

  /// Frames a second, if that has been said so far.
  var rate: FrameRate? { demuxer.rate }

  /// Takes what stands before the bytes of the next packet, and says where that began; nil at the end of the stream.
  mutating func next<Source: ByteSource & ~Copyable>(
    _ input: inout ByteInput<Source>
  ) throws(VideoError) -> (frame: NUTFrameHeader, start: Int)? {
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
