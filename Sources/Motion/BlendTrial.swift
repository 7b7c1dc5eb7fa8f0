import Streams

/// Measures where a plain blend (the mean of two frames, without motion) is a good guess. It compares each of the two
/// middle frames of a `FrameRow` with the mean of its two neighbours. The error is small where lights go on, and in
/// shadows, water and dissolves. It is large where something moves, because a blend shows a moving thing twice.
struct BlendTrial {
  /// The result around a block: means over 3 × 3 blocks, multiplied by the number of samples in a window.
  struct Outcome: BitwiseCopyable {
    /// The differences of the two middle frames from the blends of their neighbours, added up.
    var error = 0
    /// The difference between the two middle frames.
    var change = 0
  }

  /// The largest error of a blend in a dissolve, in fifths of the change between the two middle frames.
  private static let mostInside = 2

  private struct Sums: BitwiseCopyable {
    /// Twice the error of the blend at the first and at the second middle frame, so that halves need no rounding.
    var (earlier, later) = (0, 0)
    var change = 0

    static func += (total: inout Sums, sums: Sums) {
      total.earlier &+= sums.earlier
      total.later &+= sums.later
      total.change &+= sums.change
    }
  }

  private let sums: BlockGrid<Sums>
  /// For each block, the means over the block and its eight neighbours.
  private let outcomes: BlockGrid<Outcome>
  private var isKnown = false

  init(columns: Int, rows: Int) {
    outcomes = BlockGrid(columns: columns, rows: rows, filledWith: Outcome())
    sums = BlockGrid(columns: columns, rows: rows, filledWith: Sums())
  }

  /// - Parameters:
  ///   - before: the frame before the first; nil if there is none. The error of the second frame then counts for both
  ///     frames. A frame of another shot does no harm, because a blend with that frame has a large error.
  ///   - after: the frame after the second; nil if there is none. If `before` is nil too, the outcome is unknown.
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

  /// The weights of the errors at the two middle frames. In a dissolve, only a frame inside the change shows how good a
  /// blend is. One of the two frames may lie outside, and its error then has weight 0.
  private func weights() -> (earlier: Int, later: Int) {
    var total = Sums()
    for row in 0..<sums.rows {
      for column in 0..<sums.columns { total += sums[column, row] }
    }
    let error = min(total.earlier, total.later) / 2
    if 5 * error >= Self.mostInside * total.change { return (1, 1) }
    return total.earlier < total.later ? (2, 0) : (0, 2)
  }

  /// The outcome at a block; nil if the frame before and the frame after are both missing.
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
