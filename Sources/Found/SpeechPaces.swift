import Values
import Warp

/// How much faster than the average each part of a speech can play, as measured.
///
/// The scale, 1 / speed, is linear between two measured points, and constant before the first and after the last point.
/// Therefore the map consists of cubics, and its table is exact.
package struct SpeechPaces: Equatable, Sendable {
  /// Rising, without duplicates.
  private var sources: [Double] = []
  /// Seconds of the result per second of source, relative to the average.
  private var scales: [Double] = []

  package init() {}

  /// Adds the keyframes of a line such as `1.5=2.25x`. Ignores keyframes that are not later than the last one.
  package mutating func take(_ keys: SpeedKeys) {
    for key in keys.keys where key.source > sources.last ?? -.infinity {
      sources.append(key.source)
      scales.append(1 / key.speed)
    }
  }

  package var isEmpty: Bool { sources.isEmpty }

  /// A part of the source to show, and its requested mean speed.
  package struct Wish: Equatable, Sendable {
    package let start: Double
    package let end: Double
    package let meanSpeed: Double

    /// Requires `start` < `end` and `meanSpeed` ≥ 1.
    package init(start: Double, end: Double, meanSpeed: Double) {
      (self.start, self.end, self.meanSpeed) = (start, end, meanSpeed)
    }
  }

  /// No part plays faster than this factor times the mean speed.
  package static let fastest = 3.0

  /// No part plays slower than this factor times the mean speed, or slower than normal speed.
  package static let slowest = 0.5

  /// The map of a clip in which the part from `wish.start` to `wish.end` plays at `wish.meanSpeed` on average.
  package func map(duration: Double, _ wish: Wish) throws(Refusal) -> TimeMap {
    let limits = 1 / (Self.fastest * wish.meanSpeed)...1 / max(1, Self.slowest * wish.meanSpeed)
    let factor = factor(in: limits, wish)
    var builder = MapBuilder()
    for (start, end) in spans(from: 0, to: duration) {
      let (first, last) = (limited(start.scale * factor, limits), limited(end.scale * factor, limits))
      let length = end.source - start.source
      // A linear scale makes a cubic of degree two, which is always monotone.
      let cubic = Cubic(
        from: start.source, to: end.source, rise: length * (first + last) / 2, startScale: first, endScale: last)
      if let cubic { builder.play(.cubic(cubic), from: start.source, to: end.source) }
    }
    return try builder.map()
  }

  private typealias Point = (source: Double, scale: Double)

  /// The scales at `start`, at the measured points between `start` and `end`, and at `end`.
  private func points(from start: Double, to end: Double) -> [Point] {
    var points: [Point] = [(start, scale(at: start))]
    for index in sources.indices where sources[index] > start && sources[index] < end {
      points.append((sources[index], scales[index]))
    }
    return points + [(end, scale(at: end))]
  }

  private func spans(from start: Double, to end: Double) -> Zip2Sequence<[Point], ArraySlice<Point>> {
    let points = points(from: start, to: end)
    return zip(points, points.dropFirst())
  }

  private func scale(at source: Double) -> Double {
    guard let next = sources.firstIndex(where: { $0 > source }) else { return scales.last ?? 1 }
    guard next > 0 else { return scales[0] }
    let share = (source - sources[next - 1]) / (sources[next] - sources[next - 1])
    return scales[next - 1] + share * (scales[next] - scales[next - 1])
  }

  private func limited(_ scale: Double, _ limits: ClosedRange<Double>) -> Double {
    min(limits.upperBound, max(limits.lowerBound, scale))
  }

  /// The factor for all scales that gives the requested mean speed. The mean scale rises with the factor from the lower
  /// limit to the upper one, so such a factor exists and bisection finds it.
  private func factor(in limits: ClosedRange<Double>, _ wish: Wish) -> Double {
    let spans = Array(spans(from: wish.start, to: wish.end))
    let due = (wish.end - wish.start) / wish.meanSpeed
    func warped(_ factor: Double) -> Double {
      spans.reduce(0) { sum, span in
        let (start, end) = (limited(span.0.scale * factor, limits), limited(span.1.scale * factor, limits))
        return sum + (span.1.source - span.0.source) * (start + end) / 2
      }
    }
    var (low, high) = (Self.least, 1 / Self.least)
    while high / low > 1 + 1e-15 {
      let middle = (low * high).squareRoot()
      if middle <= low || middle >= high { break }
      if warped(middle) < due { low = middle } else { high = middle }
    }
    return (low * high).squareRoot()
  }

  /// The smallest factor tried by bisection. For comparison: `SpeedSyntax` accepts speeds from 1e-6 to 1e6.
  private static let least = 1e-9
}
