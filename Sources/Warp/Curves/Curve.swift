import Glibc

/// A built-in time-scale function on the unit interval, with its exact integral.
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

    /// Whether the mirror image is another curve.
    package var isLopsided: Bool { self != .constant && self != .doubleSmoothstep && self != .triangle }
  }

  package static let defaultFactor = 1.5
  package static let defaultModifier = 0.5
  /// Beyond this a clip of a day would outgrow the longest time there is.
  package static let largestFactor = 1e6

  package let shape: Shape
  /// Whether this is f(1−u).
  package let isFlipped: Bool
  package let factor: Double
  package let modifier: Double

  package init(
    _ shape: Shape, flipped: Bool = false, factor: Double = defaultFactor, modifier: Double = defaultModifier
  ) throws(Refusal) {
    guard factor > 0, factor <= Self.largestFactor else {
      throw .usage(
        "factor \(NumberSyntax.print(factor)) is out of range",
        advice: "it must be above 0 and at most \(NumberSyntax.print(Self.largestFactor))")
    }
    guard modifier > 0, modifier <= 1 else {
      throw .usage(
        "modifier \(NumberSyntax.print(modifier)) is out of range", advice: "it must be above 0 and at most 1")
    }
    self.shape = shape
    self.isFlipped = flipped && shape.isLopsided
    self.factor = factor
    self.modifier = modifier
  }

  /// The time scale at `u`.
  package func scale(at u: Double) -> Double {
    switch shape {
    case .constant: factor
    case .doubleSmoothstep: level(firstRise.value(at: u) - secondRise.value(at: u))
    case .smoothstep, .ramp: isFlipped ? flippedLevel(middleRise.value(at: u)) : level(middleRise.value(at: u))
    case .triangle: level(firstRise.value(at: u) - secondRise.value(at: u))
    case .cosine, .sine: waveScale(at: seen(u))
    case .taperedCosine, .taperedSine: 1 + (waveScale(at: seen(u)) - 1) * Smoothstep.value(seen(u))
    case .power: 2 * modifier * pow(seen(u), factor) + modifier / 2
    }
  }

  /// ∫₀ᵘ of the scale, to a few units in the last place of max(1, value), and of the value itself as u → 0.
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

  /// Places inside the unit interval where the scale is not smooth.
  package var kinks: [Double] {
    let places: [Double] =
      switch shape {
      case .constant, .cosine, .sine, .taperedCosine, .taperedSine, .power: []
      case .doubleSmoothstep, .triangle: [firstRise.start, firstRise.end, secondRise.start, secondRise.end]
      case .smoothstep, .ramp: [middleRise.start, middleRise.end]
      }
    return Set(places).filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// Where in the unflipped function `u` lies.
  private func seen(_ u: Double) -> Double { isFlipped ? 1 - u : u }
}

/// The curves that are levels joined by steps.
extension Curve {
  /// From 1 to the factor; exact at both ends.
  private func level(_ step: Double) -> Double { (1 - step) + step * factor }

  /// From the factor to 1: what a symmetric step becomes when mirrored.
  private func flippedLevel(_ step: Double) -> Double { (1 - step) * factor + step }

  private var profile: Transition.Profile { shape == .triangle || shape == .ramp ? .straight : .smooth }

  /// The step of `ramp` and `smoothstep`.
  private var middleRise: Transition {
    Transition(place: 0.5, from: -modifier / 2, to: modifier / 2, profile: profile)
  }

  private var firstRise: Transition {
    shape == .triangle
      ? Transition(place: 0.5, from: -modifier / 2, to: 0, profile: profile)
      : Transition(place: 0.25, from: -modifier / 4, to: modifier / 4, profile: profile)
  }

  /// The step that is taken back again.
  private var secondRise: Transition {
    shape == .triangle
      ? Transition(place: 0.5, from: 0, to: modifier / 2, profile: profile)
      : Transition(place: 0.75, from: -modifier / 4, to: modifier / 4, profile: profile)
  }
}

extension Curve {
  /// ∫₀ᵘ of a step that is taken back again. Not as the difference of two, which each grow for ever: a tall factor would
  /// show what is lost of them.
  private func bump(to u: Double) -> Double {
    let area = (secondRise.place - firstRise.place) + (secondRise.middle - firstRise.middle)
    return u <= secondRise.start ? firstRise.integral(to: u) : area - secondRise.remainder(from: u)
  }
}

/// The waves, plain and tapered. With ω the frequency and v = 1−u, cos ωv = cos ω cos ωu + sin ω sin ωu, and likewise
/// for the sine: so a flipped wave is a mixture of the two plain ones, and no integral is ever a difference of two
/// long ones.
extension Curve {
  private var wave: Wave { Wave(frequency: 12 * .pi * modifier) }

  private var isCosine: Bool { shape == .cosine || shape == .taperedCosine }

  /// The length of one wave in the unit interval, for the curves that have waves.
  var period: Double? {
    switch shape {
    case .cosine, .sine, .taperedCosine, .taperedSine: 2 * .pi / wave.frequency
    case .constant, .doubleSmoothstep, .smoothstep, .triangle, .ramp, .power: nil
    }
  }

  private func waveScale(at u: Double) -> Double {
    let phase = wave.frequency * u
    return factor * ((isCosine ? cos(phase) : sin(phase)) + 1) + factor / 2
  }

  /// Combines the integrals of cos ωu and sin ωu, or of the same two times some taper, into that of the wave in play.
  private func mixed(cosine: Double, sine: Double) -> Double {
    guard isFlipped else { return isCosine ? cosine : sine }
    let (c, s) = (cos(wave.frequency), sin(wave.frequency))
    return isCosine ? c * cosine + s * sine : s * cosine - c * sine
  }

  private func waveIntegral(to u: Double) -> Double {
    mixed(cosine: wave.cosine(to: u), sine: wave.sine(to: u))
  }

  /// ∫ 1 + (F·wave + 1.5 F − 1)·taper, where the taper is S(u), or S(1−u) = 1 − S(u) when flipped.
  private func taperedIntegral(to u: Double) -> Double {
    var (taper, cosine, sine) = (Smoothstep.integral(u), wave.taperedCosine(to: u), wave.taperedSine(to: u))
    if isFlipped {
      (taper, cosine, sine) = (u - taper, wave.cosine(to: u) - cosine, wave.sine(to: u) - sine)
    }
    return u + (1.5 * factor - 1) * taper + factor * mixed(cosine: cosine, sine: sine)
  }
}

extension Curve {
  /// ∫₀ᵘ x^F, or of (1−x)^F in the form that keeps its digits near 0.
  private func powerIntegral(to u: Double) -> Double {
    let whole = isFlipped ? -expm1((factor + 1) * log1p(-u)) : pow(u, factor + 1)
    return whole / (factor + 1)
  }
}
