import Streams

/// How a block of the new frame is predicted from the two source frames.
struct BlockChoice: BitwiseCopyable, Equatable {
  /// The motion from the first frame to the second, in sixteenths of a pixel.
  var vector: MotionVector
  /// The deviation from the straight line, in sixteenths of a pixel. It is added to the position in both frames.
  var offset = MotionVector.zero
  /// The part taken from a blend without motion, in parts of `FallBack.whole`.
  var blendShare: Int16
  /// The frames from which the block is taken.
  var side = Side.both

  /// Has no branches, for speed: nine blocks are compared for each rendered cell.
  static func == (one: BlockChoice, other: BlockChoice) -> Bool {
    let moved = (one.vector.across ^ other.vector.across) | (one.vector.down ^ other.vector.down)
    let bent = (one.offset.across ^ other.offset.across) | (one.offset.down ^ other.offset.down)
    return moved | bent | (one.blendShare ^ other.blendShare) | (one.side.rawValue ^ other.side.rawValue) == 0
  }
}

/// The frames from which a block is taken: one alone if only that one shows it.
enum Side: Int16, BitwiseCopyable { case both, first, second }

/// Chooses a vector for each block of the new frame: the one along which the two source frames match best.
struct PhaseChoice {
  /// With fewer candidates than this, the vectors of the two fields at the block itself are added.
  private static let leastCandidates = 4
  /// The number of pixels of length that cost as much as one code value in one sample of the window. Of vectors that
  /// match equally well, the shorter one wins.
  private static let pixelsPerCost = 2
  /// A vector is certain if the windows along it differ by at most this, in code values per sample. A thing that jumps,
  /// or that moves on after a dropped frame, has another vector than before and after.
  private static let certain = 1
  /// The vector of the outer pairs may disagree by twice as much as the best vector, plus this, in code values per
  /// sample.
  private static let steadyDifference = 4
  /// If the two frames disagree by more than this, in code values per sample, one of them may not show the block.
  private static let mismatch = 4
  /// The assumed difference, in code values per sample, of a thing that crosses the edge of the picture. It is used if
  /// too little of the thing is inside both frames.
  private static let unseen = 4

  let choices: BlockGrid<BlockChoice>
  let strangers: BlockGrid<Strangers>
  private let projection: Projection
  private let rough: BlockGrid<RoughChoice>

  private struct RoughChoice: BitwiseCopyable {
    var vector = MotionVector.zero
    /// At most 255 × 256, which fits into 32 bits.
    var disagreement: Int32 = 0
    /// Whether `vector` comes from an `EdgeCrossing`. Only one frame shows that block completely, so it is not blended,
    /// and `disagreement` stays 0.
    var crosses = false
  }

  init(columns: Int, rows: Int) {
    choices = BlockGrid(columns: columns, rows: rows, filledWith: BlockChoice(vector: .zero, blendShare: 0))
    strangers = BlockGrid(columns: columns, rows: rows, filledWith: Strangers())
    projection = Projection(columns: columns, rows: rows)
    rough = BlockGrid(columns: columns, rows: rows, filledWith: RoughChoice())
  }

  /// Fills `choices`: first for each block alone, then with regard to its neighbours. Then fills `strangers`.
  func choose(_ match: PhaseMatch, by workers: any Workers) {
    workers.share(MotionGeometry.bandCount(ofRows: choices.rows)) { band in
      let rows = MotionGeometry.rows(ofBand: band, of: choices.rows)
      projection.fill(rows, match.motion, at: match.phase)
      for row in rows {
        for column in 0..<choices.columns { rough[column, row] = best(match, column, row) }
      }
    }
    workers.share(choices.rows) { row in
      for column in 0..<choices.columns { choices[column, row] = settled(match, column, row) }
    }
    workers.share(choices.rows) { row in
      for column in 0..<choices.columns { strangers[column, row] = Strangers.find(among: choices, match, column, row) }
    }
  }

