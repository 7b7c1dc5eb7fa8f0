/// The smoothstep S(x) = 3x² − 2x³ on 0…1, and its integral.
package enum Smoothstep {
  package static func value(_ x: Double) -> Double { x * x * (3 - 2 * x) }

  /// ∫₀ˣ S = x³ − x⁴/2.
  static func integral(_ x: Double) -> Double { x * x * x * (1 - x / 2) }
}

/// A step from 0 to 1 over a part of the unit interval, as a straight line or a smoothstep. The value is 0 before this
/// part, and 1 after it.
///
/// The ends are distances from `origin`, which must be exact as a Double, such as ¼. The width of a narrow step is
/// therefore exact; as the difference of two ends it would be rounded.
struct Transition {
  enum Profile { case linear, smooth }

  let origin: Double
  /// The distances of start and end from `origin`, negative before `origin`.
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

  /// ∫₀ᵘ of the step. Under either profile, the area up to the end of the step is half its width. After the end, the
  /// integral grows by the distance from the end.
  func integral(to u: Double) -> Double {
    (to - from) * area(to: progress(at: u)) + max(0, (u - origin) - to)
  }

  /// The integral of 1 minus the step, from `u` to the end of the step. Both profiles are point-symmetric, so this
  /// equals the integral of the step over its first `end` − `u`.
  func remainder(from u: Double) -> Double { (to - from) * area(to: 1 - progress(at: u)) }

  /// The integral of the profile over [0, x] of the unit interval.
  private func area(to x: Double) -> Double { profile == .smooth ? Smoothstep.integral(x) : x * x / 2 }

  private func progress(at u: Double) -> Double { min(1, max(0, ((u - origin) - from) / (to - from))) }
}
