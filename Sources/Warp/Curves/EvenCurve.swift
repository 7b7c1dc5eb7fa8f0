import Glibc
import Values

/// A quantity that grows along the source, such as the metres of a ride. In the map, the quantity grows evenly along
/// the result, as far as the speed limits allow.
package struct EvenCurve: Equatable, Sendable {
  package struct Point: Equatable, Sendable {
    package let source: Double
    package let total: Double

    package init(source: Double, total: Double) { (self.source, self.total) = (source, total) }
  }

  private let points: [Point]
  private let speeds: ClosedRange<Double>
  private let window: Double

  package static let usualSpeeds = 0.1...20.0
  package static let usualWindow = 1.0

  /// - Parameters:
  ///  - points: the quantity at rising source times. Between two points it grows at a constant rate. Outside the points
  ///    it grows at the nearest rate.
  ///   - speeds: the lowest and highest speed, both above 0.
  ///   - window: the length of the moving average of the growth rate, in seconds of source time.
  package init(
    _ points: [Point], speeds: ClosedRange<Double> = usualSpeeds, window: Double = usualWindow
  ) throws(Refusal) {
    guard points.count > 1 else { throw .usage("an even map needs two values or more") }
    (self.points, self.speeds, self.window) = (points, speeds, window)
  }

  /// A part of a clip, over which the quantity is to grow evenly.
  package struct Wish: Equatable, Sendable {
    /// The duration of the clip, in seconds.
    let duration: Double
    let part: ClosedRange<Double>
    /// The length of the part in the result, in seconds.
    let length: Double

    package init(duration: Double, part: ClosedRange<Double>, length: Double) {
      (self.duration, self.part, self.length) = (duration, part, length)
    }
  }

  /// The source time of the first value.
  package var start: Double { points[0].source }

  package func map(_ wish: Wish) throws(Refusal) -> TimeMap {
    try map(duration: wish.duration, evenIn: wish.part, lasting: wish.length)
  }

  /// The map of a clip. The quantity grows evenly over `part`; the rest plays at scale 1.
  ///
  /// - Parameter length: the length of `part` in the result, in seconds.
  package func map(
    duration: Double, evenIn part: ClosedRange<Double>, lasting length: Double
  ) throws(Refusal) -> TimeMap {
    let limits = 1 / speeds.upperBound...1 / speeds.lowerBound
    let rates = try rates(in: part)
    let gain = try gain(of: rates, within: limits, lasting: length)
    var builder = MapBuilder()
    builder.play(scale: 1, from: 0, to: part.lowerBound)
    for rate in rates {
      rate.forEachPart(gain: gain, within: limits) { part in
        guard part.from < part.to else { return }
        let cubic = Cubic(
          from: part.from, to: part.to, rise: part.integral, startScale: part.start, endScale: part.end)
        let law = Law.cubic(cubic ?? Cubic(line: part.start, from: part.from, to: part.to))
        builder.play(law, from: part.from, to: part.to)
      }
    }
    builder.play(scale: 1, from: part.upperBound, to: duration)
    return try builder.map()
  }

  /// The factor by which growth rates must be multiplied to become scales of a map that lasts `length` seconds.
  private func gain(
    of rates: [LinearPart], within limits: ClosedRange<Double>, lasting length: Double
  ) throws(Refusal) -> Double {
    func lasting(_ logarithm: Double) -> Double {
      let gain = exp(logarithm)
      var sum = 0.0
      for rate in rates { rate.forEachPart(gain: gain, within: limits) { sum += $0.integral } }
      return sum
    }
    // Logarithms of the extreme factors: with either, every growth rate except 0 becomes a scale at one of `limits`.
    var (low, high) = (-100.0, 100.0)
    let (shortest, longest) = (lasting(low), lasting(high))
    guard length >= shortest * (1 - 1e-9), length <= longest * (1 + 1e-9) else {
      let names = [speeds.lowerBound, speeds.upperBound].map { BriefNumber.print($0) + "x" }
      throw .map(
        "the result cannot last \(BriefNumber.print(length)) s at speeds from \(names[0]) to \(names[1])",
        advice: """
          it can last from \(BriefNumber.print(shortest)) to \(BriefNumber.print(longest)) s; change --fit or \
          --speed-limits
          """)
    }
    // A larger factor never makes the map shorter. After 64 halvings, `low` and `high` agree in all digits.
    for _ in 0..<64 {
      let middle = (low + high) / 2
      if lasting(middle) < length { low = middle } else { high = middle }
    }
    return exp(high)
  }

  /// The growth rate of the quantity over `part`, smoothed by a moving average and divided by its mean.
  private func rates(in part: ClosedRange<Double>) throws(Refusal) -> [LinearPart] {
    let growth = GrowthPart(points, in: part)
    guard growth.total > 0 else {
      let ends = [part.lowerBound, part.upperBound].map { BriefNumber.print($0) }
      throw .map(
        "the quantity does not grow from \(ends[0]) to \(ends[1]) s",
        advice: "without growth there is no even pace")
    }
    let window = min(window, part.upperBound - part.lowerBound)
    return window < 1e-5 ? growth.steps : growth.averaged(over: window)
  }
}

