import Streams

/// The motion between two frames. A `MotionEstimator` fills `forward` and `backward`, or `stand` fills them with zeros
/// if one of the frames is blank. Then `judge` derives everything else from these two fields and the two frames.
struct PairMotion: Sendable {
  /// The vectors from the first frame to the second, in sixteenths of a pixel.
  let forward: BlockGrid<MotionVector>
  /// The vectors from the second frame to the first, in sixteenths of a pixel.
  let backward: BlockGrid<MotionVector>
  /// Whether the window around each block was found in the second frame, along `forward`.
  private let forwardFound: BlockGrid<Bool>
  /// Whether the window around each block was found in the first frame, along `backward`.
  private let backwardFound: BlockGrid<Bool>
  /// How far up and down the vectors of each row of blocks lead. The grid has one column.
  let forwardReach: BlockGrid<RowReach>
  let backwardReach: BlockGrid<RowReach>
  /// The difference of the two frames in the window around each block, without motion and without a fade.
  let still: BlockGrid<Int32>
  /// For each block of the first frame that is not found in the second, the vector of the blocks around it
  /// (`SeenOnce`). All phases of a pair need it.
  let aroundLeaving: BlockGrid<MotionVector?>
  /// The same for the blocks of the second frame.
  let aroundArriving: BlockGrid<MotionVector?>
  /// Whether the two frames belong to different scenes.
  private(set) var isCut = false
  /// Whether one frame can be made from moved parts of the other.
  private(set) var isFound = false

  /// The evidence for a cut in each row of blocks. The grid has one column.
  private let evidence: BlockGrid<CutEvidence>

  init(columns: Int, rows: Int) {
    forward = BlockGrid(columns: columns, rows: rows, filledWith: .zero)
    backward = BlockGrid(columns: columns, rows: rows, filledWith: .zero)
    forwardFound = BlockGrid(columns: columns, rows: rows, filledWith: false)
    backwardFound = BlockGrid(columns: columns, rows: rows, filledWith: false)
    forwardReach = BlockGrid(columns: 1, rows: rows, filledWith: RowReach(of: 0, in: forward))
    backwardReach = BlockGrid(columns: 1, rows: rows, filledWith: RowReach(of: 0, in: backward))
    still = BlockGrid(columns: columns, rows: rows, filledWith: 0)
    aroundLeaving = BlockGrid(columns: columns, rows: rows, filledWith: nil)
    aroundArriving = BlockGrid(columns: columns, rows: rows, filledWith: nil)
    evidence = BlockGrid(columns: 1, rows: rows, filledWith: CutEvidence())
  }

  /// The motion of the first frame's blocks to the second frame.
  var leaving: MotionLeg { MotionLeg(out: forward, back: backward, isFound: forwardFound) }
  /// The motion of the second frame's blocks back to the first frame.
  var arriving: MotionLeg { MotionLeg(out: backward, back: forward, isFound: backwardFound) }

  func stand() {
    for row in 0..<forward.rows {
      for column in 0..<forward.columns { (forward[column, row], backward[column, row]) = (.zero, .zero) }
    }
  }

  /// Derives everything else after `forward` and `backward` have been filled.
  mutating func judge(_ first: PaddedPlane<UInt8>, _ second: PaddedPlane<UInt8>, by workers: any Workers) {
    judgeRows(first, second, by: workers)
    var evidence = CutEvidence()
    for row in 0..<self.evidence.rows { evidence.add(self.evidence[0, row]) }
    (isCut, isFound) = (evidence.provesCut, evidence.provesMotion)
    if !isCut { lookAround(by: workers) }
  }

  private func lookAround(by workers: any Workers) {
    let (leaving, arriving) = (leaving, arriving)
    workers.share(still.rows) { row in
      for column in 0..<still.columns {
        aroundLeaving[column, row] = SeenOnce.around(column, row, in: leaving)
        aroundArriving[column, row] = SeenOnce.around(column, row, in: arriving)
      }
    }
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

/// How far up and down the vectors of a row of blocks lead.
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

  /// The rows of blocks that the blocks of one row can touch after each has moved by a part of its vector.
  ///
  /// - Parameter moved: returns the part of a vector by which a block moves. It is called only for the vectors that
  ///   lead farthest up and down, so it must grow with the vector.
  func landing(from row: Int, moved: (MotionVector) -> MotionVector) -> Range<Int> {
    // A moved block touches up to two rows of blocks, so the range ends two rows after the row of its top edge.
    let bits = MotionGeometry.blockUnitBits
    return row &+ (moved(upmost).y &>> bits)..<row &+ (moved(downmost).y &>> bits) &+ 2
  }
}
