import Testing

@testable import Values

@Suite struct BriefNumberTests {
  @Test(arguments: [
    (0, "0"), (8.333333333333334, "8.333"), (-8.3336, "-8.334"), (10, "10"), (0.0005, "0.0005"), (1e-5 / 3, "3.33e-6"),
    (0.99999, "1"), (1234567.8912, "1234567.891"), (1e9, "1000000000"), (1e300, "1e300"), (.infinity, "inf"),
    (0.0099999, "0.01"), (0.001, "0.001"),
  ]) func hasThreeDecimals(value: Double, text: String) {
    #expect(BriefNumber.print(value) == text)
  }

  @Test func numbersThatDifferLookDifferent() {
    #expect(BriefNumber.print(1.5, besides: 2) == ("1.5", "2"))
    #expect(BriefNumber.print(1, besides: 1.0001) == ("1", "1.0001"))
    #expect(BriefNumber.print(1, besides: 1) == ("1", "1"))
  }
}
