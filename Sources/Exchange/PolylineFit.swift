struct Knot: Equatable, Sendable {
  var x: Double
  var y: Double
}

/// Samples of a function that is practically straight between neighbouring samples.
///
/// `lower` and `upper` give the range in which a polyline may pass each sample. The polyline meets the first and the
/// last sample exactly. `x` increases from sample to sample.
struct Tunnel: Sendable {
  let x: [Double]
  let y: [Double]
  /// The range of values that no line may leave, for example to avoid source times before the clip's start.
  let bounds: ClosedRange<Double>
  /// The allowed slopes of lines. If the samples never fall, no line may fall. If they never rise, no line may rise.
  let slopes: ClosedRange<Double>

  /// - Parameter bounds: the range for samples that both rise and fall. Otherwise the range is from the first to the
  ///   last sample, because a line that overshoots the last value would have to turn back.
  init(x: [Double], y: [Double], bounds: ClosedRange<Double>) {
    let rises = y.indices.dropFirst().allSatisfy { y[$0 - 1] <= y[$0] }
    let falls = y.indices.dropFirst().allSatisfy { y[$0 - 1] >= y[$0] }
    let (first, last) = (y[0], y[y.count - 1])
    self.x = x
    self.y = y
    self.bounds = rises || falls ? min(first, last)...max(first, last) : bounds
    slopes = (rises ? 0 : -Double.infinity)...(falls ? 0 : Double.infinity)
  }

  func lower(_ index: Int, _ tolerance: Double) -> Double { max(y[index] - slack(index, tolerance), bounds.lowerBound) }
  func upper(_ index: Int, _ tolerance: Double) -> Double { min(y[index] + slack(index, tolerance), bounds.upperBound) }

  /// The allowed distance from a sample, at least a rounding error. Therefore samples of a straight line give one line.
  private func slack(_ index: Int, _ tolerance: Double) -> Double {
    index == x.count - 1 ? 4 * y[index].ulp : max(tolerance, 4 * y[index].ulp)
  }
}

/// Finds the polyline with the fewest knots within a tolerance of a function. A knot is a point where two lines meet.
///
/// Knots need not lie on the function, which reduces their number by a factor of √2. A line may be as far above the
/// curve at its ends as it is below the curve in its middle. The method is that of Imai and Iri for minimum-link paths,
/// with knots only at samples. Each line goes as far as possible. The next line begins at a point of this line, chosen
/// so that the next line reaches farthest.
struct PolylineFit {
  private let tunnel: Tunnel
  private let slopes: ClosedRange<Double>
  /// The values `y` of knots must be multiples of this unit; nil allows any values.
  private let unit: Double?

  init(_ tunnel: Tunnel, unit: Double? = nil) {
    self.tunnel = tunnel
    self.unit = unit
    slopes = tunnel.slopes
  }

  /// The knots, including the first and last sample.
  ///
  /// Finds the smallest number of knots, then reduces the tolerance as far as this number allows. Therefore a map that
  /// consists of straight lines becomes exactly these lines.
  func knots(within tolerance: Double) -> [Knot] {
    let fewest = path(within: tolerance)
    guard fewest.count > 2, unit == nil else { return fewest }
    var (best, good, bad) = (fewest, tolerance, 0.0)
    for _ in 0..<Self.mostHalvings {
      let next = (good + bad) / 2
      guard next > 1.05 * bad else { break }
      let path = path(within: next)
      if path.count <= fewest.count {
        (best, good) = (path, next)
      } else {
        bad = next
      }
    }
    return good < tolerance / 1000 ? onSamples(best) : best
  }

  private static let mostHalvings = 40

  /// Moves knots that almost lie on the function exactly onto it. Each knot has the `x` of a sample.
  private func onSamples(_ knots: [Knot]) -> [Knot] {
    knots.map { knot in Knot(x: knot.x, y: tunnel.y[tunnel.x.borderIndex { $0 >= knot.x }]) }
  }

  private func path(within tolerance: Double) -> [Knot] {
    let last = tunnel.x.count - 1
    var knots = [Knot(x: tunnel.x[0], y: tunnel.y[0])]
    var sight = sight(from: 0, tunnel.y[0], tolerance)
    while sight.last < last {
      let candidates = starts(on: sight, tolerance)
      var best: Sight?
      for (index, y) in candidates {
        let next = self.sight(from: index, y, tolerance)
        if best.map({ next.last > $0.last }) ?? true { best = next }
      }
      guard let best else { break }
      knots.append(Knot(x: tunnel.x[best.start], y: best.y))
      sight = best
    }
    knots.append(Knot(x: tunnel.x[last], y: tunnel.y[last]))
    return knots
  }

