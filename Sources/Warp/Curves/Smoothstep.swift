/// S(x) = 3x² − 2x³, its integral, and the transitions between two levels that are made with it or with a straight
/// line.
package enum Smoothstep {
  package static func value(_ x: Double) -> Double { x * x * (3 - 2 * x) }

  /// ∫₀ˣ S = x³ − x⁴/2.
  static func integral(_ x: Double) -> Double { x * x * x * (1 - x / 2) }
}

/// A step from 0 to 1 over part of the unit interval; level before and after.
///
/// Its ends are offsets from a place that is a Double exactly, so that even the narrowest step has its true width.
struct Transition {
  enum Profile { case straight, smooth }

  let place: Double
  let from: Double
  let to: Double
  let profile: Profile

  var start: Double { place + from }
  var end: Double { place + to }
  /// As an offset, too.
  var middle: Double { (from + to) / 2 }

  func value(at u: Double) -> Double {
    let x = progress(at: u)
    return profile == .smooth ? Smoothstep.value(x) : x
  }

  /// ∫₀ᵘ of the step. Either profile has risen through an area of half its width by its end.
  func integral(to u: Double) -> Double {
    (to - from) * risen(progress(at: u)) + max(0, (u - place) - to)
  }

  /// What the step lacks to 1 from `u` on, all together: it is the same seen from its other end.
  func remainder(from u: Double) -> Double { (to - from) * risen(1 - progress(at: u)) }

  private func risen(_ x: Double) -> Double { profile == .smooth ? Smoothstep.integral(x) : x * x / 2 }

  private func progress(at u: Double) -> Double { min(1, max(0, ((u - place) - from) / (to - from))) }
}
