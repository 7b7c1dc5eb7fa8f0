import Warp

/// Info packets of NUT: names and values that describe the file. One is used: how many frames a second the stream has.
enum NUTInfo {
  private static let rateName = "r_frame_rate"
  /// Rates from this on are not believed, nor does ffmpeg believe them: they are guesses from irregular stamps.
  private static let largestRate = 1000.0

  /// Nil where the rate is not among the values, or not believed.
  static func rate(_ fields: inout NUTFields) throws(VideoError) -> FrameRate? {
    // Which stream and chapter are described, and the chapter's start and length.
    _ = (try fields.v(), try fields.s(), try fields.v(), try fields.v())
    var rate: FrameRate?
    for _ in 0..<(try fields.v()) {
      let name = try fields.vb()
      if let text = try text(&fields), name.elementsEqual(rateName.utf8) {
        rate = try? FrameRateSyntax.parse(String(decoding: text, as: UTF8.self))
      }
    }
    return rate.flatMap { $0.value < largestRate ? $0 : nil }
  }

  /// Reads a value of any type; nil for all but text. The first number tells the type.
  private static func text(_ fields: inout NUTFields) throws(VideoError) -> ArraySlice<UInt8>? {
    switch try fields.s() {
    case -1: return try fields.vb()
    // The name of a type, and bytes.
    case -2: _ = (try fields.vb(), try fields.vb())
    case -3: _ = try fields.s()
    case -4: _ = try fields.v()
    // The numerator of a fraction; its denominator is in the number that told the type.
    case ..<(-4): _ = try fields.s()
    // A value that is not negative is itself the first number.
    default: break
    }
    return nil
  }

  /// The payload of a packet that says the rate, as text.
  static func payload(_ rate: FrameRate) -> [UInt8] {
    var payload = NUTPayload()
    payload.v(1)  // about the first stream
    payload.s(0)  // and no chapter,
    payload.v(0, 0)  // so without start and length
    payload.v(1)  // one value
    payload.vb(rateName.utf8)
    payload.s(-1)  // which is text
    payload.vb("\(rate.framesPerSecond.numerator)/\(rate.framesPerSecond.denominator)".utf8)
    return payload.bytes
  }
}
