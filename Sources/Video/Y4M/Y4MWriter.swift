import Warp

/// Writes y4m. X tags for which ffmpeg has no room in the header line are left out, except the colour range: without it
/// the picture would get other brightness.
struct Y4MWriter: FrameWriter {
  /// In bytes, line feed included: ffmpeg refuses longer ones.
  private static let longestHeader = 95

  let header: [UInt8]

  init(_ format: StreamFormat) throws(VideoError) {
    guard let chroma = format.tags.chroma ?? Y4MChroma.word(for: format.layout.name) else {
      throw .inexpressible(
        "y4m cannot hold the pixel format \(format.layout.name)",
        advice: "use --output-format nut, or another -pix_fmt in ffmpeg")
    }
    var words = ["W\(format.width)", "H\(format.height)", "F\(Self.text(format.rate?.framesPerSecond))"]
    if let letter = format.tags.interlacing { words.append("I\(Character(Unicode.Scalar(letter)))") }
    words += ["A\(Self.text(format.aspect))", "C\(chroma)"]
    let start = words.reduce(Y4MHeader.magic) { $0 + [UInt8(ascii: " ")] + $1.utf8 }
    header = Self.adding(format.tags.extensions, to: start) + [UInt8(ascii: "\n")]
  }

  /// Without parameters, which ffmpeg would take for frames that last longer.
  func prefix(stamp: Int?) -> [UInt8] { Y4MReader.frameMark + [UInt8(ascii: "\n")] }

  private static func text(_ ratio: Rational?) -> String {
    ratio.map { "\($0.numerator):\($0.denominator)" } ?? "0:0"
  }

  /// Adds the X tags that fit in the line, in their order. The colour range is always added, so room for it is set
  /// aside first.
  private static func adding(_ extensions: [[UInt8]], to start: [UInt8]) -> [UInt8] {
    var room = longestHeader - 1 - start.count
    for tag in extensions where isColourRange(tag) { room -= 1 + tag.count }
    var line = start
    for tag in extensions {
      if !isColourRange(tag) {
        guard tag.count < room else { continue }
        room -= 1 + tag.count
      }
      line += [UInt8(ascii: " ")] + tag
    }
    return line
  }

  private static func isColourRange(_ tag: [UInt8]) -> Bool { tag.starts(with: "XCOLORRANGE=".utf8) }
}
