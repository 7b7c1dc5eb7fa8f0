import Values

/// A function to approximate by straight lines: from result time to source time, or from source time to result time.
struct Outline {
  /// Arguments in ascending order at which lines must meet the function exactly: start, end, reversals and freezes.
  let fixed: [Double]
  /// Arguments in ascending order. Between two neighbours, the function bends only a few times.
  let landmarks: [Double]
  /// The range of values that no line may leave.
  let bounds: ClosedRange<Double>
  /// Whether only whole arguments count, such as frame numbers.
  let isForWholeNumbers: Bool
  /// The step to which arguments are rounded in the written file. It matters where the function is steep.
  var grain = 0.0
  /// Intervals between samples that are at most this long are not halved.
  var finest = 0.0
  /// The length in seconds of one unit of the function's values.
  var secondsPerValue = 1.0
  let function: (Double) -> Double

  /// Finds as few knots as possible whose lines, as written to the file, stay within `limit` of the function. Also
  /// returns the largest distance.
  ///
  /// - Parameters:
  ///   - unit: the values of knots must be multiples of this unit; nil allows any values.
  ///   - written: rounds knots to numbers that the file can express.
  func lines(
    within limit: Double, unit: Double? = nil, written: ([Knot]) -> [Knot] = { $0 }
  ) throws(Refusal) -> (knots: [Knot], deviation: Double) {
    // Only straight functions can be fitted more closely than to the resolution of the file or of a Double.
    let least = max(grain, finest, 256 * max(1, abs(bounds.upperBound)).ulp)
    // Leaves 2 % of the limit for bends of the function between samples and for the rounding of written values.
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

  /// - Parameter nearest: the smallest error found, in seconds.
  static func tooFar(_ nearest: Double) -> Refusal {
    .usage("this format cannot be more exact than \(NumberSyntax.print(nearest)) s", at: "--error")
  }

  private static let mostAttempts = 8

  private func knots(within tolerance: Double, unit: Double?) -> [Knot] {
    var knots: [Knot] = []
    for (from, to) in zip(fixed, fixed.dropFirst()) {
      let arguments = unit == nil ? samples(from: from, to: to, error: tolerance / 64) : whole(from: from, to: to)
      // Rounds only the two ends to multiples of the unit; `PolylineFit` rounds the other values. A rounded end may be
      // less than the value before it. Clamping to the range of the ends keeps a rising function rising.
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

  /// Returns arguments so close together that between neighbours the function is within `error` of a straight line.
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

  /// Arguments at which the distance between a line and the function may be largest.
  private func probes(from: Double, to: Double, _ tolerance: Double) -> [Double] {
    if isForWholeNumbers { return whole(from: from, to: to) }
    let samples = samples(from: from, to: to, error: tolerance / 512)
    return samples + zip(samples, samples.dropFirst()).map { $0 + ($1 - $0) / 2 }
  }
}
