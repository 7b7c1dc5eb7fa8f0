import Warp

extension Outline {
  /// The largest distance of the lines through `knots` from the function, if arguments may be off by the grain. The
  /// distance is to the nearest value that the function has within the grain.
  ///
  /// The difference between line and function is practically linear between samples. The same is true for the function
  /// moved by a grain in either direction. Therefore no point between two probes has a larger distance than both probes
  /// from the same of the three functions.
  ///
  /// - Parameter error: the largest distance of the function from a straight line between samples.
  func deviationBeyondGrain(of knots: [Knot], sampledWithin error: Double) -> Double {
    let (start, end) = (knots[0].x, knots[knots.count - 1].x)
    // Finer than the grain: in a steep function, the grain decides on which side of a jump an argument lies.
    let samples = samples(from: start - 2 * grain, to: end + 2 * grain, error: error, finest: 0)
    let beside = samples.flatMap { [$0 - grain, $0, $0 + grain] }.filter { $0 > start && $0 < end }
    var (line, largest) = (1, 0.0)
    var last: [Double]?
    for x in (knots.map(\.x) + beside).sorted() {
      while line < knots.count - 1, knots[line].x < x { line += 1 }
      let (from, to) = (knots[line - 1], knots[line])
      let value = from.y + (x - from.x) / (to.x - from.x) * (to.y - from.y)
      let excess = [x - grain, x, x + grain].map { value - function($0) }
      if let last {
        let pairs = zip(last, excess)
        largest = max(largest, pairs.map { max($0, $1) }.min() ?? 0, pairs.map { max(-$0, -$1) }.min() ?? 0)
      }
      last = excess
    }
    return largest
  }
}
