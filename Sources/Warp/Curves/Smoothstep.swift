/// The smoothstep S(x) = 3x² − 2x³ on 0…1, and its integral.
package enum Smoothstep {
  package static func value(_ x: Double) -> Double { x * x * (3 - 2 * x) }

  /// ∫₀ˣ S = x³ − x⁴/2.
  static func integral(_ x: Double) -> Double { x * x * x * (1 - x / 2) }
}

/// A step from 0 to 1 over a part of the unit interval: 0 before, 1 after, and a straight line or S(x) in between.
///
/// Its ends are given as distances from `origin`, which has to be a number that a Double holds exactly, such as ¼. So
/// the width of a narrow step is not rounded, as it would be as the difference of two ends.
struct Transition {
  enum Profile { case linear, smooth }

  let origin: Double
  /// The distances of the start and the end from `origin`, negative before it.
  let from: Double
  let to: Double
  let profile: Profile

  var start: Double { origin + from }
  var end: Double { origin + to }
  /// The distance of the middle from `origin`.
  var middle: Double { (from + to) / 2 }

  func value(at u: Double) -> Double {
    let x = progress(at: u)
    return profile == .smooth ? Smoothstep.value(x) : x
  }

  /// ∫₀ᵘ of the step. Under either profile lies an area of half the width of the step, and after its end the integral
  /// grows by the distance from there.
  func integral(to u: Double) -> Double {
    (to - from) * area(to: progress(at: u)) + max(0, (u - origin) - to)
  }

  /// The integral of 1 less the step, from `u` to where the step ends. Both profiles are point-symmetric, so it is the
  /// integral of the step up to as far from its start as `u` is from its end.
  func remainder(from u: Double) -> Double { (to - from) * area(to: 1 - progress(at: u)) }

  /// The integral of the profile over [0, x] of the unit interval.
  private func area(to x: Double) -> Double { profile == .smooth ? Smoothstep.integral(x) : x * x / 2 }

  private func progress(at u: Double) -> Double { min(1, max(0, ((u - origin) - from) / (to - from))) }
}