  /// How far straight lines from one point reach within the tolerance.
  private struct Sight {
    let start: Int
    let y: Double
    /// The index of the last sample that a line reaches.
    var last: Int
    /// The range of slopes with which a line reaches sample `last`, and the samples that limit this range.
    var low: Double
    var high: Double
    var lowTouch: Int
    var highTouch: Int
    /// Whether all lines that reach `last` pass below the next sample. If false, all pass above the next sample.
    var turnsUp = true
  }

  private func sight(from start: Int, _ y: Double, _ tolerance: Double) -> Sight {
    var sight = Sight(
      start: start, y: y, last: start, low: slopes.lowerBound, high: slopes.upperBound, lowTouch: start,
      highTouch: start)
    for index in start + 1..<tunnel.x.count {
      let run = tunnel.x[index] - tunnel.x[start]
      let low = (tunnel.lower(index, tolerance) - y) / run
      let high = (tunnel.upper(index, tolerance) - y) / run
      if low > sight.high || high < sight.low {
        sight.turnsUp = low > sight.high
        // A line always reaches the sample after its start. Only a rounding error can make it seem unreachable.
        guard sight.last == start else { return sight }
        let slope = sight.turnsUp ? low : high
        (sight.low, sight.high, sight.last) = (slope, slope, index)
        return sight
      }
      if low > sight.low { (sight.low, sight.lowTouch) = (low, index) }
      if high < sight.high { (sight.high, sight.highTouch) = (high, index) }
      sight.last = index
    }
    return sight
  }

  /// Returns possible starts of the next line: samples of the longest line that `sight` allows. They begin where this
  /// line last touches the limit of the tolerance.
  private func starts(on sight: Sight, _ tolerance: Double) -> [(Int, Double)] {
    let (slope, touch) = sight.turnsUp ? (sight.high, sight.highTouch) : (sight.low, sight.lowTouch)
    let first = max(touch, sight.start + 1)
    let count = sight.last - first + 1
    if let unit { return starts(on: sight, multiplesOf: unit, tolerance) }
    let steps = min(count, Self.mostStarts)
    return (0..<steps).reversed().map { step in
      let index = steps == 1 ? sight.last : first + (count - 1) * step / (steps - 1)
      let y = sight.y + slope * (tunnel.x[index] - tunnel.x[sight.start])
      return (index, min(max(y, tunnel.lower(index, tolerance)), tunnel.upper(index, tolerance)))
    }
  }

  private static let mostStarts = 24

  /// Returns possible starts of the next line whose `y` is a multiple of `unit`. They are at the last samples that the
  /// current line can reach. One earlier start is added in case these samples have no multiple.
  private func starts(on sight: Sight, multiplesOf unit: Double, _ tolerance: Double) -> [(Int, Double)] {
    var (low, high) = (slopes.lowerBound, slopes.upperBound)
    let first = max(sight.start + 1, sight.last - Self.mostStarts * 2)
    var starts: [(Int, Double)] = []
    for index in sight.start + 1...sight.last {
      let run = tunnel.x[index] - tunnel.x[sight.start]
      let (bottom, top) = (tunnel.lower(index, tolerance), tunnel.upper(index, tolerance))
      (low, high) = (max(low, (bottom - sight.y) / run), min(high, (top - sight.y) / run))
      let from = (max(sight.y + low * run, bottom) / unit - 1e-9).rounded(.up)
      let to = (min(sight.y + high * run, top) / unit + 1e-9).rounded(.down)
      guard from <= to else { continue }
      if index < first { starts.removeAll() }
      // Uses only the lowest, the middle and the highest multiple, because the tolerance may allow very many.
      starts.append((index, from * unit))
      if to > from + 1 { starts.append((index, ((from + to) / 2).rounded() * unit)) }
      if to > from { starts.append((index, to * unit)) }
    }
    if starts.isEmpty {
      let index = sight.start + 1
      let nearest = (tunnel.y[index] / unit).rounded() * unit
      starts = [(index, min(max(nearest, sight.y + slopes.lowerBound), sight.y + slopes.upperBound))]
    }
    return starts.reversed()
  }
}
