import Warp

/// Computes the source positions that one piece of a time map plays, in samples. Output samples are divided into cells.
/// In each cell, one power series approximates the inverse of the piece's cubic curve. The index of an output sample
/// decides its cell, so positions do not depend on which ranges are requested.
struct SampleCourse: Sendable {
  /// The output samples of the piece.
  let outputs: Range<Int>
  private let warpedStart: SamplePosition
  private let sourceStart: SamplePosition
  /// 1 in forward play, −1 in backward play.
  private let sign: Double
  private let curve: PieceCurve
  private let length: Double
  /// The source range of the piece, in samples from its start; negative in backward play.
  private let (lowest, highest): (Double, Double)
  private let warpedLength: Double
  private let grace: Double
  private let kinks: KinkWidths
  private var current = Cell(outputs: 0..<0, middle: 0, series: nil)

  /// The possible lengths of a cell, in output samples. The longest length over which the series is exact enough is
  /// used. If even the shortest length is too long, Newton's method computes every output.
  private static let cellLengths = [64, 8]
  /// The largest speed, in source samples per output sample. Where the slope of the map is 0, the speed would be
  /// infinite.
  static let fastest = 1e9

  /// - Parameters:
  ///   - curve: the output position as a cubic function of the source position, both in samples from the piece's start.
  ///   - length: the length of the piece in source samples; infinite for the endless last part of a map.
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
    // Late in a long source, the last digit of a Double is coarser than `ControlPoint.grace`.
    grace = max(ControlPoint.grace, 4 * source.value.ulp)
  }

  private struct Cell: Sendable {
    let outputs: Range<Int>
    /// The number of output samples from the piece's start to the middle of the cell.
    let middle: Double
    /// The inverse of the piece as a power series around the middle; nil if the series is too inexact for this cell.
    let series: InverseSeries?
  }

  /// Appends the control points of the output samples `range`, which must lie within `outputs`.
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
    // The loop reads a copy, whose values stay in registers. The compiler must assume that writing to `points` changes
    // `self`.
    let course = self
    // Positions are counted from the start of the cell, so that rounding does not depend on where `range` begins.
    let cellStart = current.outputs.lowerBound
    let first = warpedStart.distance(to: cellStart) - current.middle
    func point(_ output: Int) -> ControlPoint {
      let delta = first + Double(output &- cellStart)
      return course.point(output, at: series.value(after: delta), speed: series.slope(after: delta))
    }
    #if compiler(>=6.3)
      points.append(addingCapacity: range.count) { points in
        for output in range { points.append(point(output)) }
      }
    #else
      for output in range { points.append(point(output)) }
    #endif
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

  /// Returns how many source samples the piece plays in its first `warped` output samples, by Newton's method.
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

/// Source positions at constant speed, for a sound that fades out or in where the map has a cut or a freeze.
struct SampleLine: Equatable, Sendable {
  /// The source position that is played at the output position `warped`.
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
