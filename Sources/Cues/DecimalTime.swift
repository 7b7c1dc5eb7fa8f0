import Values

/// A time in seconds, `62.5`, or with minutes and hours, `1:02.5`, with its notation.
struct DecimalTime: Equatable, Sendable {
  /// The position in the text.
  let range: Range<Int>
  let seconds: Double
  /// The number of digits of each field before the fraction, hours first.
  private let fields: [Int]
  private let fractionDigits: Int

  /// Reads a time that fills the whole `text`; nil if there is none.
  init?(_ text: ArraySlice<UInt8>) {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last else { return nil }
    let decimals = last.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let whole = parts.dropLast() + [decimals[0]]
    let fraction = decimals.count == 2 ? decimals[1] : []
    guard whole.allSatisfy({ (1...9).contains($0.count) && $0.allSatisfy(\.isDigit) }), fraction.count <= 15,
      fraction.allSatisfy(\.isDigit), decimals.count == 1 || !fraction.isEmpty,
      whole.dropFirst().allSatisfy({ $0.count == 2 && $0.first! < UInt8(ascii: "6") })
    else { return nil }
    // Read as one number, so that a decimal equals the same decimal typed by a person.
    let seconds = Self.number(whole[whole.count - 1], fraction)
    let minutes = whole.dropLast().reduce(0.0) { $0 * 60 + Self.number($1, []) }
    self.seconds = minutes * 60 + seconds
    range = text.startIndex..<text.endIndex
    fields = whole.map(\.count)
    fractionDigits = fraction.count
  }

  private static func number(_ whole: ArraySlice<UInt8>, _ fraction: ArraySlice<UInt8>) -> Double {
    Double(String(decoding: whole, as: UTF8.self) + "." + String(decoding: fraction, as: UTF8.self) + "0") ?? 0
  }

  /// The edit that replaces this time; nil if it does not change at the time's resolution, so that its notation stays.
  ///
  /// The resolution is the last written digit if there are at least three decimals. Otherwise it is a millionth,
  /// without trailing zeros.
  func edit(_ seconds: Double) -> ByteEdit? {
    let digits = fractionDigits < 3 ? 6 : fractionDigits
    // Up to a billion seconds, a Double can distinguish millionths.
    let unit = (0..<min(digits, 9)).reduce(1.0) { unit, _ in unit * 10 }
    if (seconds * unit).rounded() == (self.seconds * unit).rounded() { return nil }
    var text = fields.count == 1 ? DecimalText.print(seconds, decimals: digits) : clock(seconds, digits, unit)
    if fractionDigits < 3, text.contains(".") {
      text = String(text.reversed().drop { $0 == "0" }.reversed())
      if text.last == "." { text.removeLast() }
    }
    return ByteEdit(range, Array(text.utf8))
  }

  private func clock(_ seconds: Double, _ digits: Int, _ unit: Double) -> String {
    let rounded = (seconds * unit).rounded() / unit
    var minutes = Int(rounded / 60)
    var text = DecimalText.print(rounded - Double(minutes) * 60, decimals: digits, wholeDigits: 2)
    for width in fields.dropLast().reversed().dropLast() {
      text = PaddedDigits.print(minutes % 60, count: width) + ":" + text
      minutes /= 60
    }
    return PaddedDigits.print(minutes, count: fields[0]) + ":" + text
  }
}