/// A value that changes linearly between the source times `from` and `to`.
struct LinearPart {
  let from: Double
  let to: Double
  let start: Double
  let end: Double

  var integral: Double { (start + end) / 2 * (to - from) }

  /// Multiplies the value by `gain` and limits it. Calls `body` for each part of the result. A new part begins where
  /// the value reaches or leaves a limit.
  @inline(__always)
  func forEachPart(gain: Double, within limits: ClosedRange<Double>, _ body: (LinearPart) -> Void) {
    let (a, b) = (start * gain, end * gain)
    func held(_ value: Double) -> Double { min(max(value, limits.lowerBound), limits.upperBound) }
    let isInside = limits.contains(a) && limits.contains(b)
    if isInside || max(a, b) <= limits.lowerBound || min(a, b) >= limits.upperBound {
      return body(LinearPart(from: from, to: to, start: held(a), end: held(b)))
    }
    var (reached, value) = (from, held(a))
    let crossings = a < b ? (limits.lowerBound, limits.upperBound) : (limits.upperBound, limits.lowerBound)
    for limit in [crossings.0, crossings.1] where min(a, b) < limit && limit < max(a, b) {
      let place = min(to, max(reached, from + (to - from) * ((limit - a) / (b - a))))
      // Parts shorter than the rounding of times are skipped.
      guard place - reached > Self.shortest, to - place > Self.shortest else { continue }
      body(LinearPart(from: reached, to: place, start: value, end: limit))
      (reached, value) = (place, limit)
    }
    body(LinearPart(from: reached, to: to, start: value, end: held(b)))
  }

  private static let shortest = 1e-9
}

/// How a quantity, such as the metres of a ride, grows between two source times, relative to its mean growth rate.
struct GrowthPart {
  /// Rising source times, in seconds: the start, the given points between, and the end.
  private let knots: [Double]
  /// How much the quantity grows from the first knot to each knot, divided by its mean rate.
  private let grown: [Double]
  /// How much the quantity grows from the first to the last knot, in its own unit, such as metres.
  let total: Double

  init(_ points: [EvenCurve.Point], in part: ClosedRange<Double>) {
    var knots = [part.lowerBound]
    // Points less than a microsecond apart count as one.
    for point in points where point.source - knots[knots.count - 1] > 1e-6 && part.upperBound - point.source > 1e-6 {
      knots.append(point.source)
    }
    knots.append(part.upperBound)
    let totals = knots.map { Self.total(at: $0, of: points) }
    let total = totals[totals.count - 1] - totals[0]
    let unit = total / (part.upperBound - part.lowerBound)
    grown = totals.map { ($0 - totals[0]) / unit }
    (self.knots, self.total) = (knots, total)
  }

  private static func total(at source: Double, of points: [EvenCurve.Point]) -> Double {
    let next = min(max(1, points.borderIndex { $0.source > source }), points.count - 1)
    let (point, after) = (points[next - 1], points[next])
    return point.total + (after.total - point.total) * ((source - point.source) / (after.source - point.source))
  }

  /// The growth rate of the quantity, which is constant between two neighbouring knots.
  var steps: [LinearPart] {
    knots.indices.dropLast().map { index in
      let rate = max(0, (grown[index + 1] - grown[index]) / (knots[index + 1] - knots[index]))
      return LinearPart(from: knots[index], to: knots[index + 1], start: rate, end: rate)
    }
  }

  /// The growth rate, averaged over the `window` seconds around each instant. Before the first and after the last knot,
  /// the growth is mirrored, so that the overall mean does not change.
  func averaged(over window: Double) -> [LinearPart] {
    let (start, end) = (knots[0], knots[knots.count - 1])
    // The averaged rate changes its slope where an end of the window passes a knot or the mirror image of a knot.
    let mirrored =
      knots.filter { $0 - start <= window }.map { 2 * start - $0 }
      + knots.filter { end - $0 <= window }.map { 2 * end - $0 }
    let bends = (knots + mirrored).flatMap { [$0 - window / 2, $0 + window / 2] }.sorted()
    var places = [start]
    for bend in bends where bend - places[places.count - 1] > 1e-6 && end - bend > 1e-6 { places.append(bend) }
    places.append(end)
    let rates = places.map { max(0, (growth(at: $0 + window / 2) - growth(at: $0 - window / 2)) / window) }
    return places.indices.dropLast().map { index in
      LinearPart(from: places[index], to: places[index + 1], start: rates[index], end: rates[index + 1])
    }
  }

  private func growth(at source: Double) -> Double {
    let (start, end) = (knots[0], knots[knots.count - 1])
    if source < start { return -growth(at: min(end, 2 * start - source)) }
    if source > end { return 2 * grown[grown.count - 1] - growth(at: max(start, 2 * end - source)) }
    let next = min(max(1, knots.borderIndex { $0 > source }), knots.count - 1)
    let share = (source - knots[next - 1]) / (knots[next] - knots[next - 1])
    return grown[next - 1] + (grown[next] - grown[next - 1]) * share
  }
}
