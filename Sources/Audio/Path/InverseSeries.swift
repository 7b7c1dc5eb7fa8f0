import Warp

/// The inverse of a cubic as a power series around one point: the source position as a function of the output position.
struct InverseSeries: Sendable {
  private let start: Double
  private let (first, second, third, fourth, fifth): (Double, Double, Double, Double, Double)

  /// By how much, in source samples, the series may differ from the inverse.
  private static let tolerance = 2e-9

  /// The series of `curve` around x, reverted, up to the fifth power; negated if `sign` is −1.
  ///
  /// Nil where the terms left out come to more than the tolerance within `reach` outputs of the point.
  init?(of curve: PieceCurve, at x: Double, reach: Double, sign: Double) {
    let scale = curve.first + x * (2 * curve.second + 3 * x * curve.third)
    // The second and third coefficient of the curve around x, divided by the first.
    let b = (curve.second + 3 * x * curve.third) / scale
    let c = curve.third / scale
    let speed = 1 / scale
    let (b2, c2) = (b * b, c * c)
    let step = reach * speed
    // A bound for the first term left out: its summands, all taken as positive. The terms after it are smaller still.
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

  /// The source position `delta` outputs after the point.
  @inline(__always)
  func value(after delta: Double) -> Double {
    start + delta * (first + delta * (second + delta * (third + delta * (fourth + delta * fifth))))
  }

  /// The derivative, up to its second power only: exact to a millionth, which is enough to choose a kernel.
  @inline(__always)
  func slope(after delta: Double) -> Double { first + delta * (2 * second + delta * 3 * third) }
}
