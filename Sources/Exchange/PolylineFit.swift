import Warp

/// A point of a polyline.
struct Knot: Equatable, Sendable {
  var x: Double
  var y: Double
}

/// A function as samples, between which it is as good as straight, and how far a polyline may be from each.
///
/// `x` rises. The first sample and the last are met exactly; lines begin at the first, so that nothing is asked of it.
struct Tunnel: Sendable {
  let x: [Double]
  let y: [Double]
  /// Nothing below and above these is ever allowed, such as source times before the clip's start.
  let bounds: ClosedRange<Double>
  /// The slopes that keep a line from turning round where the samples do not: none below 0 where they rise.
  let slopes: ClosedRange<Double>

  /// - Parameter bounds: of what is shown before and after too. Samples that only rise or only fall are bounded by their own
  ///   ends: from beyond the last one a line would have to turn round to meet it.
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

  /// Rounding of the samples themselves is allowed for, so that a straight line is one however finely it is sampled.
  private func slack(_ index: Int, _ tolerance: Double) -> Double {
    index == x.count - 1 ? 4 * y[index].ulp : max(tolerance, 4 * y[index].ulp)
  }
}

/// The polyline with the fewest knots that stays within a tolerance of a function, and of those one that is near it.
///
/// A knot need not lie on the function. That is worth a factor of √2 in their number: a line may be as far above the curve
/// at its ends as it is below in the middle. The method is that of Imai and Iri for minimum-link paths in a tunnel, with knots
/// at samples only: each line goes as far as it can, and the next one begins on it, where it reaches farthest from.
struct PolylineFit {
  private let tunnel: Tunnel
  private let slopes: ClosedRange<Double>
  /// Knots are at whole multiples of it; nil for anywhere.
  private let unit: Double?

  init(_ tunnel: Tunnel, unit: Double? = nil) {
    self.tunnel = tunnel
    self.unit = unit
    slopes = tunnel.slopes
  }

  /// The knots, the first and the last sample among them.
  ///
  /// The tolerance is then lowered as far as it goes without a knot more. So a map that is made of straight lines becomes
  /// just these, with knots where they meet.
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

  /// Knots that are as good as on the function, on it. All are at samples.
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

  /// How far lines from one point go without leaving the tunnel.
  private struct Sight {
    let start: Int
    let y: Double
    /// The last sample that some line reaches.
    var last: Int
    /// The slopes that reach it, and the samples that limit them.
    var low: Double
    var high: Double
    var lowTouch: Int
    var highTouch: Int
    /// Whether the tunnel then turns up, away from the steepest line; or down.
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
        // The sample after a knot can always be reached, but for rounding.
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

  /// Where the next line may begin: on the line that goes farthest, from where it touches the tunnel.
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

  /// The same for knots at whole multiples of `unit`: all that a line reaches, over the last part of the way. If it
  /// reaches none there, the last one before.
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
      // Those at both ends and in the middle: how many there are is for the tolerance to say, and may be very many.
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
