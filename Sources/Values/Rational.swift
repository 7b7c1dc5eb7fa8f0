/// An exact fraction in lowest terms, with a positive denominator.
///
/// Operations return nil if the result does not fit in Int64 terms, because the numbers come from headers and command
/// lines.
package struct Rational: Equatable, Hashable, Sendable {
  package let numerator: Int64
  package let denominator: Int64

  /// Nil if `denominator` is zero, or if the fraction in lowest terms does not fit in Int64.
  package init?(_ numerator: Int64, _ denominator: Int64 = 1) {
    guard denominator != 0 else { return nil }
    let divisor = Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let isNegative = (numerator < 0) != (denominator < 0)
    guard
      let top = Int64(exactly: numerator.magnitude / divisor),
      let bottom = Int64(exactly: denominator.magnitude / divisor)
    else { return nil }
    self.numerator = isNegative ? -top : top
    self.denominator = bottom
  }

  private static func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  package func multiplied(by other: Rational) -> Rational? {
    // Each numerator is first reduced by the other fraction's denominator. The products are then already in lowest
    // terms, so they overflow only if the result does not fit.
    guard
      let left = Rational(numerator, other.denominator),
      let right = Rational(other.numerator, denominator)
    else { return nil }
    let (top, topOverflows) = left.numerator.multipliedReportingOverflow(by: right.numerator)
    let (bottom, bottomOverflows) = left.denominator.multipliedReportingOverflow(by: right.denominator)
    return topOverflows || bottomOverflows ? nil : Rational(top, bottom)
  }

  package var reciprocal: Rational? { Rational(denominator, numerator) }

  /// The nearest Double if both terms are at most 2⁵³. Beyond that, the terms are rounded before the division.
  package var value: Double { Double(numerator) / Double(denominator) }
}

extension Rational: Comparable {
  package static func < (left: Rational, right: Rational) -> Bool {
    let a = left.numerator.multipliedFullWidth(by: right.denominator)
    let b = right.numerator.multipliedFullWidth(by: left.denominator)
    return (a.high, a.low) < (b.high, b.low)
  }
}

extension Rational: CustomStringConvertible {
  package var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
