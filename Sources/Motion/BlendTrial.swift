import Streams

/// How well a blend without motion makes frames that are known: each of the two frames in the middle of a row, out of its own
/// two neighbours.
///
/// Where that comes out well, a blend of the two is a good guess at what lies between them as well: lights that go on, shadows,
/// water, a picture that comes through another, whatever changes in place. Where things move it comes out badly, as each is
/// seen in two places.
struct BlendTrial {
  /// What came out around a block. Both are sums over as many samples as a window has, in codes.
  struct Outcome: BitwiseCopyable {
    /// By how much the blends differ from the frames, both frames together.
    var error = 0
    /// By how much the two frames differ from each other.
    var change = 0
  }

  /// In fifths of the change, the error of a frame that lies inside a change that goes on: at its ends one of the two frames does.
  private static let mostInside = 2

  /// Sums over blocks.
  private struct Sums: BitwiseCopyable {
    /// Twice the errors at the first frame and at the second.
    var (earlier, later) = (0, 0)
    var change = 0

    static func += (total: inout Sums, sums: Sums) {
      total.earlier &+= sums.earlier
      total.later &+= sums.later
      total.change &+= sums.change
    }
  }

  /// Of each block by itself.
  private let sums: BlockGrid<Sums>
  /// Means over a block and its eight neighbours.
  private let outcomes: BlockGrid<Outcome>
  /// Whether either neighbour was there.
  private var isKnown = false

  init(columns: Int, rows: Int) {
    outcomes = BlockGrid(columns: columns, rows: rows, filledWith: Outcome())
    sums = BlockGrid(columns: columns, rows: rows, filledWith: Sums())
  }

  /// - Parameters:
  ///   - before: the guide of the frame before the first; nil if there is none. What comes out for the second frame then stands
  ///     for both; without `after` too, nothing is known. A frame of another shot does no harm: its blend comes out badly.
  ///   - after: likewise, of the frame after the second.
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

  /// How much the two errors count for, once the sums are there. Where all of the picture changes in place, as in a dissolve,
  /// only the error of the frame inside tells what comes of a blend: at the ends of the change the other frame lies outside.
  private func weights() -> (earlier: Int, later: Int) {
    var total = Sums()
    for row in 0..<sums.rows {
      for column in 0..<sums.columns { total += sums[column, row] }
    }
    let error = min(total.earlier, total.later) / 2
    if 5 * error >= Self.mostInside * total.change { return (1, 1) }
    return total.earlier < total.later ? (2, 0) : (0, 2)
  }

  /// Nil if nothing is known.
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
