import Streams

/// Tests a plain blend, without motion, on known frames: each of the two middle frames of a `FrameRow` is made from its
/// two neighbours. If the error at a place is small, a blend is a good guess there, as with lights that go on, shadows,
/// water and dissolves. If something moves there, the error is large, since a blend shows it in two places.
struct BlendTrial {
  /// The result around a block. Both numbers are sums over as many samples as a window has, in code values.
  struct Outcome: BitwiseCopyable {
    /// The difference between the blends and the real frames, both frames together.
    var error = 0
    /// The difference between the two middle frames.
    var change = 0
  }

  /// The largest error of a frame inside a gradual change, in fifths of the change. One of the two middle frames must
  /// meet this limit, because the other may lie outside the change.
  private static let mostInside = 2

  /// Sums over the samples of blocks.
  private struct Sums: BitwiseCopyable {
    /// Twice the errors at the first and at the second middle frame.
    var (earlier, later) = (0, 0)
    var change = 0

    static func += (total: inout Sums, sums: Sums) {
      total.earlier &+= sums.earlier
      total.later &+= sums.later
      total.change &+= sums.change
    }
  }

  private let sums: BlockGrid<Sums>
  /// The means over a block and its eight neighbours.
  private let outcomes: BlockGrid<Outcome>
  private var isKnown = false

  init(columns: Int, rows: Int) {
    outcomes = BlockGrid(columns: columns, rows: rows, filledWith: Outcome())
    sums = BlockGrid(columns: columns, rows: rows, filledWith: Sums())
  }

  /// - Parameters:
  ///   - before: the guide, in which motion is searched, of the frame before the first; nil if there is none. The error
  ///     of the second frame then counts for both. Without `after` too, the outcome is unknown. A frame of another shot
  ///     does no harm: its blend has a large error.
  ///   - after: the guide of the frame after the second, likewise.
  mutating func fill(
    before: PaddedPlane<UInt8>?, _ first: PaddedPlane<UInt8>, _ second: PaddedPlane<UInt8>, after: PaddedPlane<UInt8>?,
    by workers: any Workers
  ) {
    isKnown = before != nil || after != nil
    guard isKnown else { return }
    let (sums, outcomes) = (sums, outcomes)
    workers.share(sums.rows) { row in
      for column in 0..<sums.columns {
        let earlier = before.map { first.twiceDifference(column, row, toMeanOf: $0, second) }
        let later = after.map { second.twiceDifference(column, row, toMeanOf: first, $0) }
        sums[column, row] = Sums(
          earlier: earlier ?? later ?? 0, later: later ?? earlier ?? 0,
          change: first.blockDifference(column, row, to: second))
      }
    }
    let weights = weights()
    workers.share(outcomes.rows) { row in
      for column in 0..<outcomes.columns { outcomes[column, row] = Self.mean(of: sums, weights, column, row) }
    }
  }

  /// The weights of the two errors. If the whole picture changes in place, as in a dissolve, only the frame inside the
  /// change shows how good a blend is. At the ends of the change, the other frame is outside.
  private func weights() -> (earlier: Int, later: Int) {
    var total = Sums()
    for row in 0..<sums.rows {
      for column in 0..<sums.columns { total += sums[column, row] }
    }
    let error = min(total.earlier, total.later) / 2
    if 5 * error >= Self.mostInside * total.change { return (1, 1) }
    return total.earlier < total.later ? (2, 0) : (0, 2)
  }

  /// The outcome at a block; nil if both outer frames are missing.
  func outcome(_ column: Int, _ row: Int) -> Outcome? { isKnown ? outcomes[column, row] : nil }

  private static func mean(
    of sums: BlockGrid<Sums>, _ weights: (earlier: Int, later: Int), _ column: Int, _ row: Int
  ) -> Outcome {
    var total = Sums()
    for index in 0..<9 { total += sums.nearest(column &+ index % 3 &- 1, row &+ index / 3 &- 1) }
    let samples = 9 &* MotionGeometry.blockSide &* MotionGeometry.blockSide
    let error = total.earlier &* weights.earlier &+ total.later &* weights.later
    return Outcome(
      error: error &* MotionGeometry.windowArea / (2 &* samples),
      change: total.change &* MotionGeometry.windowArea / samples)
  }
}
