import Warp

/// A function to approximate by lines: source times of the result, or result times of the source.
struct Outline {
  /// Arguments at which lines must meet the function exactly, rising: its start and end, turns and freezes.
  let fixed: [Double]
  /// Rising arguments with only a few bends of the function between two of them.
  let landmarks: [Double]
  /// The range of values that no line may leave.
  let bounds: ClosedRange<Double>
  /// Whether only whole arguments count, such as frame numbers.
  let isForWholeNumbers: Bool
  /// The largest rounding error of a written argument. It matters where the function is steep.
  var grain = 0.0
  /// The least distance between two samples.
  var finest = 0.0
  /// The number of seconds in a value of 1.
  var secondsPerValue = 1.0
  let function: (Double) -> Double

  /// As few knots as possible that stay within `limit` of the function after they are written, and their distance from
  /// it.
  ///
  /// - Parameters:
  ///   - unit: knots must be multiples of this unit; nil for any values.
  ///   - written: converts the knots to what a reader will read.
  func lines(
    within limit: Double, unit: Double? = nil, written: ([Knot]) -> [Knot] = { $0 }
  ) throws(Refusal) -> (knots: [Knot], deviation: Double) {
    // No fit is better than the written resolution or the spacing of Doubles, except for straight functions.
    let least = max(grain, finest, 256 * max(1, abs(bounds.upperBound)).ulp)
    // The function bends slightly between samples, and written values are rounded.
    var tolerance = max(least, unit == nil ? 0.98 * limit : limit)
    var nearest = Double.infinity
    for _ in 0..<Self.mostAttempts {
      let knots = written(knots(within: tolerance, unit: unit))
      let deviation = deviation(of: knots, sampledWithin: tolerance)
      if deviation <= limit + 1e-12 * max(1, bounds.upperBound) { return (knots, deviation) }
      nearest = min(nearest, deviation)
      tolerance *= 0.75
    }
    throw Self.tooFar(nearest * secondsPerValue)
  }

  /// - Parameter nearest: in seconds.
  static func tooFar(_ nearest: Double) -> Refusal {
    .usage("this format cannot be more exact than \(NumberSyntax.print(nearest)) s", at: "--error")
  }

  private static let mostAttempts = 8

  private func knots(within tolerance: Double, unit: Double?) -> [Knot] {
    var knots: [Knot] = []
    for (from, to) in zip(fixed, fixed.dropFirst()) {
      let arguments = unit == nil ? samples(from: from, to: to, error: tolerance / 64) : whole(from: from, to: to)
      // Only the ends are multiples of the unit here; the fit rounds the rest. A rounded end may be less than the value
      // before it, but a rising function must stay rising.
      let ends = [from, to].map { rounded(function($0), unit) }
      let values = arguments.map { argument in
        if argument == from || argument == to { return ends[argument == from ? 0 : 1] }
        let value = function(argument)
        return unit == nil ? value : min(max(value, ends.min() ?? value), ends.max() ?? value)
      }
      let fit = PolylineFit(Tunnel(x: arguments, y: values, bounds: bounds), unit: unit)
      knots += fit.knots(within: tolerance).dropFirst(knots.isEmpty ? 0 : 1)
    }
    return knots
  }

  private func rounded(_ value: Double, _ unit: Double?) -> Double {
    unit.map { (value / $0).rounded() * $0 } ?? value
  }

  private func whole(from: Double, to: Double) -> [Double] { Array(stride(from: from, through: to, by: 1)) }

  /// Arguments between which the function is within `error` of a straight line.
  func samples(from: Double, to: Double, error: Double, finest: Double? = nil) -> [Double] {
    let first = landmarks.borderIndex { $0 > from }
    let inside = landmarks[first...].prefix { $0 < to }
    let samples = CurveSamples.arguments(
      from: from, to: to, landmarks: Array(inside), error: error,
      finest: finest ?? (isForWholeNumbers ? 1 : max(grain, self.finest)), of: function)
    guard isForWholeNumbers else { return samples }
    return samples.reduce(into: [Double]()) { whole, sample in
      for number in [sample.rounded(.down), sample.rounded(.up)] where number > whole.last ?? -.infinity {
        whole.append(number)
      }
    }
  }

  /// The largest distance of the lines through `knots` from the function.
  private func deviation(of knots: [Knot], sampledWithin tolerance: Double) -> Double {
    if grain > 0 { return deviationBeyondGrain(of: knots, sampledWithin: tolerance / 512) }
    return zip(knots, knots.dropFirst()).reduce(0) { largest, line in
      let (from, to) = line
      guard to.x > from.x else { return largest }
      return probes(from: from.x, to: to.x, tolerance).reduce(largest) { largest, x in
        let share = (x - from.x) / (to.x - from.x)
        return max(largest, abs(from.y + share * (to.y - from.y) - function(x)))
      }
    }
  }

  /// Arguments where the distance may be largest.
  private func probes(from: Double, to: Double, _ tolerance: Double) -> [Double] {
    if isForWholeNumbers { return whole(from: from, to: to) }
    let samples = samples(from: from, to: to, error: tolerance / 512)
    return samples + zip(samples, samples.dropFirst()).map { $0 + ($1 - $0) / 2 }
  }
}
