import Pixels
import Values

/// Parses the first line of a y4m stream into a `StreamFormat`.
struct Y4MHeader {
  static let magic = Array("YUV4MPEG2".utf8)

  /// The offset of the line in the stream.
  private let start: Int
  private var width: Int?
  private var height: Int?
  private var rate: FrameRate?
  private var aspect: Rational?
  private var tags = Y4MTags()

  /// Whether a line is a header, valid or not.
  static func begins(_ line: [UInt8]) -> Bool {
    line.starts(with: magic) && (line.count == magic.count || line[magic.count] == UInt8(ascii: " "))
  }

  /// - Parameters:
  ///   - line: the line without its line feed.
  ///   - start: the offset of the line in the stream.
  static func parse(_ line: [UInt8], at start: Int) throws(VideoError) -> StreamFormat {
    guard begins(line) else { throw .malformed("the line is not a y4m header", byte: start) }
    var header = Y4MHeader(start: start)
    for word in line.split(separator: UInt8(ascii: " ")).dropFirst() { try header.take(word) }
    return try header.format()
  }

  private init(start: Int) { self.start = start }

  /// Stores the value of a tag. Tags come in any order, the last of a kind counts, and unknown ones are ignored.
  private mutating func take(_ word: ArraySlice<UInt8>) throws(VideoError) {
    let value = word.dropFirst()
    switch word.first {
    case UInt8(ascii: "W"): width = try side(value)
    case UInt8(ascii: "H"): height = try side(value)
    case UInt8(ascii: "F"): rate = try rate(value)
    case UInt8(ascii: "A"): aspect = try ratio(value)
    case UInt8(ascii: "I"): tags.interlacing = try interlacing(value)
    case UInt8(ascii: "C"): tags.chroma = String(decoding: value, as: UTF8.self)
    case UInt8(ascii: "X"): tags.extensions.append(Array(word))
    default: break
    }
  }

  private func format() throws(VideoError) -> StreamFormat {
    guard let width, let height else { throw .malformed("the y4m header has no width and height", byte: start) }
    let chroma = tags.chroma ?? Y4MChroma.unspoken
    guard let name = Y4MChroma.format(of: chroma), let layout = PixelLayout(name, width: width, height: height) else {
      throw .unsupported(
        "the y4m pixel format '\(chroma)' is not supported", byte: start,
        advice: "convert the video with ffmpeg -pix_fmt yuv420p")
    }
    return StreamFormat(layout: layout, rate: rate, aspect: aspect, tags: tags)
  }

  private func side(_ digits: ArraySlice<UInt8>) throws(VideoError) -> Int {
    let sides = PixelLayout.sides
    guard let side = number(digits), sides.contains(Int(side)) else {
      let limits = "only \(sides.lowerBound) to \(sides.upperBound) are supported"
      throw malformed(digits, "a side of \(text(digits)) pixels, but \(limits)")
    }
    return Int(side)
  }

  private func rate(_ value: ArraySlice<UInt8>) throws(VideoError) -> FrameRate? {
    guard let ratio = try ratio(value) else { return nil }
    guard let rate = FrameRate(ratio) else { throw malformed(value, "'\(text(value))' is not a frame rate") }
    return rate
  }

  /// Returns nil if one of the terms is 0, which means that the ratio is unknown.
  private func ratio(_ value: ArraySlice<UInt8>) throws(VideoError) -> Rational? {
    let terms = value.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard terms.count == 2, let top = number(terms[0]), let bottom = number(terms[1]) else {
      throw malformed(value, "'\(text(value))' is not a ratio")
    }
    return top == 0 ? nil : Rational(top, bottom)
  }

  private func interlacing(_ value: ArraySlice<UInt8>) throws(VideoError) -> UInt8 {
    guard value.count == 1, let letter = value.first, "ptbm?".utf8.contains(letter) else {
      throw malformed(value, "'I\(text(value))' is not an interlacing mode")
    }
    return letter
  }

  private func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) else { return nil }
    return Int64(text(digits))
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private func malformed(_ value: ArraySlice<UInt8>, _ problem: String) -> VideoError {
    .malformed("the y4m header is wrong: \(problem)", byte: start + value.startIndex)
  }
}

/// The tags of a y4m header that affect neither the size of a frame nor its time. They are copied to the output.
package struct Y4MTags: Equatable, Sendable {
  /// `p`, `t`, `b`, `m` or `?`, as in the header; nil if there is no such tag.
  package var interlacing: UInt8?
  /// The word after C. Besides the pixel format, it states where the chroma samples are sited.
  package var chroma: String?
  /// Every X tag, with its X. Their meaning is not interpreted.
  package var extensions: [[UInt8]] = []

  package init() {}
}
