import Values

/// A time as in subtitles, with its notation.
struct ClockTime: Equatable, Sendable {
  /// The notations that a format allows.
  struct Style: Equatable, Sendable {
    /// 3 for thousandths, 2 for hundredths.
    let fractionDigits: Int
    let separators: [UInt8]
    let mayOmitHours: Bool

    var ticksPerSecond: Int { fractionDigits == 3 ? 1000 : 100 }
  }

  /// The position in the text.
  let range: Range<Int>
  /// In the format's unit.
  let ticks: Int
  /// The number of digits of the hours; 0 if there are no hours.
  private let hourDigits: Int
  private let separator: UInt8
  let style: Style

  var seconds: Double { Double(ticks) / Double(style.ticksPerSecond) }

  /// Reads a time at the start of `text`; nil if there is none.
  init?(_ text: ArraySlice<UInt8>, _ style: Style) {
    var fields: [(digits: Int, value: Int)] = []
    var rest = text
    while let field = Self.number(&rest) {
      fields.append(field)
      guard fields.count < 3, rest.first == UInt8(ascii: ":") else { break }
      rest.removeFirst()
    }
    guard fields.count == 3 || fields.count == 2 && style.mayOmitHours, let separator = rest.first,
      style.separators.contains(separator)
    else { return nil }
    rest.removeFirst()
    guard let fraction = Self.number(&rest), fraction.digits == style.fractionDigits else { return nil }
    let hours = fields.count == 3 ? fields.removeFirst() : (digits: 0, value: 0)
    guard fields.allSatisfy({ $0.digits <= 2 && $0.value < 60 }) else { return nil }
    let seconds = (hours.value * 60 + fields[0].value) * 60 + fields[1].value
    self.init(
      range: text.startIndex..<rest.startIndex, ticks: seconds * style.ticksPerSecond + fraction.value,
      hourDigits: hours.digits, separator: separator, style: style)
  }

  private init(range: Range<Int>, ticks: Int, hourDigits: Int, separator: UInt8, style: Style) {
    self.range = range
    self.ticks = ticks
    self.hourDigits = hourDigits
    self.separator = separator
    self.style = style
  }

  /// At most nine digits, so that a time in thousandths stays far below the largest Int.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> (digits: Int, value: Int)? {
    let digits = rest.prefix(while: \.isDigit)
    guard 1...9 ~= digits.count else { return nil }
    rest = rest[digits.endIndex...]
    return (digits.count, digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
  }

  /// The ticks nearest to a time in seconds.
  func ticks(at seconds: Double) -> Int { CueShowing.nearestTick(to: seconds * Double(style.ticksPerSecond)) }

  /// Prints another time in the notation of this one.
  func text(_ ticks: Int) -> [UInt8] {
    let (whole, fraction) = ticks.quotientAndRemainder(dividingBy: style.ticksPerSecond)
    let (minutes, seconds) = whole.quotientAndRemainder(dividingBy: 60)
    let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    var text = ""
    if hourDigits > 0 || hours > 0 { text = PaddedDigits.print(hours, count: hourDigits > 0 ? hourDigits : 2) + ":" }
    text += PaddedDigits.print(minute, count: 2) + ":" + PaddedDigits.print(seconds, count: 2)
    return Array(text.utf8) + [separator] + Array(PaddedDigits.print(fraction, count: style.fractionDigits).utf8)
  }
}
