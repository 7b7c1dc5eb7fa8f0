/// A straight way through the source: a stretch carried on beyond its end, or run up to before its start.
struct SampleLine: Equatable, Sendable {
  let source: SamplePosition
  let warped: SamplePosition
  /// Source samples per output sample, negative backward.
  let speed: Double

  func append(_ range: Range<Int>, to points: inout [ControlPoint]) {
    for output in range {
      points.append(
        ControlPoint(
          sample: source.whole, offset: source.rest + speed * warped.distance(to: output), grace: ControlPoint.grace,
          speed: speed, width: abs(speed)))
    }
  }
}
