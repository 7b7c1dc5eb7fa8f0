/// Finds the source time that a piece of a map shows at a warped time, if the piece plays by a cubic polynomial. Values
/// that do not depend on the time are computed once.
///
/// Scaled to the unit square, the cubic is p(x) = x(a + x(b + xc)) with p(1) = 1. Newton's method finds the x where p
/// equals the share of the cubic's warped length that has played.
struct CubicWalk {
  private let sourceStart: Double
  private let sourceLength: Double
  /// The source times of the piece. Results are limited to them, because the piece may use only a part of its cubic.
  private let sourceRange: ClosedRange<Double>
  private let (a, b, c): (Double, Double, Double)
  private let warpedStart: Double
  /// The share of the cubic's warped length from the cubic's start to the piece's `sourceStart`. A warped second adds
  /// `sharePerSecond`, which is negative in a backward piece.
  private let startShare: Double
  private let sharePerSecond: Double
  /// The scale for a slope of 1 on the unit square, negative in a backward piece.
  private let unitScale: Double
  private let direction: Direction
  /// For a straight line, the source time at the piece's start; otherwise nil. A line needs no root search. A line of
  /// scale 1 from 0 returns every time with its bits unchanged.
  private let lineStart: Double?

  init(_ cubic: Cubic, in piece: Piece) {
    let length = cubic.sourceEnd - cubic.sourceStart
    let secant = cubic.rise / length
    let sign: Double = piece.direction == .forward ? 1 : -1
    sourceStart = cubic.sourceStart
    sourceLength = length
    sourceRange = min(piece.sourceStart, piece.sourceEnd)...max(piece.sourceStart, piece.sourceEnd)
    a = cubic.startScale / secant
    b = 3 - (2 * cubic.startScale + cubic.endScale) / secant
    c = (cubic.startScale + cubic.endScale) / secant - 2
    warpedStart = piece.warpedStart
    startShare = cubic.integral(to: piece.sourceStart) / cubic.rise
    sharePerSecond = sign / (piece.gain * cubic.rise)
    unitScale = sign * piece.gain * (cubic.isStraight ? cubic.startScale : secant)
    direction = piece.direction
    lineStart = cubic.isStraight ? piece.sourceStart : nil
  }

  func instant(at warped: Double) -> TimeMap.Instant {
    if let lineStart {
      return TimeMap.Instant(
        source: limited(lineStart + (warped - warpedStart) / unitScale), scale: unitScale, direction: direction)
    }
    let share = startShare + (warped - warpedStart) * sharePerSecond
    let x = root(share)
    let source = sourceStart + x * sourceLength
    return TimeMap.Instant(
      source: limited(source),
      scale: unitScale * max(0, a + x * (2 * b + 3 * x * c)),
      direction: direction)
  }

  private func limited(_ source: Double) -> Double {
    min(sourceRange.upperBound, max(sourceRange.lowerBound, source))
  }

  /// The x in 0…1 where p equals `share`, to 1e-16.
  private func root(_ share: Double) -> Double {
    MonotoneRoot.solveNearlyStraight(
      goal: share, to: 1, first: share, value: { x in x * (a + x * (b + x * c)) },
      slope: { x in a + x * (2 * b + 3 * x * c) }, smallestStep: { _ in 1e-16 })
  }
}
