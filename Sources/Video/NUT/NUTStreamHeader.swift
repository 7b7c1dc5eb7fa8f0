import Pixels
import Warp

/// The header of the one stream of a NUT file.
struct NUTStreamHeader {
  private static let videoClass = 0
  private static let classes = ["video", "sound", "subtitles", "data"]

  let timebase: Rational
  /// How many low bits of a stamp may stand for all of it.
  let stampBits: Int
  let layout: PixelLayout
  let aspect: Rational?

  init(_ fields: inout NUTFields, _ main: NUTMainHeader) throws(VideoError) {
    let start = fields.position
    guard try fields.v() == 0 else { throw .malformed("the only NUT stream is not stream 0", byte: start) }
    try Self.requireVideo(try fields.v(), at: start)
    let fourCC = Array(try fields.vb())
    let timebase = try fields.v()
    stampBits = try fields.v()
    // How far stamps may be apart without a checksum, and by how many frames the order of decoding differs.
    _ = (try fields.v(), try fields.v())
    // The stream's flags, and data for a codec.
    _ = (try fields.v(), try fields.vb())
    let (width, height) = (try fields.v(), try fields.v())
    let (top, bottom) = (try fields.v(), try fields.v())

    guard main.timebases.indices.contains(timebase), stampBits < 16 else {
      throw .malformed("a NUT stream header counts time in an impossible way", byte: start)
    }
    self.timebase = main.timebases[timebase]
    layout = try Self.layout(fourCC, width: width, height: height, at: start)
    aspect = top == 0 ? nil : Rational(Int64(top), Int64(bottom))
  }

  private static func requireVideo(_ number: Int, at start: Int) throws(VideoError) {
    guard number == videoClass else {
      let found = classes.indices.contains(number) ? classes[number] : "something unknown"
      throw .unsupported(
        "the NUT stream is \(found), not video", byte: start, advice: "choose the video with ffmpeg's -map 0:v:0")
    }
  }

  private static func layout(
    _ fourCC: [UInt8], width: Int, height: Int, at start: Int
  ) throws(VideoError) -> PixelLayout {
    guard let name = NUTFourCC.format(of: fourCC) else {
      let code = fourCC.map { (0x21...0x7E).contains($0) ? String(UnicodeScalar($0)) : "[\($0)]" }.joined()
      throw .unsupported(
        "'\(code)' is no raw video we know", byte: start,
        advice: "decode it with ffmpeg's -c:v rawvideo -pix_fmt yuv420p")
    }
    guard let layout = PixelLayout(name, width: width, height: height) else {
      throw .malformed("frames of \(width)x\(height) pixels are not possible", byte: start)
    }
    return layout
  }
}
