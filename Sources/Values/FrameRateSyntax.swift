/// Reads a frame rate: `30`, `12.5`, `29.97`, `30000/1001`, `ntsc`, `pal`, `film`.
package enum FrameRateSyntax {
  package static func parse(_ text: some StringProtocol) throws(Refusal) -> FrameRate {
    guard let rate = fraction(String(text)).flatMap(FrameRate.init) else {
      throw .usage(
        "'\(text)' is not a frame rate", advice: "write 30, 29.97, 30000/1001, ntsc, pal or film")
    }
    return rate
  }

  /// Names of rates, and the usual decimals of rates with a denominator of 1001.
  private static let spokenRates: [String: (Int64, Int64)] = [
    "ntsc": (30000, 1001), "pal": (25, 1), "film": (24, 1),
    "23.976": (24000, 1001), "23.98": (24000, 1001), "29.97": (30000, 1001), "47.952": (48000, 1001),
    "59.94": (60000, 1001), "119.88": (120000, 1001),
  ]

  private static func fraction(_ text: String) -> Rational? {
    if let (top, bottom) = spokenRates[withoutTrailingZeros(text)] { return Rational(top, bottom) }
    let terms = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    if terms.count == 2 {
      guard let top = wholeNumber(terms[0]), let bottom = wholeNumber(terms[1]) else { return nil }
      return Rational(top, bottom)
    }
    return decimal(text)
  }

  /// Shortens `29.970` to `29.97`, the form in `spokenRates`.
  private static func withoutTrailingZeros(_ text: String) -> String {
    var text = text
    if text.contains(".") { while text.last == "0" { text.removeLast() } }
    return text
  }

  private static func wholeNumber(_ digits: Substring) -> Int64? {
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) else { return nil }
    return Int64(digits)
  }

  /// The exact fraction of a decimal: `12.5` is 25/2. At most nine decimals are accepted.
  private static func decimal(_ text: String) -> Rational? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = wholeNumber(parts[0]) else { return nil }
    guard parts.count == 2 else { return Rational(whole) }
    guard parts[1].count <= 9, let fraction = wholeNumber(parts[1]) else { return nil }
    let scale = (0..<parts[1].count).reduce(Int64(1)) { power, _ in power * 10 }
    let (scaled, overflows) = whole.multipliedReportingOverflow(by: scale)
    let (sum, sumOverflows) = scaled.addingReportingOverflow(fraction)
    return overflows || sumOverflows ? nil : Rational(sum, scale)
  }
}
