import Warp

/// The inverse of a cubic as a power series around one place: what source goes by in the output samples around it.
struct InverseSeries: Sendable {
  private let start: Double
  private let (first, second, third, fourth, fifth): (Double, Double, Double, Double, Double)

  /// By how much, in source samples, it may differ from the inverse it stands for.
  private static let tolerance = 2e-9

  /// The series of `curve` reverted at x, its sign turned if `sign` is −1; nil where the terms left out would matter
  /// within `reach`.
  init?(of curve: PieceCurve, at x: Double, reach: Double, sign: Double) {
    let scale = curve.first + x * (2 * curve.second + 3 * x * curve.third)
    // The curve's own terms, as parts of the first.
    let b = (curve.second + 3 * x * curve.third) / scale
    let c = curve.third / scale
    let speed = 1 / scale
    let (b2, c2) = (b * b, c * c)
    let step = reach * speed
    // The first term left out, with all its parts of one sign; those after it are smaller still.
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

  @inline(__always)
  func value(after delta: Double) -> Double {
    start + delta * (first + delta * (second + delta * (third + delta * (fourth + delta * fifth))))
  }

  /// Its slope, to the millionth that is enough for a band.
  @inline(__always)
  func slope(after delta: Double) -> Double { first + delta * (2 * second + delta * 3 * third) }
}
