import Streams

/// All that is known of the motion between two frames, whatever the phase: found once for a pair.
///
/// A `MotionEstimator` fills the two fields, or `stand` where one frame shows nothing; `judge` derives the rest from them and the two frames. The result depends
/// on nothing else, so the same pair gives the same result in forward play, in backward play and when it comes again.
struct PairMotion: Sendable {
  /// From the first frame to the second, and from the second to the first, in sixteenths of a pixel.
  let forward: BlockGrid<MotionVector>
  let backward: BlockGrid<MotionVector>
  /// Whether the window around each block has been found, along `forward` in the second frame and along `backward` in the
  /// first.
  private let forwardFound: BlockGrid<Bool>
  private let backwardFound: BlockGrid<Bool>
  /// For each row of the fields, how far its vectors go up and down; one column.
  let forwardReach: BlockGrid<RowReach>
  let backwardReach: BlockGrid<RowReach>
  /// The difference of the two frames, at the same brightness, in the window around each block, without motion.
  let still: BlockGrid<Int32>
  /// Whether the two frames belong to different scenes.
  private(set) var isCut = false
  /// Whether one of them can be made from parts of the other.
  private(set) var isFound = false

  /// For each row of blocks; one column.
  private let evidence: BlockGrid<CutEvidence>

  init(columns: Int, rows: Int) {
    forward = BlockGrid(columns: columns, rows: rows, filledWith: .zero)
    backward = BlockGrid(columns: columns, rows: rows, filledWith: .zero)
    forwardFound = BlockGrid(columns: columns, rows: rows, filledWith: false)
    backwardFound = BlockGrid(columns: columns, rows: rows, filledWith: false)
    forwardReach = BlockGrid(columns: 1, rows: rows, filledWith: RowReach(of: 0, in: forward))
    backwardReach = BlockGrid(columns: 1, rows: rows, filledWith: RowReach(of: 0, in: backward))
    still = BlockGrid(columns: columns, rows: rows, filledWith: 0)
    evidence = BlockGrid(columns: 1, rows: rows, filledWith: CutEvidence())
  }

  /// What leaves the first frame, and what arrives from there in the second.
  var leaving: MotionLeg { MotionLeg(out: forward, back: backward, isFound: forwardFound) }
  /// The same seen from the second frame, backward in time.
  var arriving: MotionLeg { MotionLeg(out: backward, back: forward, isFound: backwardFound) }

  /// Fills both fields with motion by nothing.
  func stand() {
    for row in 0..<forward.rows {
      for column in 0..<forward.columns { (forward[column, row], backward[column, row]) = (.zero, .zero) }
    }
  }

  /// Derives everything else once both fields have been filled.
  mutating func judge(_ first: PaddedPlane<UInt8>, _ second: PaddedPlane<UInt8>, by workers: any Workers) {
    judgeRows(first, second, by: workers)
    var evidence = CutEvidence()
    for row in 0..<self.evidence.rows { evidence.add(self.evidence[0, row]) }
    (isCut, isFound) = (evidence.provesCut, evidence.provesMotion)
  }

  private func judgeRows(_ first: PaddedPlane<UInt8>, _ second: PaddedPlane<UInt8>, by workers: any Workers) {
    workers.share(still.rows) { row in
      var proof = CutEvidence()
      for column in 0..<still.columns {
        let (x, y) = MotionGeometry.window(column, row)
        still[column, row] = Int32(truncatingIfNeeded: first.difference(x, y, to: second, x, y))
        let onward = WindowFit(column, row, from: first, to: second, forward[column, row])
        let homeward = WindowFit(column, row, from: second, to: first, backward[column, row])
        forwardFound[column, row] = onward.isConvincing
        backwardFound[column, row] = homeward.isConvincing
        proof.add(onward)
        proof.add(homeward)
      }
      forwardReach[0, row] = RowReach(of: row, in: forward)
      backwardReach[0, row] = RowReach(of: row, in: backward)
      evidence[0, row] = proof
    }
  }
}

/// How far up and down the vectors of a row of blocks go.
struct RowReach: BitwiseCopyable {
  private let upmost: MotionVector
  private let downmost: MotionVector

  init(of row: Int, in field: BlockGrid<MotionVector>) {
    var (upmost, downmost) = (field[0, row], field[0, row])
    for column in 1..<max(1, field.columns) {
      let vector = field[column, row]
      if vector.down < upmost.down { upmost = vector }
      if vector.down > downmost.down { downmost = vector }
    }
    self.upmost = upmost
    self.downmost = downmost
  }

  /// The rows of blocks that the blocks of this row can touch once each has moved by a part of its vector.
  ///
  /// - Parameter moved: what of a vector has been covered. A longer vector down must never give less: only the two extremes
  ///   of the row are asked.
  func landing(from row: Int, moved: (MotionVector) -> MotionVector) -> Range<Int> {
    // A block that has moved touches two rows, unless it meets one exactly: hence 2 beyond the lowest.
    let bits = MotionGeometry.blockUnitBits
    return row &+ (moved(upmost).y &>> bits)..<row &+ (moved(downmost).y &>> bits) &+ 2
  }
}
