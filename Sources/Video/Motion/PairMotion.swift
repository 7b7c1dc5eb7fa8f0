import Streams

/// All that is known of the motion between two frames, whatever the phase: estimated once for a pair.
///
/// It depends on nothing but the two frames, so the same pair gives the same result however it is come to: forward,
/// backward, or again.
struct PairMotion: Sendable {
  /// From the first frame to the second, and from the second to the first, in sixteenths of a pixel.
  let forward: BlockGrid<MotionVector>
  let backward: BlockGrid<MotionVector>
  /// How far their rows go up and down.
  let forwardReach: BlockGrid<RowReach>
  let backwardReach: BlockGrid<RowReach>
  /// How much the two differ around each block where nothing moves.
  let still: BlockGrid<Int32>
  private(set) var isCut = false

  private let there: FieldSearch
  private let back: FieldSearch
  private let evidence: BlockGrid<CutEvidence>

  init(_ pyramid: GuidePyramid) {
    (there, back) = (FieldSearch(pyramid), FieldSearch(pyramid))
    let (columns, rows) = (there.columns, there.rows)
    forward = BlockGrid(columns: columns, rows: rows, filledWith: .zero)
    backward = BlockGrid(columns: columns, rows: rows, filledWith: .zero)
    forwardReach = BlockGrid(columns: 1, rows: rows, filledWith: RowReach(of: 0, in: forward))
    backwardReach = BlockGrid(columns: 1, rows: rows, filledWith: RowReach(of: 0, in: backward))
    still = BlockGrid(columns: columns, rows: rows, filledWith: 0)
    evidence = BlockGrid(columns: 1, rows: rows, filledWith: CutEvidence())
  }

  /// Estimates everything anew for two frames.
  mutating func estimate(from first: GuidePyramid, to second: GuidePyramid, by workers: any Workers) {
    search(first, second, by: workers)
    judge(first.levels[0], second.levels[0], by: workers)
    var evidence = CutEvidence()
    for row in 0..<self.evidence.rows { evidence.add(self.evidence[0, row]) }
    isCut = evidence.provesCut
  }

  private func search(_ first: GuidePyramid, _ second: GuidePyramid, by workers: any Workers) {
    for level in first.levels.indices.reversed() {
      shareBands(level, by: workers) { band, isForward in
        isForward
          ? there.search(band, level, from: first, to: second) : back.search(band, level, from: second, to: first)
      }
    }
    shareBands(0, by: workers) { band, isForward in
      isForward ? there.refine(band, from: first, to: second) : back.refine(band, from: second, to: first)
    }
    shareBands(0, by: workers) { band, isForward in
      isForward
        ? there.clean(band, from: first, to: second, into: forward)
        : back.clean(band, from: second, to: first, into: backward)
    }
  }

  /// The bands of both fields of a level.
  private func shareBands(_ level: Int, by workers: any Workers, _ work: @Sendable (Int, Bool) -> Void) {
    workers.share(2 * there.bandCount(level)) { work($0 / 2, $0 % 2 == 0) }
  }

  private func judge(_ first: PaddedPlane<UInt8>, _ second: PaddedPlane<UInt8>, by workers: any Workers) {
    workers.share(still.rows) { row in
      for column in 0..<still.columns {
        let (x, y) = FieldSearch.window(column, row)
        still[column, row] = Int32(truncatingIfNeeded: first.difference(x, y, to: second, x, y))
      }
      forwardReach[0, row] = RowReach(of: row, in: forward)
      backwardReach[0, row] = RowReach(of: row, in: backward)
      evidence[0, row] = CutEvidence(row, first, second, self)
    }
  }
}
