import Glibc
import Values

/// The speed between two keyframes, and its warped time: the integral of 1 / speed.
package struct SpeedEase: Equatable, Sendable {
  /// The source times of the two keyframes, in seconds.
  let start: Double
  let end: Double
  let startSpeed: Double
  let endSpeed: Double
  let easing: Easing
  /// For a Bézier easing: `duration` as a smooth function of the Bézier's parameter. As a function of source time, the
  /// duration is not smooth: where the Bézier is vertical, the slope of the speed is infinite.
  private let panels: ChebyshevPanels?

  /// Requires `start` < `end` and both speeds above 0. Throws if a Bézier takes the speed to 0, or bends too sharply
  /// for `ChebyshevPanels`.
  init(
    from start: Double, to end: Double, startSpeed: Double, endSpeed: Double, easing: Easing
  ) throws(Refusal) {
    self.start = start
    self.end = end
    self.startSpeed = startSpeed
    self.endSpeed = endSpeed
    self.easing = easing
    guard case .bezier(let bezier) = easing else {
      panels = nil
      return
    }
    func speed(_ parameter: Double) -> Double { startSpeed + (endSpeed - startSpeed) * bezier.y(at: parameter) }
    for parameter in bezier.turningParameters.sorted() where speed(parameter) <= 0 {
      throw .map(
        "the easing takes the speed down to 0 between two keyframes",
        at: "at \(BriefNumber.print(start + (end - start) * bezier.x(at: parameter))) s in the source",
        advice: "give bezier() y values closer to the range 0 to 1")
    }
    do throws(Refusal) {
      panels = try ChebyshevPanels(
        scale: { (parameter) throws(Refusal) in bezier.xSlope(at: parameter) / speed(parameter) }, from: 0, to: 1)
    } catch {
      throw .usage(
        "the speed changes too sharply from \(BriefNumber.print(start)) s to \(BriefNumber.print(end)) s "
          + "for this easing",
        advice: "add a keyframe between the two, or use another easing")
    }
  }

  /// 1 / speed. Outside the keyframes, the value at the nearer keyframe.
  func scale(at source: Double) -> Double {
    1 / speed(after: progress(at: share(of: source)))
  }

  /// Warped seconds from `start` to `source`, which is limited to the keyframes.
  func integral(to source: Double) -> Double {
    (end - start) * duration(to: share(of: source))
  }

  /// The speed when the share `progress` of the change is done. `progress` is 0 at the start and 1 at the end; some
  /// Béziers go below 0 or above 1. This form is exact at both ends, even for very different speeds.
  private func speed(after progress: Double) -> Double { (1 - progress) * startSpeed + progress * endSpeed }

  /// ln(speed / startSpeed). If the quotient is close to 1, its rounding would cost digits, so `log1p` gets the
  /// difference from 1.
  private func logarithm(after progress: Double) -> Double {
    let growth = (endSpeed - startSpeed) * progress / startSpeed
    return abs(growth) < 0.5 ? log1p(growth) : log(speed(after: progress) / startSpeed)
  }

  /// The share of the source between the keyframes that has played, 0…1.
  private func share(of source: Double) -> Double { min(1, max(0, (source - start) / (end - start))) }

  /// The share of the speed change that is done at `x`, the share of the source. Some Béziers leave the range 0…1.
  private func progress(at x: Double) -> Double {
    switch easing {
    case .linear: x
    case .hold: 0
    case .smooth: Smoothstep.value(x)
    case .bezier(let bezier): bezier.y(at: bezier.parameter(atX: x))
    }
  }

  /// ∫₀ˣ dx / speed, where x is the share of the source: warped seconds divided by end − start.
  private func duration(to x: Double) -> Double {
    switch easing {
    case .linear: linearDuration(to: x)
    case .hold: x / startSpeed
    case .smooth: smoothDuration(to: x)
    case .bezier(let bezier): panels?.integral(to: bezier.parameter(atX: x)) ?? 0
    }
  }

  private func linearDuration(to x: Double) -> Double {
    let growth = (endSpeed - startSpeed) * x / startSpeed
    // ln(1+g)/g = 1 − g/2 + …, which rounds to 1 below 1e-15. If g is 0, the quotient is undefined.
    return x / startSpeed * (abs(growth) < 1e-15 ? 1 : logarithm(after: x) / growth)
  }

  /// ∫₀ˣ dx / speed for the smoothstep, in closed form.
  ///
  /// With y = x − ½, m the mean speed and Δ the change, the speed is m + Δ(3y/2 − 2y³) = 2Δ(r − y)(y² + ry + r² − ¾).
  /// Its only real root is r = ±cosh(⅓ arcosh |2m/Δ|), by the triple-angle formula. Partial fractions of the reciprocal
  /// give a logarithm for the linear factor, and a logarithm and an arc tangent for the quadratic factor. Each term is
  /// computed as its difference from x = 0, so no digits are lost at any ratio of the speeds.
  private func smoothDuration(to x: Double) -> Double {
    let change = endSpeed - startSpeed
    // The expansion to first order in change / speed. The second-order term is below the last digit.
    if abs(change) < 1e-8 * startSpeed {
      return (x - change / startSpeed * Smoothstep.integral(x)) / startSpeed
    }
    let ratio = 2 * min(startSpeed, endSpeed) / abs(change)
    // arcosh(1 + ratio) / 3, in a form that keeps the digits of a small ratio. 1 + ratio is |2m/Δ|, with m the mean
    // speed and Δ the change.
    let third = log1p(ratio + (ratio * (2 + ratio)).squareRoot()) / 3
    // |root| − 1, by cosh t − 1 = 2 sinh²(t/2). For very different speeds this excess is tiny, and its digits decide
    // the result. Subtracting 1 from |root| would lose them.
    let excess = 2 * sinh(third / 2) * sinh(third / 2)
    let root = change > 0 ? 1 + excess : -1 - excess
    let width = 3.0.squareRoot() * sinh(third)
    // ∫ dx/speed = −(3/2·L − 1/2·(L + Q) − 3r/w·A) / (2Δ(3r² − ¾)), with r `root`, w `width`, A `angle` and Δ `change`.
    // L (`linear`) and Q are logarithms of the linear and the quadratic factor, relative to x = 0. L + Q (`both`) is
    // the logarithm of the speed relative to the start, which is known.
    let linear = log1p(-x / (root + 0.5))
    let both = logarithm(after: Smoothstep.value(x))
    // (2y + r)(2y₀ + r), with r `root`, y = x − ½, and y₀ = −½ at x = 0.
    let product = change > 0 ? (2 * x + excess) * excess : (2 * (1 - x) + excess) * (2 + excess)
    let angle = atan2(2 * x * width, width * width + product)
    let sum = 1.5 * linear - 0.5 * both - 3 * root / width * angle
    return -sum / (2 * change * (3 * root * root - 0.75))
  }
}
