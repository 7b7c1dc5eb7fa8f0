/// Maps given by an expression: of the scale, or of its antiderivative.
package enum ExpressionCurve {
  /// `expression` is the time scale over a clip of `duration`.
  package static func map(scale expression: String, duration: Double) throws(Refusal) -> TimeMap {
    let sampler = try Sampler(expression, duration: duration)
    let panels = try ChebyshevPanels(scale: sampler.value, from: 0, to: duration)
    try refuseStandstill(ofScale: sampler, at: panels.samplePlaces)
    return try map(panels, duration: duration)
  }

  /// `expression` is warped time, in seconds; what it is at 0 is taken off.
  package static func map(integral expression: String, duration: Double) throws(Refusal) -> TimeMap {
    let sampler = try Sampler(expression, duration: duration)
    let panels = try ChebyshevPanels(integral: sampler.value, from: 0, to: duration)
    try refuseStandstill(ofIntegral: sampler, at: panels.samplePlaces)
    return try map(panels, duration: duration)
  }

  private static func map(_ panels: ChebyshevPanels, duration: Double) throws(Refusal) -> TimeMap {
    try TimeMap([Piece(.panels(panels), from: 0, to: duration, at: 0)])
  }

  /// An expression as a function of source time alone.
  private struct Sampler {
    let expression: Expression
    let duration: Double

    init(_ text: String, duration: Double) throws(Refusal) {
      self.expression = try Expression(text)
      self.duration = duration
    }

    func value(at source: Double) throws(Refusal) -> Double {
      let value = expression.value(u: source / duration, t: source, d: duration)
      guard value.isFinite else {
        throw .map(
          "the expression has no finite value", at: "source \(NumberSyntax.print(source)) s",
          advice: "it has to be a number everywhere on the clip, its ends included")
      }
      return value
    }
  }

  /// A negative scale, or one of zero at two neighbouring samples that lie apart, is a stretch; zero at one sample is
  /// an instant.
  private static func refuseStandstill(ofScale sampler: Sampler, at places: [Double]) throws(Refusal) {
    var (size, lastPlace, lastValue) = (0.0, 0.0, Double.infinity)
    for place in places {
      let value = try sampler.value(at: place)
      size = max(size, abs(value))
      if value < -1e-12 * size {
        throw .map(
          "the scale is negative: time would run back",
          at: "from source \(print(try firstNegative(of: sampler, from: lastPlace, to: place)))",
          advice: "keep the scale above 0; --play and --reverse play backward")
      }
      if value <= 0, lastValue <= 0, place - lastPlace > 1e-7 * sampler.duration {
        throw .map(
          "the scale is zero over a stretch: time would stand", at: "from source \(print(lastPlace))",
          advice: "keep the scale above 0, or cut the stretch out with --play")
      }
      (lastPlace, lastValue) = (place, value)
    }
  }

  /// An integral has to rise from sample to sample; it may pause only where samples lie closer than the resolution.
  private static func refuseStandstill(ofIntegral sampler: Sampler, at places: [Double]) throws(Refusal) {
    let resolution = sampler.duration / 256
    var highest = -Double.infinity
    var (size, lastRise, lastPlace) = (0.0, 0.0, -Double.infinity)
    for place in places {
      let value = try sampler.value(at: place)
      size = max(size, abs(value))
      if value < highest - 4 * Double.ulpOfOne * size {
        throw .map(
          "the integral falls: time would run back", at: "from source \(print(lastRise))",
          advice: "it has to rise all along; --play and --reverse play backward")
      }
      if value - highest > 1e-6 * size, place - lastPlace < 1e-9 * sampler.duration {
        throw .map(
          "the integral jumps or has no finite slope", at: "at source \(print(place))",
          advice: "it has to rise smoothly; --freeze stops the picture")
      }
      lastPlace = place
      if value > highest {
        (highest, lastRise) = (value, place)
      } else if place - lastRise > resolution {
        throw .map(
          "the integral does not rise over a stretch: time would stand", at: "from source \(print(lastRise))",
          advice: "it has to rise all along; --freeze stops the picture")
      }
    }
  }

  /// The first place at which the scale is negative, given that it is so at `high`.
  private static func firstNegative(
    of sampler: Sampler, from low: Double, to high: Double
  ) throws(Refusal) -> Double {
    if try sampler.value(at: low) < 0 { return low }
    var (low, high) = (low, high)
    for _ in 0..<60 {
      let middle = low + (high - low) / 2
      if try sampler.value(at: middle) < 0 { high = middle } else { low = middle }
    }
    return high
  }

  private static func print(_ source: Double) -> String { "\(NumberSyntax.print(source)) s" }
}
