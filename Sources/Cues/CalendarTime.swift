import Values

/// A date and time as in XML and logs, `2024-05-01T09:30:00.25Z`, with its notation.
struct CalendarTime: Equatable, Sendable {
  /// The position in the text.
  let range: Range<Int>
  /// Seconds since the start of 1970, in UTC.
  let seconds: Double
  private let separator: UInt8
  /// The mark before the fraction.
  private let mark: UInt8
  private let fractionDigits: Int
  /// The text after the seconds, such as `Z` or `+02:00`, and the seconds by which local time is ahead of UTC.
  private let zone: ArraySlice<UInt8>
  private let ahead: Int

  /// Reads a time that fills the whole `text`; nil if there is none.
  init?(_ text: ArraySlice<UInt8>) {
    let bytes = Array(text)
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      let digits = bytes[start..<start + count]
      return digits.allSatisfy(\.isDigit) ? digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : nil
    }
    guard bytes.count >= 19, let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
      year >= 1970, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var end = 19
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ",") {
      let digits = bytes[(end + 1)...].prefix(while: \.isDigit)
      guard (1...9).contains(digits.count) else { return nil }
      end = digits.endIndex
    }
    guard let ahead = Self.secondsAhead(bytes[end...]) else { return nil }
    range = text.startIndex..<text.endIndex
    separator = bytes[10]
    mark = end > 19 ? bytes[19] : UInt8(ascii: ".")
    fractionDigits = max(0, end - 20)
    zone = text[(text.startIndex + end)...]
    self.ahead = ahead
    let fraction = end > 19 ? NumberSyntax.parse("0." + String(decoding: bytes[20..<end], as: UTF8.self)) ?? 0 : 0
    let whole = Self.day(year, month, day) * 86_400 + (hour * 60 + minute) * 60 + second - ahead
    seconds = Double(whole) + fraction
  }

  /// Nil if the text is not a time zone; 0 if it is empty.
  private static func secondsAhead(_ zone: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: zone, as: UTF8.self)
    if text.isEmpty || text == "Z" || text == "z" { return 0 }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard text.hasPrefix("+") || text.hasPrefix("-"), digits.utf8.count == 4, digits.utf8.allSatisfy(\.isDigit),
      let number = Int(digits)
    else { return nil }
    return (text.hasPrefix("-") ? -1 : 1) * (number / 100 * 60 + number % 100) * 60
  }

  /// Days since the start of 1970. The calculation starts years in March, so that the leap day comes last.
  static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    return year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1 - 719_468
  }

  /// The inverse of `day`.
  static func date(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let days = day + 719_468
    let (eras, ofEra) = days.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * ofYear + 2) / 153
    let year = eras * 400 + yearOfEra + (month > 9 ? 1 : 0)
    return (year, month > 9 ? month - 9 : month + 3, ofYear - (153 * month + 2) / 5 + 1)
  }

  /// The edit that replaces this time, with thousandths if needed; nil if the time does not change.
  func edit(_ seconds: Double) -> ByteEdit? {
    let digits = max(3, fractionDigits)
    let unit = (0..<digits).reduce(1.0) { unit, _ in unit * 10 }
    // The last instant with a year of four digits.
    let local = min(max(0, seconds + Double(ahead)), 253_402_300_799)
    if ((self.seconds - seconds) * unit).rounded() == 0 { return nil }
    var (whole, fraction) = (Int(local), ((local - local.rounded(.down)) * unit).rounded())
    if fraction >= unit { (whole, fraction) = (whole + 1, 0) }
    let (days, ofDay) = whole.quotientAndRemainder(dividingBy: 86_400)
    let date = Self.date(days)
    let fields = [ofDay / 3600, ofDay / 60 % 60, ofDay % 60].map { PaddedDigits.print($0, count: 2) }
    var text = PaddedDigits.print(date.year, count: 4) + "-" + PaddedDigits.print(date.month, count: 2)
    text += "-" + PaddedDigits.print(date.day, count: 2) + String(UnicodeScalar(separator))
    text += fields.joined(separator: ":")
    var decimals = PaddedDigits.print(Int(fraction), count: digits)
    while decimals.utf8.count > fractionDigits, decimals.hasSuffix("0") { decimals.removeLast() }
    if !decimals.isEmpty { text += String(UnicodeScalar(mark)) + decimals }
    return ByteEdit(range, Array(text.utf8) + zone)
  }
}
