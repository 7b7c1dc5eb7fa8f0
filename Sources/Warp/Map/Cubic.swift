import Glibc

/// A monotone cubic Hermite: warped seconds over an interval of source time, both counted from the interval's start.
///
/// The end scales are always ones for which the cubic rises everywhere; `init` sees to it.
package struct Cubic: Equatable, Sendable {
  package let sourceStart: Double
  package let sourceEnd: Double
  /// Warped seconds gained over the whole interval.
  package let rise: Double
  package let startScale: Double
  package let endScale: Double

  /// How far limiting the end scales may move a curve that is not quite monotone.
  package static let grace = 1e-9

  /// A straight line.
  package init(line scale: Double, from sourceStart: Double, to sourceEnd: Double) {
    self.sourceStart = sourceStart
    self.sourceEnd = sourceEnd
    self.rise = scale * (sourceEnd - sourceStart)
    self.startScale = scale
    self.endScale = scale
  }

  /// Nil where no end scales within the grace make the cubic monotone.
  package init?(
    from sourceStart: Double, to sourceEnd: Double, rise: Double, startScale: Double, endScale: Double
  ) {
    let length = sourceEnd - sourceStart
    let secant = rise / length
    guard length > 0, rise > 0, secant.isFinite, startScale.isFinite, endScale.isFinite else { return nil }
    let start = max(0, startScale)
    let end = max(0, endScale)
    let limit = min(1, Self.limit(start / secant, end / secant))
    self.sourceStart = sourceStart
    self.sourceEnd = sourceEnd
    self.rise = rise
    self.startScale = limit < 1 ? start * limit : start
    self.endScale = limit < 1 ? end * limit : end
    let moved = Self.reach(
      ofStart: (startScale - self.startScale) * length, end: (endScale - self.endScale) * length)
    guard moved <= Self.grace else { return nil }
  }

  /// The factor to which end slopes `a`, `b` (in units of the secant) may be stretched along their ray before the
  /// cubic turns.
  ///
  /// Fritsch and Carlson: the cubic rises if and only if (a, b) lies below the far arc of the ellipse
  /// a² + ab + b² − 6a − 6b + 9 = 0; this is where the ray through (a, b) crosses that arc. A hair is taken
  /// off so that slopes once limited are found good when they are read again.
  private static func limit(_ a: Double, _ b: Double) -> Double {
    guard a + b > 2 else { return .infinity }
    let exit = 3 * (a + b + (a * b).squareRoot()) / (a * a + a * b + b * b)
    return exit >= 1 ? exit : exit * (1 - 8 * Double.ulpOfOne)
  }

  /// The largest |a·x(1−x)² − b·x²(1−x)| over 0…1: how far end slopes changed by a and b move a cubic.
  private static func reach(ofStart a: Double, end b: Double) -> Double {
    if a == 0 && b == 0 { return 0 }
    func moved(_ x: Double) -> Double { abs(x * (1 - x) * (a * (1 - x) - b * x)) }
    // Extremes are the roots of 3(a+b)x² − 2(2a+b)x + a.
    let (p, q) = (3 * (a + b), 2 * a + b)
    let root = max(0, q * q - p * a).squareRoot()
    guard p != 0 else { return q == 0 ? 0 : moved(min(1, max(0, a / (2 * q)))) }
    return max(moved(min(1, max(0, (q - root) / p))), moved(min(1, max(0, (q + root) / p))))
  }

  private var length: Double { sourceEnd - sourceStart }

  /// Whether this is a straight line, but for the rounding of its rise: then its scale is the same everywhere, to the
  /// last bit.
  var isStraight: Bool { startScale == endScale && abs(rise - startScale * length) <= rise.ulp }

  /// Warped seconds from the interval's start to `source`.
  package func integral(to source: Double) -> Double {
    // What is stored is returned as it is, here and below, so that rows come out as they went in.
    if source == sourceEnd { return rise }
    if isStraight { return startScale * (source - sourceStart) }
    let x = (source - sourceStart) / length
    let secant = rise / length
    let second = 3 * secant - 2 * startScale - endScale
    let third = startScale + endScale - 2 * secant
    return (source - sourceStart) * (startScale + x * (second + x * third))
  }

  package func scale(at source: Double) -> Double {
    if source == sourceEnd || isStraight { return endScale }
    let x = (source - sourceStart) / length
    let secant = rise / length
    let second = 3 * secant - 2 * startScale - endScale
    let third = startScale + endScale - 2 * secant
    return max(0, startScale + x * (2 * second + 3 * x * third))
  }

  /// Where inside the interval the scale is smallest or largest, if anywhere.
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
  /// Where, as a share of its interval, a cubic with these end scales first turns back; for a refusal that names the
  /// place.
  static func firstReversal(secant: Double, startScale: Double, endScale: Double) -> Double {
    guard startScale >= 0 else { return 0 }
    // The slope at x is startScale + 2·second·x + 3·third·x²; of the two forms of its first root, the one that does
    // not cancel.
    let second = 3 * secant - 2 * startScale - endScale
    let third = startScale + endScale - 2 * secant
    let root = max(0, second * second - 3 * third * startScale).squareRoot()
    let x = second > 0 ? (-second - root) / (3 * third) : startScale / (root - second)
    return x.isNaN ? 0 : min(1, max(0, x))
  }
}
