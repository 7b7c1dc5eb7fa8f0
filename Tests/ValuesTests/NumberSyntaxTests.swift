import Foundation
import TestSupport
import Testing

@testable import Values

@Suite struct NumberSyntaxTests {
  @Test(
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.1, "0.1"), (-2.5, "-2.5"), (100_000, "100000"),
      (0.30000000000000004, "0.30000000000000004"), (1.0 / 3, "0.3333333333333333"), (1e15, "1000000000000000"),
      (1e16, "1e16"), (1e-5, "1e-5"), (1.5e-7, "1.5e-7"), (1e22, "1e22"), (123_456_789.125, "123456789.125"),
      (.leastNonzeroMagnitude, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e308"),
    ] as [(Double, String)])
  func printsTheShortestDecimal(_ value: Double, _ text: String) {
    #expect(NumberSyntax.print(value) == text)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("1", 1), ("+1", 1), ("-1", -1), ("007", 7), (".5", 0.5), ("5.", 5), ("1e3", 1000),
      ("1E3", 1000), ("1e+3", 1000), ("1e-3", 0.001), ("0.1", 0.1), ("1e22", 1e22), ("1e23", 1e23), ("1e-22", 1e-22),
      ("9007199254740993", 9_007_199_254_740_992), ("9007199254740993.0000000000001", 9_007_199_254_740_994),
      ("0.1000000000000000055511151231257827", 0.1), ("123456789012345678901234567890", 1.2345678901234568e29),
      ("0.000000000000000000000000000001", 1e-30), ("1e-400", 0), ("0e99999999999999999999", 0),
      ("179769313486231570000e288", 1.7976931348623157e308),
      ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
    ] as [(String, Double)])
  func readsDecimals(_ text: String, _ value: Double) {
    #expect(NumberSyntax.parse(text) == value)
  }

  @Test(arguments: [
    "", "+", "-", ".", "-.", "e5", ".e5", "1e", "1e+", "1e5.0", "0x10", "0x1p3", "nan", "NaN", "inf", "infinity",
    "-inf",
    "1e400", "-1e400", "1e309", "1.8e308", "1,5", " 1", "1 ", "1_000", "1.2.3", "--1", "+-1", "1d5", "1f", "٣", "1\0",
    String(repeating: "9", count: 400),
  ])
  func refusesInvalidAndInfiniteDecimals(_ text: String) {
    #expect(NumberSyntax.parse(text) == nil)
  }

  @Test func everyNumberReadsBackAsItself() {
    var random = SplitMix64(seed: 1)
    for turn in 0..<4000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = NumberSyntax.print(value)
      #expect(NumberSyntax.parse(text) == value, "seed 1, turn \(turn): \(text)")
    }
  }

  /// The value rounded correctly (by the C library) to one digit less is a different Double.
  @Test func noShorterDecimalReadsBack() {
    var random = SplitMix64(seed: 2)
    for turn in 0..<1000 {
      let value = turn % 2 == 0 ? Double(bitPattern: random.next()) : random.double(0, 1000)
      guard value.isFinite else { continue }
      let text = NumberSyntax.print(value)
      let digits = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
      let significant = String(digits.reversed().drop { $0 == "0" }).count
      guard significant > 1 else { continue }
      let shorter = String(format: "%.\(significant - 2)e", value)
      #expect(Double(shorter) != value, "seed 2, turn \(turn): \(text) could be \(shorter)")
    }
  }

  /// The fast path for short numbers rounds like the standard library.
  @Test func readsWhatTheStandardLibraryReads() {
    var random = SplitMix64(seed: 3)
    for turn in 0..<4000 {
      var text = (0..<1 + random.whole(below: 22)).map { _ in String(random.whole(below: 10)) }.joined()
      if random.whole(below: 2) == 0 {
        text.insert(".", at: text.index(text.startIndex, offsetBy: random.whole(below: text.count)))
      }
      if random.whole(below: 2) == 0 { text += "e\(random.whole(below: 61) - 30)" }
      #expect(NumberSyntax.parse(text) == Double(text), "seed 3, turn \(turn): \(text)")
    }
  }
}

@Suite struct DecimalTextTests {
  @Test(
    arguments: [
      (0, 6, "0.000000"), (12.5, 6, "12.500000"), (1e-7, 6, "0.000000"), (-0.25, 2, "-0.25"), (-1e-9, 6, "0.000000"),
      (0.9999996, 6, "1.000000"), (1e9, 9, "1000000000.000000000"), (7, 0, "7"), (3599.0000005, 9, "3599.000000500"),
      (1e300, 6, "1e300"),
    ] as [(Double, Int, String)])
  func hasNoExponent(_ value: Double, _ decimals: Int, _ text: String) {
    #expect(DecimalText.print(value, decimals: decimals) == text)
  }
}
