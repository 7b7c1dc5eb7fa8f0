import Testing
import Warp

@Suite struct DecimalTextTests {
  @Test(
    arguments: [
      (0, 6, "0.000000"), (12.5, 6, "12.500000"), (1e-7, 6, "0.000000"), (-0.25, 2, "-0.25"), (-1e-9, 6, "0.000000"),
      (0.9999996, 6, "1.000000"), (1e9, 9, "1000000000.000000000"), (7, 0, "7"), (3599.0000005, 9, "3599.000000500"),
    ] as [(Double, Int, String)])
  func hasNoExponent(_ value: Double, _ places: Int, _ text: String) {
    #expect(DecimalText.print(value, places: places) == text)
  }
}
