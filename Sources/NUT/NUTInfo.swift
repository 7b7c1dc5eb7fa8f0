import Values

/// Info packets of NUT: names and values that describe the file. Two values are used: the frame rate, and the label of
/// a piece (`PieceLabel`).
enum NUTInfo {
  /// The part of the file that the values describe.
  enum Subject: Int {
    case file = 0
    case firstStream = 1
  }

  private static let rateName = "r_frame_rate"
  /// Rates from this one up are ignored, as ffmpeg ignores them: they are guesses from irregular timestamps.
  private static let largestRate = 1000.0

  /// The frame rate of an info packet; nil if it has none, or one of at least `largestRate`.
  static func rate(_ fields: inout NUTFields) throws(NUTError) -> FrameRate? {
    let rate = try text(named: rateName, in: &fields).flatMap { try? FrameRateSyntax.parse($0) }
    return rate.flatMap { $0.value < largestRate ? $0 : nil }
  }

  /// The text of the last value named `wanted`; nil if there is none.
  static func text(named wanted: String, in fields: inout NUTFields) throws(NUTError) -> String? {
    // The stream and the chapter described, and the chapter's start and length.
    _ = (try fields.v(), try fields.s(), try fields.v(), try fields.v())
    var found: String?
    for _ in 0..<(try fields.v()) {
      let name = try fields.vb()
      if let text = try text(&fields), name.elementsEqual(wanted.utf8) { found = String(decoding: text, as: UTF8.self) }
    }
    return found
  }

  /// Reads a value of any type; nil unless it is text. The first number tells the type.
  private static func text(_ fields: inout NUTFields) throws(NUTError) -> ArraySlice<UInt8>? {
    switch try fields.s() {
    case -1: return try fields.vb()
    // A value of a named type: the name, and bytes.
    case -2: _ = (try fields.vb(), try fields.vb())
    case -3: _ = try fields.s()
    case -4: _ = try fields.v()
    // The numerator of a fraction; the type number contains the denominator.
    case ..<(-4): _ = try fields.s()
    // A number that is not negative is the value itself.
    default: break
    }
    return nil
  }

  /// The payload of a packet that states the frame rate.
  static func payload(_ rate: FrameRate) -> [UInt8] {
    payload(rateName, "\(rate.framesPerSecond.numerator)/\(rate.framesPerSecond.denominator)", about: .firstStream)
  }

  /// The payload of a packet with one text value.
  static func payload(_ name: String, _ text: String, about subject: Subject) -> [UInt8] {
    var payload = NUTPayload()
    payload.v(subject.rawValue)
    payload.s(0)  // no chapter,
    payload.v(0, 0)  // so without start and length
    payload.v(1)  // one value
    payload.vb(name.utf8)
    payload.s(-1)  // which is text
    payload.vb(text.utf8)
    return payload.bytes
  }
}