  /// The best of the zero vector and the vectors that pass over the block, or a vector that the outer pairs suggest.
  private func best(_ match: PhaseMatch, _ column: Int, _ row: Int) -> RoughChoice {
    var best = MotionVector.zero
    var least = match.disagreement(along: best, column, row)
    var leastCost = least
    func consider(_ vector: MotionVector) {
      if vector == best { return }
      let disagreement = match.disagreement(along: vector, column, row)
      let length = vector.distance(to: .zero) / (Self.pixelsPerCost * MotionGeometry.unitsPerPixel)
      // If both frames show both things, the one in front is visible, whichever vector matches better.
      let front = disagreement < 0 && least < 0 ? match.front(of: vector, and: best, column, row) : nil
      if front == best { return }
      if front == vector || disagreement &+ length < leastCost {
        (best, least, leastCost) = (vector, disagreement, disagreement &+ length)
      }
    }
    let count = projection.count(column, row)
    for index in 0..<count { consider(projection.candidate(index, column, row)) }
    if count < Self.leastCandidates {
      consider(match.motion.forward[column, row])
      consider(-match.motion.backward[column, row])
    }
    if let vector = crossing(match, column, row, besides: least) { return RoughChoice(vector: vector, crosses: true) }
    return steadied(RoughChoice(vector: best, disagreement: Int32(truncatingIfNeeded: least)), match, column, row)
  }

  /// The vector of a thing that crosses the edge of the picture at a block. Along it, the two frames must differ by
  /// less than `least`, in the part that can be compared. `least` has been reduced by a part of the contrast, so this
  /// vector must be clearly better.
  private func crossing(_ match: PhaseMatch, _ column: Int, _ row: Int, besides least: Int) -> MotionVector? {
    // A difference is never negative, so nothing can be better than a negative `least`.
    guard least > 0, let vector = match.crossing(column, row),
      match.seenDifference(along: vector, column, row) ?? Self.unseen * MotionGeometry.windowArea < least
    else { return nil }
    return vector
  }

  /// The vector of the outer pairs, if it is a different one and the best vector is not certain; otherwise the best
  /// vector.
  private func steadied(_ best: RoughChoice, _ match: PhaseMatch, _ column: Int, _ row: Int) -> RoughChoice {
    guard let steady = match.beside.steady(column, row, insteadOf: best.vector),
      match.windows(along: best.vector, column, row).difference > Self.certain * MotionGeometry.windowArea
    else { return best }
    let disagreement = match.disagreement(along: steady, column, row)
    let most = 2 * max(0, Int(best.disagreement)) + Self.steadyDifference * MotionGeometry.windowArea
    return disagreement < most
      ? RoughChoice(vector: steady, disagreement: Int32(truncatingIfNeeded: disagreement)) : best
  }

  /// The choice for a block: its vector with regard to its neighbours, and how much is blended without motion.
  private func settled(_ match: PhaseMatch, _ column: Int, _ row: Int) -> BlockChoice {
    let own = rough[column, row]
    if own.crosses {
      let offset = match.bends.offset(at: match.phase, along: own.vector, column, row)
      return BlockChoice(vector: own.vector, offset: offset, blendShare: 0)
    }
    func disagreement(_ vector: MotionVector) -> Int {
      vector == own.vector ? Int(own.disagreement) : match.disagreement(along: vector, column, row)
    }
    let vector = NeighbourPass.vector(
      column, row, of: { rough.nearest($0, $1).vector }, difference: disagreement)
    let remaining = disagreement(vector)
    if remaining > Self.mismatch * MotionGeometry.windowArea,
      let once = match.seenOnce(insteadOf: vector, column, row)
    {
      let offset = match.bends.offset(at: match.phase, along: once.vector, column, row)
      return BlockChoice(vector: once.vector, offset: offset, blendShare: 0, side: once.side)
    }
    // Computed only if the share depends on it, which is rare.
    lazy var windows = match.windows(along: vector, column, row)
    // The trial is skipped at a block that stands still, which equals its own blend. It is also skipped at a thing in
    // front of a still background, because a blend would show the background in place of the thing.
    let isTried = vector != .zero && match.front(of: vector, and: .zero, column, row) != vector
    let share = FallBack.share(
      disagreement: remaining, still: Int(match.motion.still[column, row]),
      doubt: match.doubt(about: vector, column, row),
      trial: isTried ? match.trial.outcome(column, row) : nil
    ) { windows }
    let offset = match.bends.offset(at: match.phase, along: vector, column, row)
    return BlockChoice(vector: vector, offset: offset, blendShare: share)
  }
}
