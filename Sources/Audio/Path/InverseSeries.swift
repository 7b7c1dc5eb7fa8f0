import Warp

/// The inverse of a cubic as a power series around one point: the source position as a function of the output position.
struct InverseSeries: Sendable {
  private let start: Double
  private let (first, second, third, fourth, fifth): (Double, Double, Double, Double, Double)

  /// The largest error of the series, in source samples.
  private static let tolerance = 2e-9

  /// Creates the inverse series of `curve` around x, up to the fifth power, negated if `sign` is −1. Returns nil if the
  /// omitted terms may exceed the tolerance within `reach` output samples of x.
  init?(of curve: PieceCurve, at x: Double, reach: Double, sign: Double) {
    let scale = curve.first + x * (2 * curve.second + 3 * x * curve.third)
    // The second and third coefficients of the curve around x, divided by the first.
    let b = (curve.second + 3 * x * curve.third) / scale
    let c = curve.third / scale
    let speed = 1 / scale
    let (b2, c2) = (b * b, c * c)
    let step = reach * speed
    // A bound for the first omitted term: the sum of the magnitudes of its summands. Later terms are smaller still.
    let sixth = abs(b) * (42 * b2 * b2 + 84 * b2 * abs(c) + 28 * c2)
    let rest = sixth * step * step * step * step * step * step
    guard scale > 0, rest <= Self.tolerance else { return nil }
    let (speed2, speed3) = (speed * speed, speed * speed * speed)
    start = sign * x
    first = sign * speed
    second = sign * -b * speed2
    third = sign * (2 * b2 - c) * speed3
    fourth = sign * 5 * b * (c - b2) * speed2 * speed2
    fifth = sign * (14 * b2 * b2 - 21 * b2 * c + 3 * c2) * speed2 * speed3
  }

  /// The source position `delta` output samples after the center of the series.
  @inline(__always)
  func value(after delta: Double) -> Double {
    start + delta * (first + delta * (second + delta * (third + delta * (fourth + delta * fifth))))
  }

  /// The speed `delta` output samples after the center of the series. Terms above the second power are omitted: the
  /// result is exact to a millionth, which is enough to choose a kernel.
  @inline(__always)
  func slope(after delta: Double) -> Double { first + delta * (2 * second + delta * 3 * third) }
}
