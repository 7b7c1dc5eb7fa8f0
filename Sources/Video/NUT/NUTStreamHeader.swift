import Pixels
import Warp

/// The header of the one stream of a NUT file: video of any codec.
package struct NUTStreamHeader: Equatable, Sendable {
  private static let videoClass = 0
  private static let classes = ["video", "sound", "subtitles", "data"]

  let fourCC: [UInt8]
  let timebase: Rational
  /// How many low bits of a stamp may stand for all of it.
  let stampBits: Int
  /// By how many packets the order in which they are decoded differs from that in which they are shown.
  let delay: Int
  /// What the decoder has to know before the first packet.
  let codecData: [UInt8]
  let width: Int
  let height: Int
  let aspect: Rational?
  /// The byte of the input at which it begins.
  private let position: Int

  init(_ fields: inout NUTFields, _ main: NUTMainHeader) throws(VideoError) {
    let start = fields.position
    position = start
    guard try fields.v() == 0 else { throw .malformed("the only NUT stream is not stream 0", byte: start) }
    try Self.requireVideo(try fields.v(), at: start)
    fourCC = Array(try fields.vb())
    let timebase = try fields.v()
    stampBits = try fields.v()
    // How far stamps may be apart without a checksum.
    _ = try fields.v()
    delay = try fields.v()
    // The stream's flags.
    _ = try fields.v()
    codecData = Array(try fields.vb())
    (width, height) = (try fields.v(), try fields.v())
    let (top, bottom) = (try fields.v(), try fields.v())

    guard main.timebases.indices.contains(timebase), stampBits < 16 else {
      throw .malformed("a NUT stream header counts time in an impossible way", byte: start)
    }
    self.timebase = main.timebases[timebase]
    aspect = top == 0 ? nil : Rational(Int64(top), Int64(bottom))
  }

  private static func requireVideo(_ number: Int, at start: Int) throws(VideoError) {
    guard number == videoClass else {
      let found = classes.indices.contains(number) ? classes[number] : "something unknown"
      throw .unsupported(
        "the NUT stream is \(found), not video", byte: start, advice: "choose the video with ffmpeg's -map 0:v:0")
    }
  }

  /// Whether packets of both can be put into one stream.
  func isLike(_ other: NUTStreamHeader) -> Bool {
    fourCC == other.fourCC && timebase == other.timebase && delay == other.delay && codecData == other.codecData
      && width == other.width && height == other.height && aspect == other.aspect
  }

  /// Whether packets are frames as they are, not encoded.
  var isRaw: Bool { NUTFourCC.format(of: fourCC) != nil }

  /// The layout of frames that are not encoded.
  func layout() throws(VideoError) -> PixelLayout {
    guard let name = NUTFourCC.format(of: fourCC) else {
      throw .unsupported(
        "'\(codecName)' is no raw video we know", byte: position,
        advice:
          "decode it with ffmpeg's -c:v rawvideo -pix_fmt yuv420p, or let its packets through with --vfr, from standard input"
      )
    }
    guard let layout = PixelLayout(name, width: width, height: height) else {
      throw .malformed("frames of \(width)x\(height) pixels are not possible", byte: position)
    }
    return layout
  }

  private var codecName: String {
    fourCC.map { (0x21...0x7E).contains($0) ? String(UnicodeScalar($0)) : "[\($0)]" }.joined()
  }
}
