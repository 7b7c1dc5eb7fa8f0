import Values

/// Writes y4m. X tags that exceed ffmpeg's limit for the header line are dropped, except the colour range, without
/// which the brightness would change.
struct Y4MWriter: FrameWriter {
  /// The limit in bytes, including the line feed. ffmpeg rejects longer header lines.
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

  /// Has no parameters, because ffmpeg would read them as a longer frame.
  func prefix(stamp: Int?) -> [UInt8] { Y4MReader.frameMark + [UInt8(ascii: "\n")] }

  private static func text(_ ratio: Rational?) -> String {
    ratio.map { "\($0.numerator):\($0.denominator)" } ?? "0:0"
  }

  /// Appends the X tags that fit into the line, in their order. The colour range is always appended, so its room is
  /// reserved first.
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
