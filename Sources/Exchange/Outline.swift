import Warp

/// A function that is to become lines: what is shown when, or when something is shown.
struct Outline {
  /// Where lines have to meet the function exactly, rising: its start and end, and where it turns or stands.
  let fixed: [Double]
  /// Arguments between which the function bends only a few times, rising.
  let landmarks: [Double]
  /// Values that no line may leave.
  let bounds: ClosedRange<Double>
  /// Whether it is looked at for whole arguments only, such as frame numbers.
  let isForWholeNumbers: Bool
  /// By how much an argument may be off once it is written. It counts where the function is so steep that it shows.
  var grain = 0.0
  /// No line is nearer than this, and no two samples are closer to each other.
  var finest = 0.0
  /// How many seconds a value of 1 is.
  var secondsPerValue = 1.0
  let function: (Double) -> Double

  /// As few knots as stay within `limit` of the function once they are written, and how far from it they are.
  ///
  /// - Parameters:
  ///   - unit: knots are at whole multiples of it; nil for anywhere.
  ///   - written: the knots as they will be read.
  func lines(
    within limit: Double, unit: Double? = nil, written: ([Knot]) -> [Knot] = { $0 }
  ) throws(Refusal) -> (knots: [Knot], deviation: Double) {
    // Nearer than what is written, and than Doubles tell instants apart, no fit comes; what is straight anyway may be.
    let least = max(grain, finest, 256 * max(1, abs(bounds.upperBound)).ulp)
    // What lies between two samples is a little off a straight line, and what is written is rounded.
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
      // Only the ends are multiples; the fit sees to the rest. A rounded end may be short of what comes before it, and
      // what only rises has to stay so.
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
