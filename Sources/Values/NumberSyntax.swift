/// Converts between decimal text and Double, with a decimal point in every locale.
package enum NumberSyntax {
  /// Prints the shortest decimal that reads back as the same Double. Whole numbers have no point, and −0 becomes `0`.
  package static func print(_ value: Double) -> String {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text of `print` without creating a String, because a long table consists mostly of numbers.
  package static func append(_ value: Double, to bytes: inout [UInt8]) {
    if appendMillionths(of: value, to: &bytes) { return }
    // Swift's `description` already has the fewest digits that read back. The code below removes the sign of `-0.0`
    // and the `.0` of `1.0`. It also removes zeros and the plus sign from exponents such as `1e-05` and `1e+16`.
    let start = bytes.count
    bytes.append(contentsOf: (value == 0 ? 0 : value).description.utf8)
    let mark = bytes[start...].firstIndex(of: UInt8(ascii: "e")) ?? bytes.endIndex
    let exponent = Array(bytes[mark...].dropFirst())
    bytes.removeSubrange(mark...)
    if bytes.suffix(2).elementsEqual(".0".utf8) { bytes.removeLast(2) }
    guard let sign = exponent.first else { return }
    bytes.append(UInt8(ascii: "e"))
    if sign == UInt8(ascii: "-") { bytes.append(sign) }
    let zero = UInt8(ascii: "0")
    bytes.append(contentsOf: exponent.dropFirst().drop { $0 == zero })
  }

  /// Appends a decimal with at most six decimals and fifteen digits, several times faster than `description`. Most
  /// numbers that people type are such decimals. No two of them read back as the same Double, so this is the shortest
  /// decimal.
  private static func appendMillionths(of value: Double, to bytes: inout [UInt8]) -> Bool {
    let millionths = (value * 1e6).rounded()
    guard abs(millionths) < 1e15, millionths / 1e6 == value, value == 0 || abs(value) >= 1e-3 else { return false }
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, fraction) = UInt64(abs(millionths)).quotientAndRemainder(dividingBy: 1_000_000)
    appendDigits(whole, count: 1, to: &bytes)
    guard fraction > 0 else { return true }
    bytes.append(UInt8(ascii: "."))
    appendDigits(fraction, count: 6, to: &bytes)
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    return true
  }

  /// - Parameter count: the least number of digits.
  private static func appendDigits(_ number: UInt64, count: Int, to bytes: inout [UInt8]) {
    if number >= 10 || count > 1 { appendDigits(number / 10, count: count - 1, to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Reads `[+-]digits[.digits][e[+-]digits]`, where the digits before or after the point may be missing. Returns nil
  /// for anything else, such as hexadecimal numbers, `nan`, and numbers that overflow.
  package static func parse(_ text: some StringProtocol) -> Double? {
    var text = String(text)
    return text.withUTF8 { unsafe parse($0.span) }
  }

  package static func parse(_ text: Span<UInt8>) -> Double? {
    guard let decimal = Decimal(text) else { return nil }
    if let exact = decimal.exactValue { return exact }
    // The standard library rounds numbers with many digits correctly, but it reads only strings, which is slower.
    guard let digits = try? UTF8Span(validating: text) else { return nil }
    return Double(String(copying: digits)).flatMap { $0.isFinite ? $0 : nil }
  }
}

/// A decimal number as ±significand × 10^exponent.
private struct Decimal {
  var isNegative = false
  var significand: UInt64 = 0
  var exponent = 0
  /// Whether the significand, which has room for 19 digits, contains all digits of the text.
  var isComplete = true

  init?(_ text: Span<UInt8>) {
    var index = 0
    if text.count > 0, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
      isNegative = text[0] == UInt8(ascii: "-")
      index = 1
    }
    let wholeDigits = readDigits(of: text, from: &index, scaledBy: 0)
    var fractionDigits = 0
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      fractionDigits = readDigits(of: text, from: &index, scaledBy: -1)
    }
    guard wholeDigits + fractionDigits > 0 else { return nil }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      guard let written = Self.readExponent(of: text, from: &index) else { return nil }
      exponent += written
    }
    guard index == text.count else { return nil }
  }

  /// Reads the digits from `index` on and returns their number. Each digit adds `step` to the exponent: 0 before the
  /// point, −1 after it.
  private mutating func readDigits(of text: Span<UInt8>, from index: inout Int, scaledBy step: Int) -> Int {
    let start = index
    while index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit <= 9 {
      // A significand below 10¹⁸ stays below 2⁶⁴ with one more digit.
      if significand < 1_000_000_000_000_000_000 {
        significand = significand * 10 + UInt64(digit)
        exponent += step
      } else {
        isComplete = false
      }
      index += 1
    }
    return index - start
  }

  private static func readExponent(of text: Span<UInt8>, from index: inout Int) -> Int? {
    var sign = 1
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      if text[index] == UInt8(ascii: "-") { sign = -1 }
      index += 1
    }
    let start = index
    var value = 0
    while index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit <= 9 {
      // With an exponent of 100,000 or more, the Double is zero or infinite. Further digits are checked but not
      // counted, so `value` cannot overflow.
      if value < 100_000 { value = value * 10 + Int(digit) }
      index += 1
    }
    return index > start ? sign * value : nil
  }

  /// The correctly rounded value, if one multiplication or division gives it; otherwise nil.
  ///
  /// A significand up to 2⁵³ and a power of ten up to 10²² are exact Doubles. IEEE 754 rounds their product or quotient
  /// correctly.
  var exactValue: Double? {
    guard isComplete, significand <= 1 << 53, exponent.magnitude < Self.powersOfTen.count else { return nil }
    let magnitude = Double(significand)
    let scaled =
      exponent < 0 ? magnitude / Self.powersOfTen[-exponent] : magnitude * Self.powersOfTen[exponent]
    return isNegative ? -scaled : scaled
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

/// Prints a number with a fixed count of decimals and no exponent, for programs that cannot read exponents.
package enum DecimalText {
  /// Prints `value` rounded to `decimals` decimals, including zeros: 12.5 with six decimals is `12.500000`.
  ///
  /// - Parameter wholeDigits: the least number of digits before the point.
  package static func print(_ value: Double, decimals: Int, wholeDigits: Int = 1) -> String {
    let unit = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
    let scaled = (value.magnitude * unit).rounded()
    guard scaled < 0x1p63 else { return NumberSyntax.print(value) }
    let digits = PaddedDigits.print(Int64(scaled), count: decimals + wholeDigits)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return "\(sign)\(digits.dropLast(decimals))\(decimals > 0 ? "." : "")\(digits.suffix(decimals))"
  }
}
