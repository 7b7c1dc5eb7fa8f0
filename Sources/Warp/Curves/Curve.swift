import Glibc
import Values

/// A built-in scale function on the unit interval, with a closed-form integral.
///
/// `README.md` of this module lists the files to change for a new shape.
package struct Curve: Equatable, Hashable, Sendable {
  package enum Shape: String, CaseIterable, Sendable {
    case constant
    case doubleSmoothstep = "double-smoothstep"
    case smoothstep
    case triangle
    case ramp
    case cosine
    case sine
    case taperedCosine = "tapered-cosine"
    case taperedSine = "tapered-sine"
    case power

    /// Whether the curve differs from its mirror image. Only then can `isFlipped` of a `Curve` be true.
    package var isAsymmetric: Bool {
      switch self {
      case .constant, .doubleSmoothstep, .triangle: false
      case .smoothstep, .ramp, .cosine, .sine, .taperedCosine, .taperedSine, .power: true
      }
    }
  }

  package static let defaultFactor = 1.5
  package static let defaultModifier = 0.5
  /// With this factor, a clip of a quarter of an hour nearly reaches `TimeSyntax.longest`.
  package static let largestFactor = 1e6

  package let shape: Shape
  /// Whether this is the mirror image f(1−u) of its shape f.
  package let isFlipped: Bool
  package let factor: Double
  package let modifier: Double

  package init(
    _ shape: Shape, flipped: Bool = false, factor: Double = defaultFactor, modifier: Double = defaultModifier
  ) throws(Refusal) {
    guard factor > 0, factor <= Self.largestFactor else {
      throw .usage(
        "a factor of \(NumberSyntax.print(factor)) is out of range",
        advice: "it must be above 0 and at most \(NumberSyntax.print(Self.largestFactor))")
    }
    guard modifier > 0, modifier <= 1 else {
      throw .usage(
        "a modifier of \(NumberSyntax.print(modifier)) is out of range", advice: "it must be above 0 and at most 1")
    }
    self.shape = shape
    self.isFlipped = flipped && shape.isAsymmetric
    self.factor = factor
    self.modifier = modifier
  }

  /// The scale at `u` in 0…1.
  package func scale(at u: Double) -> Double {
    switch shape {
    case .constant: factor
    case .doubleSmoothstep: level(firstRise.value(at: u) - secondRise.value(at: u))
    case .smoothstep, .ramp: isFlipped ? flippedLevel(middleRise.value(at: u)) : level(middleRise.value(at: u))
    case .triangle: level(firstRise.value(at: u) - secondRise.value(at: u))
    case .cosine, .sine: waveScale(at: unflipped(u))
    case .taperedCosine, .taperedSine: 1 + (waveScale(at: unflipped(u)) - 1) * Smoothstep.value(unflipped(u))
    case .power: 2 * modifier * pow(unflipped(u), factor) + modifier / 2
    }
  }

  /// The integral of the scale from 0 to `u`. The error is a few units in the last place of 1 or, if the result is
  /// larger, of the result. Near u = 0 the error is even smaller: a few units in the last place of the result.
  package func integral(to u: Double) -> Double {
    switch shape {
    case .constant: factor * u
    case .doubleSmoothstep, .triangle: u + (factor - 1) * bump(to: u)
    case .smoothstep, .ramp:
      isFlipped
        ? factor * u + (1 - factor) * middleRise.integral(to: u) : u + (factor - 1) * middleRise.integral(to: u)
    case .cosine, .sine: factor * (1.5 * u + waveIntegral(to: u))
    case .taperedCosine, .taperedSine: taperedIntegral(to: u)
    case .power: modifier * (2 * powerIntegral(to: u) + u / 2)
    }
  }

  /// The points strictly inside the unit interval where the scale is not smooth, rising.
  package var kinks: [Double] {
    let borders: [Double] =
      switch shape {
      case .constant, .cosine, .sine, .taperedCosine, .taperedSine, .power: []
      case .doubleSmoothstep, .triangle: [firstRise.start, firstRise.end, secondRise.start, secondRise.end]
      case .smoothstep, .ramp: [middleRise.start, middleRise.end]
      }
    return Set(borders).filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// The argument for the unflipped function of the shape.
  private func unflipped(_ u: Double) -> Double { isFlipped ? 1 - u : u }
}

/// Curves that are constant except for steps.
extension Curve {
  /// The scale at the fraction `step` of the way from 1 to the factor. This form is exact at both ends.
  private func level(_ step: Double) -> Double { (1 - step) + step * factor }

  /// The scale at the fraction `step` of the way from the factor to 1. This is the mirror image of `level`, because the
  /// step is symmetric around the middle of the range.
  private func flippedLevel(_ step: Double) -> Double { (1 - step) * factor + step }

  private var profile: Transition.Profile { shape == .triangle || shape == .ramp ? .linear : .smooth }

  /// The step of `ramp` and `smoothstep`.
  private var middleRise: Transition {
    Transition(origin: 0.5, from: -modifier / 2, to: modifier / 2, profile: profile)
  }

  /// The step up of `triangle` and `double-smoothstep`.
  private var firstRise: Transition {
    shape == .triangle
      ? Transition(origin: 0.5, from: -modifier / 2, to: 0, profile: profile)
      : Transition(origin: 0.25, from: -modifier / 4, to: modifier / 4, profile: profile)
  }

  /// The step down of `triangle` and `double-smoothstep`, as a step up that is subtracted.
  private var secondRise: Transition {
    shape == .triangle
      ? Transition(origin: 0.5, from: 0, to: modifier / 2, profile: profile)
      : Transition(origin: 0.75, from: -modifier / 4, to: modifier / 4, profile: profile)
  }
}

extension Curve {
  /// The integral from 0 to `u` of `firstRise` − `secondRise`. Inside and after the second step, it is the whole area
  /// minus the area after `u`. Subtracting the integral of the second step from that of the first would lose digits:
  /// both keep growing after their steps, and a large factor would multiply the error.
  private func bump(to u: Double) -> Double {
    let area = (secondRise.origin - firstRise.origin) + (secondRise.middle - firstRise.middle)
    return u <= secondRise.start ? firstRise.integral(to: u) : area - secondRise.remainder(from: u)
  }
}

/// Waves, untapered and tapered. With u from 0 to 1, v = 1−u and ω the frequency, cos ωv = cos ω cos ωu + sin ω sin ωu,
/// and similarly for the sine. The integral of a flipped (mirrored) wave is therefore a weighted sum of the integrals
/// of both unflipped waves. The integral up to 1 minus the integral up to v would lose digits as u → 0.
extension Curve {
  private var wave: Wave { Wave(frequency: 12 * .pi * modifier) }

  private var isCosine: Bool { shape == .cosine || shape == .taperedCosine }

  /// The wavelength on the unit interval; nil for curves without waves.
  var period: Double? {
    switch shape {
    case .cosine, .sine, .taperedCosine, .taperedSine: 2 * .pi / wave.frequency
    case .constant, .doubleSmoothstep, .smoothstep, .triangle, .ramp, .power: nil
    }
  }

  /// The scale of an unflipped wave.
  private func waveScale(at u: Double) -> Double {
    let phase = wave.frequency * u
    return factor * ((isCosine ? cos(phase) : sin(phase)) + 1) + factor / 2
  }

  /// The integral of this curve's wave, flipped or not. `cosine` and `sine` are the integrals of cos ωu and sin ωu,
  /// either both tapered or both untapered.
  private func mixed(cosine: Double, sine: Double) -> Double {
    guard isFlipped else { return isCosine ? cosine : sine }
    let (c, s) = (cos(wave.frequency), sin(wave.frequency))
    return isCosine ? c * cosine + s * sine : s * cosine - c * sine
  }

  private func waveIntegral(to u: Double) -> Double {
    mixed(cosine: wave.cosine(to: u), sine: wave.sine(to: u))
  }

  /// The integral from 0 to `u` of 1 + (F·w(x) + 1.5 F − 1)·t(x). F is the factor, and w the cosine or sine wave. The
  /// taper t is the smoothstep S(x), or S(1−x) = 1 − S(x) for a flipped curve.
  private func taperedIntegral(to u: Double) -> Double {
    var (taper, cosine, sine) = (Smoothstep.integral(u), wave.taperedCosine(to: u), wave.taperedSine(to: u))
    if isFlipped {
      (taper, cosine, sine) = (u - taper, wave.cosine(to: u) - cosine, wave.sine(to: u) - sine)
    }
    return u + (1.5 * factor - 1) * taper + factor * mixed(cosine: cosine, sine: sine)
  }
}

extension Curve {
  /// ∫₀ᵘ x^F, where F is the factor. For a flipped curve, ∫₀ᵘ (1−x)^F = (1 − (1−u)^(F+1)) / (F+1). Near u = 0 that
  /// subtraction would lose digits; `expm1` and `log1p` avoid it.
  private func powerIntegral(to u: Double) -> Double {
    let whole = isFlipped ? -expm1((factor + 1) * log1p(-u)) : pow(u, factor + 1)
    return whole / (factor + 1)
  }
}
