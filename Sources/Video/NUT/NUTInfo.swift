import Warp

/// Names and values that describe a NUT file. We know one: how many frames a second its stream should have.
enum NUTInfo {
  private static let rateName = "r_frame_rate"
  /// Guesses from irregular stamps come out as rates like this; ffmpeg does not believe them either.
  private static let largestRate = 1000.0

  /// Nil where the rate is not among them.
  static func rate(_ fields: inout NUTFields) throws(VideoError) -> FrameRate? {
    // The stream and the chapter described, its start and length.
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

  /// Takes a value of any type; nil for all but text.
  private static func text(_ fields: inout NUTFields) throws(VideoError) -> ArraySlice<UInt8>? {
    switch try fields.s() {
    case -1: return try fields.vb()
    // Its type's name, and bytes.
    case -2: _ = (try fields.vb(), try fields.vb())
    case -3: _ = try fields.s()
    case -4: _ = try fields.v()
    // A fraction, whose denominator is in the number that told so.
    case ..<(-4): _ = try fields.s()
    // The number is the value.
    default: break
    }
    return nil
  }

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
