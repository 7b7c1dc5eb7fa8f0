import Values
import Warp

/// Maps from an expression for the scale or for its integral.
package enum ExpressionCurve {
  /// The map whose scale over a clip of `duration` is `expression`.
  package static func map(scale expression: String, duration: Double) throws(Refusal) -> TimeMap {
    let sampler = try Sampler(expression, duration: duration)
    let panels = try ChebyshevPanels(scale: sampler.value, from: 0, to: duration)
    try refuseStandstill(ofScale: sampler, at: panels.nodes)
    return try map(panels, duration: duration)
  }

  /// The map whose warped time, in seconds, is `expression` minus its value at 0.
  package static func map(integral expression: String, duration: Double) throws(Refusal) -> TimeMap {
    let sampler = try Sampler(expression, duration: duration)
    let panels = try ChebyshevPanels(integral: sampler.value, from: 0, to: duration)
    try refuseStandstill(ofIntegral: sampler, at: panels.nodes)
    return try map(panels, duration: duration)
  }

  private static func map(_ panels: ChebyshevPanels, duration: Double) throws(Refusal) -> TimeMap {
    try TimeMap([Piece(.panels(panels), from: 0, to: duration, at: 0)])
  }

  /// An expression as a function of source time. Throws where the value is not finite.
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
          "the expression is infinite or undefined", at: "at \(BriefNumber.print(source)) s in the source",
          advice: "write an expression that is finite over the whole video, both ends included")
      }
      return value
    }
  }

  /// Throws if the scale is negative by more than rounding, or 0 at two neighbouring samples that are more than 1e-7 of
  /// the clip apart. A scale of 0 at one instant is allowed.
  private static func refuseStandstill(ofScale sampler: Sampler, at sources: [Double]) throws(Refusal) {
    var (size, lastSource, lastValue) = (0.0, 0.0, Double.infinity)
    for source in sources {
      let value = try sampler.value(at: source)
      size = max(size, abs(value))
      if value < -1e-12 * size {
        throw .map(
          "the scale is negative",
          at: "from \(print(try firstNegative(of: sampler, from: lastSource, to: source))) in the source",
          advice: "keep the scale above 0; to play backward, use --play or --reverse")
      }
      if value <= 0, lastValue <= 0, source - lastSource > 1e-7 * sampler.duration {
        throw .map(
          "the scale stays at 0, so a part would last no time", at: "from \(print(lastSource)) in the source",
          advice: "keep the scale above 0, or leave the part out with --play")
      }
      (lastSource, lastValue) = (source, value)
    }
  }

  /// Throws if the integral falls by more than rounding, jumps, or stays constant over more than 1/256 of the clip (the
  /// resolution). A jump means that neighbouring samples less than 1e-9 of the clip apart differ by more than 1e-6 of
  /// the largest value.
  private static func refuseStandstill(ofIntegral sampler: Sampler, at sources: [Double]) throws(Refusal) {
    let resolution = sampler.duration / 256
    var highest = -Double.infinity
    var (size, lastRise, lastSource) = (0.0, 0.0, -Double.infinity)
    for source in sources {
      let value = try sampler.value(at: source)
      size = max(size, abs(value))
      if value < highest - 4 * Double.ulpOfOne * size {
        throw .map(
          "the integral decreases", at: "from \(print(lastRise)) in the source",
          advice: "write an integral that increases everywhere; to play backward, use --play or --reverse")
      }
      if value - highest > 1e-6 * size, source - lastSource < 1e-9 * sampler.duration {
        throw .map(
          "the integral jumps or becomes vertical", at: "at \(print(source)) in the source",
          advice: "write an integral that rises smoothly; to hold a frame, use --freeze")
      }
      lastSource = source
      if value > highest {
        (highest, lastRise) = (value, source)
      } else if source - lastRise > resolution {
        throw .map(
          "the integral stays the same, so a part would last no time", at: "from \(print(lastRise)) in the source",
          advice: "write an integral that increases everywhere; to leave a part out, use --play")
      }
    }
  }

  /// The source time where the scale becomes negative, by bisection. The scale must be negative at `high`.
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

  private static func print(_ source: Double) -> String { "\(BriefNumber.print(source)) s" }
}
