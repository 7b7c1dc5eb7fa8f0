/// Decimal text ⇄ Double, the same in every locale.
package enum NumberSyntax {
  /// The shortest decimal that reads back to the same Double; whole numbers carry no point, zero no sign.
  package static func print(_ value: Double) -> String {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same, at the end of `bytes`: long tables are mostly numbers.
  package static func append(_ value: Double, to bytes: inout [UInt8]) {
    // Swift's own description is already the shortest run of digits; only its dress differs: `-0.0`, `1.0`, `1e-05`,
    // `1e+16`.
    let text = (value == 0 ? 0 : value).description.utf8
    let mark = text.firstIndex(of: UInt8(ascii: "e")) ?? text.endIndex
    bytes.append(contentsOf: text[..<mark])
    if bytes.suffix(2).elementsEqual(".0".utf8) { bytes.removeLast(2) }
    guard mark < text.endIndex else { return }
    bytes.append(UInt8(ascii: "e"))
    let exponent = text[mark...].dropFirst()
    if exponent.first == UInt8(ascii: "-") { bytes.append(UInt8(ascii: "-")) }
    let zero = UInt8(ascii: "0")
    bytes.append(contentsOf: exponent.dropFirst().drop { $0 == zero })
  }

  /// Reads `[+-]digits[.digits][e[+-]digits]`, nothing else: no hexadecimal, no words, nothing that overflows.
  package static func parse(_ text: some StringProtocol) -> Double? {
    var text = String(text)
    return text.withUTF8 { unsafe parse($0.span) }
  }

  package static func parse(_ text: Span<UInt8>) -> Double? {
    guard let decimal = Decimal(text) else { return nil }
    if let exact = decimal.exactValue { return exact }
    // Long numbers are rounded correctly by the standard library, which asks for a string.
    guard let digits = try? UTF8Span(validating: text) else { return nil }
    return Double(String(copying: digits)).flatMap { $0.isFinite ? $0 : nil }
  }
}

/// A decimal number taken apart: ±significand × 10^exponent.
private struct Decimal {
  var isNegative = false
  var significand: UInt64 = 0
  var exponent = 0
  /// Whether the significand holds every digit that was written.
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

  /// Takes the digits at `index`; each one moves the exponent by `step`. Returns how many there were.
  private mutating func readDigits(of text: Span<UInt8>, from index: inout Int, scaledBy step: Int) -> Int {
    let start = index
    while index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit <= 9 {
      // 10^18 leaves room for one more digit below 2^64.
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
      // Past this every Double is zero or infinite; what follows only has to be digits.
      if value < 100_000 { value = value * 10 + Int(digit) }
      index += 1
    }
    return index > start ? sign * value : nil
  }

  /// The value where one multiplication or division gives it correctly rounded: both operands are exact Doubles.
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
