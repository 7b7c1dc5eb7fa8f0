extension Outline {
  /// The largest distance between the function and the lines through `knots`, if arguments may be wrong by `grain`. At
  /// each argument, the nearest value of the function within `grain` counts.
  ///
  /// The lines are compared with the function itself and with the function shifted by `grain` either way. The three
  /// differences are practically linear between samples, so each is largest at a sample. The smallest maximum counts.
  ///
  /// - Parameter error: the largest distance of the function from a straight line between samples.
  func deviationBeyondGrain(of knots: [Knot], sampledWithin error: Double) -> Double {
    let (start, end) = (knots[0].x, knots[knots.count - 1].x)
    // Samples may be closer together than `grain`, because a function may jump within an interval of this length.
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
