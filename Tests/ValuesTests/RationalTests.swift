import TestSupport
import Testing

@testable import Values

@Suite struct RationalTests {
  @Test func isKeptInLowestTermsWithAPositiveDenominator() throws {
    for (top, bottom, numerator, denominator) in [
      (6, 4, 3, 2), (-6, 4, -3, 2), (6, -4, -3, 2), (-6, -4, 3, 2), (0, 7, 0, 1), (0, -7, 0, 1), (5, 1, 5, 1),
      (.min, 2, -(1 << 62), 1), (2, .min, -1, 1 << 62), (.min, .min, 1, 1), (.max, .max, 1, 1),
    ] as [(Int64, Int64, Int64, Int64)] {
      let value = try #require(Rational(top, bottom))
      #expect(value.numerator == numerator && value.denominator == denominator, "\(top)/\(bottom)")
    }
  }

  @Test func overflowsAreNil() {
    #expect(Rational(1, 0) == nil)
    #expect(Rational(0, 0) == nil)
    #expect(Rational(1, .min) == nil)
    #expect(Rational(0)?.reciprocal == nil)
    #expect(Rational(.max)!.multiplied(by: Rational(2)!) == nil)
    #expect(Rational(1, .max)!.multiplied(by: Rational(1, 2)!) == nil)
  }

  @Test func aProductOverflowsOnlyIfItsLowestTermsDo() throws {
    let large = try #require(Rational(.max, .max - 1))
    #expect(large.multiplied(by: large.reciprocal!) == Rational(1))
    #expect(Rational(.max, 3)!.multiplied(by: Rational(3, .max)!) == Rational(1))
  }

  @Test func comparesExactlyWhereDoublesCannot() {
    #expect(Rational(.max - 1, .max)! < Rational(1)!)
    #expect(Rational(.max - 2, .max - 1)! < Rational(.max - 1, .max)!)
    #expect(Rational(-1, 2)! < Rational(-1, 3)!)
    #expect(Rational(-1, 2)! < Rational(1, 3)!)
    #expect(!(Rational(30000, 1001)! < Rational(60000, 2002)!))
  }

  @Test func printsFractionsAndWholeNumbers() {
    #expect("\(Rational(30000, 1001)!)" == "30000/1001")
    #expect("\(Rational(50, 2)!)" == "25")
    #expect("\(Rational(-1, 2)!)" == "-1/2")
  }

  @Test func dividingUndoesMultiplying() throws {
    var random = SplitMix64(seed: 4)
    for turn in 0..<1000 {
      let a = try #require(
        Rational(Int64(random.whole(below: 1 << 31)) - 1 << 30, Int64(random.whole(below: 1 << 31)) + 1))
      let b = try #require(Rational(Int64(random.whole(below: 1 << 31)) + 1, Int64(random.whole(below: 1 << 31)) + 1))
      let product = try #require(a.multiplied(by: b), "seed 4, turn \(turn): \(a) × \(b)")
      #expect(product.multiplied(by: b.reciprocal!) == a, "seed 4, turn \(turn): \(a) × \(b)")
      #expect(abs(product.value - a.value * b.value) <= 4 * product.value.ulp)
    }
  }
}
