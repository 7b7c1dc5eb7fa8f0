import Glibc

/// A monotone cubic Hermite polynomial from source time to warped time. Warped time counts from the interval's start.
///
/// Its derivative, the scale, is never below 0. For `init(line:)`, the caller must ensure this.
package struct Cubic: Equatable, Sendable {
  package let sourceStart: Double
  package let sourceEnd: Double
  /// The warped seconds that the whole interval lasts.
  package let rise: Double
  package let startScale: Double
  package let endScale: Double

  /// The largest accepted change of a cubic, in warped seconds, when its end scales are reduced to make it monotone.
  package static let grace = 1e-9

  /// A straight line with this scale, which must be above 0.
  package init(line scale: Double, from sourceStart: Double, to sourceEnd: Double) {
    self.sourceStart = sourceStart
    self.sourceEnd = sourceEnd
    self.rise = scale * (sourceEnd - sourceStart)
    self.startScale = scale
    self.endScale = scale
  }

  /// A cubic with these end scales. If it is not monotone, both scales are reduced by one factor. Nil if this changes
  /// the cubic by more than `grace`. Also nil if the interval or the rise is not above 0, or if a number is not finite.
  package init?(
    from sourceStart: Double, to sourceEnd: Double, rise: Double, startScale: Double, endScale: Double
  ) {
    let length = sourceEnd - sourceStart
    let secant = rise / length
    guard length > 0, rise > 0, Self.isInRange(secant: secant), startScale.isFinite, endScale.isFinite
    else { return nil }
    let start = max(0, startScale)
    let end = max(0, endScale)
    guard (start / secant).isFinite, (end / secant).isFinite else { return nil }
    let limit = min(1, Self.limit(start / secant, end / secant))
    self.sourceStart = sourceStart
    self.sourceEnd = sourceEnd
    self.rise = rise
    self.startScale = start * limit
    self.endScale = end * limit
    let moved = Self.largestMove(
      ofStart: (startScale - self.startScale) * length, end: (endScale - self.endScale) * length)
    guard moved <= Self.grace else { return nil }
  }

  /// Whether a mean slope is not too large: six times the slope, the largest number computed from it, must be finite.
  static func isInRange(secant: Double) -> Bool { (6 * secant).isFinite }

  /// The largest factor for the end slopes `a` and `b`, in units of the secant, with which the cubic stays monotone.
  ///
  /// By Fritsch and Carlson, the cubic is monotone if and only if a + b ≤ 2 or (a, b) lies below the far arc of the
  /// ellipse a² + ab + b² − 6a − 6b + 9 = 0. The factor is where the ray from the origin through (a, b) crosses this
  /// arc. A factor below 1 is reduced by 8 · 2⁻⁵² of itself. This way slopes that were limited once are not limited
  /// again when a table is written and read.
  private static func limit(_ a: Double, _ b: Double) -> Double {
    guard a / 2 + b / 2 > 1 else { return .infinity }
    // In units of the larger slope, so that no square overflows.
    let unit = max(a, b)
    let (p, q) = (a / unit, b / unit)
    let exit = 3 * (p + q + (p * q).squareRoot()) / (p * p + p * q + q * q) / unit
    return exit >= 1 ? exit : exit * (1 - 8 * Double.ulpOfOne)
  }

  /// The largest |a·x(1−x)² − b·x²(1−x)| for x in 0…1: the most a cubic changes if its end slopes change by a and b.
  private static func largestMove(ofStart a: Double, end b: Double) -> Double {
    // In units of the larger change, so that no square overflows.
    let unit = max(abs(a), abs(b))
    if unit == 0 { return 0 }
    let (a, b) = (a / unit, b / unit)
    func moved(_ x: Double) -> Double { unit * abs(x * (1 - x) * (a * (1 - x) - b * x)) }
    // The extremes are the roots of the derivative, 3(a+b)x² − 2(2a+b)x + a.
    let (p, q) = (3 * (a + b), 2 * a + b)
    let root = max(0, q * q - p * a).squareRoot()
    guard p != 0 else { return q == 0 ? 0 : moved(min(1, max(0, a / (2 * q)))) }
    return max(moved(min(1, max(0, (q - root) / p))), moved(min(1, max(0, (q + root) / p))))
  }

  private var length: Double { sourceEnd - sourceStart }

  /// Whether this is a straight line, up to the rounding of `rise`. It is then evaluated as a line, so that its scale
  /// is constant to the last bit.
  var isStraight: Bool { startScale == endScale && abs(rise - startScale * length) <= rise.ulp }

  /// Warped seconds from the interval's start to `source`.
  package func integral(to source: Double) -> Double {
    // At the end of the interval, `integral` and `scale(at:)` return the stored values. Therefore the rows of a table
    // are written with the same bits as they were read.
    if source == sourceEnd { return rise }
    if isStraight { return startScale * (source - sourceStart) }
    let x = (source - sourceStart) / length
    let secant = rise / length
    let second = 3 * secant - 2 * startScale - endScale
    let third = startScale + endScale - 2 * secant
    return (source - sourceStart) * (startScale + x * (second + x * third))
  }

  /// Warped seconds per source second at `source`; never below 0, not even by rounding.
  package func scale(at source: Double) -> Double {
    if source == sourceEnd || isStraight { return endScale }
    let x = (source - sourceStart) / length
    let secant = rise / length
    let second = 3 * secant - 2 * startScale - endScale
    let third = startScale + endScale - 2 * secant
    return max(0, startScale + x * (2 * second + 3 * x * third))
  }

  /// The source time inside the interval where the scale is smallest or largest; nil if this is at an end.
  package var turningPoint: Double? {
    if isStraight { return nil }
    let secant = rise / length
    let second = 3 * secant - 2 * startScale - endScale
    let third = startScale + endScale - 2 * secant
    let x = -second / (3 * third)
    return x > 0 && x < 1 ? sourceStart + x * length : nil
  }
}

extension Cubic {
  /// The first zero of the slope of a cubic that is not monotone, as a share of its interval: where the curve turns
  /// back, for the error message.
  static func firstReversal(secant: Double, startScale: Double, endScale: Double) -> Double {
    guard startScale >= 0 else { return 0 }
    // The slope at x is startScale + 2·second·x + 3·third·x². Its first root has two forms. The sign of `second`
    // decides which form does not subtract nearly equal numbers.
    let second = 3 * secant - 2 * startScale - endScale
    let third = startScale + endScale - 2 * secant
    let root = max(0, second * second - 3 * third * startScale).squareRoot()
    let x = second > 0 ? (-second - root) / (3 * third) : startScale / (root - second)
    return x.isNaN ? 0 : min(1, max(0, x))
  }
}
