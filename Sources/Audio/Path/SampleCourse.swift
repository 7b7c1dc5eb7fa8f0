import Warp

/// How one piece of a map goes through the source, counted in samples.
///
/// Points come from expansions of the piece's inverse, each good for some samples of the output around it. Which one
/// serves a sample depends on the sample alone, so it does not matter in what blocks they are asked for.
struct SampleCourse: Sendable {
  /// The output samples for which it answers.
  let outputs: Range<Int>
  private let warpedStart: SamplePosition
  private let sourceStart: SamplePosition
  /// 1 forward, −1 backward.
  private let sign: Double
  private let curve: PieceCurve
  private let length: Double
  /// Where the piece's source lies, seen from its start.
  private let (lowest, highest): (Double, Double)
  private let warpedLength: Double
  private let grace: Double
  private let kinks: KinkWidths
  private var current = Cell(outputs: 0..<0, middle: 0, series: nil)

  /// Outputs that share an expansion, where the piece is smooth enough; and where it bends more. Where it bends too much
  /// for that, every sample is reckoned by itself.
  private static let cellLengths = [64, 8]
  /// Speeds beyond this are not told apart: a scale that touches 0 makes them infinite.
  static let fastest = 1e9

  /// - Parameters:
  ///   - curve: in samples of source and output.
  ///   - length: in samples of the source; infinite for an open end.
  init(
    _ curve: PieceCurve, outputs: Range<Int>, from source: SamplePosition, at warped: SamplePosition,
    direction: Direction, length: Double, warpedLength: Double, kinks: KinkWidths
  ) {
    self.outputs = outputs
    self.curve = curve
    self.length = length
    self.warpedLength = warpedLength
    self.kinks = kinks
    warpedStart = warped
    sign = direction == .backward ? -1 : 1
    (lowest, highest) = direction == .backward ? (-length, 0) : (0, length)
    sourceStart = source
    // Source times of this size are not told apart more finely.
    grace = max(ControlPoint.grace, 4 * source.value.ulp)
  }

  private struct Cell: Sendable {
    let outputs: Range<Int>
    /// Samples of output from the piece's start to the middle of the cell.
    let middle: Double
    /// The inverse around the middle; nil where it does not hold all over the cell.
    let series: InverseSeries?
  }

  /// Appends the points of `range`, which lies within `outputs`.
  mutating func append(_ range: Range<Int>, to points: inout [ControlPoint]) {
    var next = range.lowerBound
    while next < range.upperBound {
      if !current.outputs.contains(next) { current = cell(around: next) }
      let end = min(range.upperBound, current.outputs.upperBound)
      if let series = current.series {
        append(next..<end, series, to: &points)
      } else {
        for output in next..<end {
          let source = source(after: max(0, warpedStart.distance(to: output)))
          points.append(point(output, at: sign * source, speed: 1 / curve.scale(at: source)))
        }
      }
      next = end
    }
  }

  private func append(_ range: Range<Int>, _ series: InverseSeries, to points: inout [ControlPoint]) {
    // Copies, which the loop can keep at hand; `points` might be anywhere for all the compiler knows.
    let course = self
    // From the cell's start, not from the range's, so that blocks do not show.
    let cellStart = current.outputs.lowerBound
    let first = warpedStart.distance(to: cellStart) - current.middle
    points.append(addingCapacity: range.count) { points in
      for output in range {
        let delta = first + Double(output &- cellStart)
        points.append(course.point(output, at: series.value(after: delta), speed: series.slope(after: delta)))
      }
    }
  }

  private func cell(around output: Int) -> Cell {
    for length in Self.cellLengths {
      let start = output / length * length
      let range = (start..<start + length).clamped(to: outputs)
      let reach = 0.5 * Double(range.count)
      // Of the last samples of a piece, the middle may lie beyond it.
      let middle = max(0, min(warpedLength, warpedStart.distance(to: range.lowerBound) + reach))
      let series = InverseSeries(of: curve, at: source(after: middle), reach: reach + 1, sign: sign)
      if let series { return Cell(outputs: range, middle: middle, series: series) }
      if length == Self.cellLengths.last { return Cell(outputs: range, middle: middle, series: nil) }
    }
    preconditionFailure("the last length has an answer")
  }

  /// - Parameter source: how far from the piece's start, negative where it plays backward.
  @inline(__always)
  private func point(_ output: Int, at source: Double, speed: Double) -> ControlPoint {
    let size = min(Self.fastest, speed.magnitude)
    return ControlPoint(
      sample: sourceStart.whole, offset: sourceStart.rest + min(highest, max(lowest, source)), grace: grace,
      speed: sign * size, width: kinks.width(of: size, at: output))
  }

  /// The samples of source gone by after `warped` samples of output.
  private func source(after warped: Double) -> Double {
    if curve.second == 0, curve.third == 0 { return warped / curve.first }
    guard warped < warpedLength else { return length }
    return MonotoneRoot.solveNearlyStraight(
      goal: warped, to: length, first: warped / warpedLength * length, value: { curve.warped(at: $0) },
      slope: { curve.scale(at: $0) }, smallestStep: { $0.ulp })
  }
}

extension PieceCurve {
  @inline(__always)
  fileprivate func warped(at x: Double) -> Double { x * (first + x * (second + x * third)) }

  @inline(__always)
  fileprivate func scale(at x: Double) -> Double { max(0, first + x * (2 * second + 3 * x * third)) }
}
