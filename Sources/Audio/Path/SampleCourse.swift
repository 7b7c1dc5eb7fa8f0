import Warp

/// The way of one piece of a map through the source, in samples. Outputs are divided into cells. The points of a cell
/// come from one power series of the piece's inverse, around the middle of the cell. The number of an output alone
/// decides its cell. Points are therefore the same in whatever blocks they are requested.
struct SampleCourse: Sendable {
  /// The output samples of the piece.
  let outputs: Range<Int>
  private let warpedStart: SamplePosition
  private let sourceStart: SamplePosition
  /// 1 in forward play, −1 in backward play.
  private let sign: Double
  private let curve: PieceCurve
  private let length: Double
  /// The range of the piece's source, relative to its start.
  private let (lowest, highest): (Double, Double)
  private let warpedLength: Double
  private let grace: Double
  private let kinks: KinkWidths
  private var current = Cell(outputs: 0..<0, middle: 0, series: nil)

  /// The lengths of cells, in outputs. The longest one over which the series is exact enough is used. If none is, every
  /// output is computed by Newton's method.
  private static let cellLengths = [64, 8]
  /// The limit of speeds, which would be infinite where a scale touches 0.
  static let fastest = 1e9

  /// - Parameters:
  ///   - curve: the curve in samples of source and output.
  ///   - length: the length in source samples; infinite for an open end.
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
    // Late in a long source, a Double's last digit is coarser than the usual grace.
    grace = max(ControlPoint.grace, 4 * source.value.ulp)
  }

  private struct Cell: Sendable {
    let outputs: Range<Int>
    /// The number of outputs from the piece's start to the middle of the cell.
    let middle: Double
    /// The inverse around the middle; nil if it is not exact enough everywhere in the cell.
    let series: InverseSeries?
  }

  /// Appends the points of `range`, which must lie within `outputs`.
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
    // A copy, so that the loop keeps its values in registers: the compiler must assume that writing to `points` changes
    // `self`.
    let course = self
    // Counted from the start of the cell, not of the range, so that rounding does not depend on where blocks begin.
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
      // The last cell of a piece may be so short that its middle lies beyond the end of the piece.
      let middle = max(0, min(warpedLength, warpedStart.distance(to: range.lowerBound) + reach))
      let series = InverseSeries(of: curve, at: source(after: middle), reach: reach + 1, sign: sign)
      if let series { return Cell(outputs: range, middle: middle, series: series) }
      if length == Self.cellLengths.last { return Cell(outputs: range, middle: middle, series: nil) }
    }
    preconditionFailure("the last length has an answer")
  }

  /// - Parameter source: source samples from the piece's start; negative in backward play.
  @inline(__always)
  private func point(_ output: Int, at source: Double, speed: Double) -> ControlPoint {
    let size = min(Self.fastest, speed.magnitude)
    return ControlPoint(
      sample: sourceStart.whole, offset: sourceStart.rest + min(highest, max(lowest, source)), grace: grace,
      speed: sign * size, width: kinks.width(of: size, at: output))
  }

  /// The number of source samples after `warped` output samples: the inverse of the piece, by Newton's method.
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

/// A straight way through the source: the continuation of a stretch after its end or before its start.
struct SampleLine: Equatable, Sendable {
  /// A point of the line: the output position `warped` plays the source position `source`.
  let source: SamplePosition
  let warped: SamplePosition
  /// Source samples per output sample; negative in backward play.
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
