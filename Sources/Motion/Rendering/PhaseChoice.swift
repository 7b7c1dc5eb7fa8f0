import Streams

/// How a block of the frame to be made is predicted from the two frames.
struct BlockChoice: BitwiseCopyable, Equatable {
  /// In sixteenths of a pixel, from the first frame to the second.
  var vector: MotionVector
  /// How far off the straight line the block is, in sixteenths: both frames are looked at so much farther on.
  var offset = MotionVector.zero
  /// The part taken from a blend without motion, in parts of `FallBack.whole`.
  var blendShare: Int16
  /// Which frames it is taken from.
  var side = Side.both

  /// Without branches: nine blocks are compared for each that is made.
  static func == (one: BlockChoice, other: BlockChoice) -> Bool {
    let moved = (one.vector.across ^ other.vector.across) | (one.vector.down ^ other.vector.down)
    let bent = (one.offset.across ^ other.offset.across) | (one.offset.down ^ other.offset.down)
    return moved | bent | (one.blendShare ^ other.blendShare) | (one.side.rawValue ^ other.side.rawValue) == 0
  }
}

/// The frames from which a block is taken: one of them alone where only that one shows it.
enum Side: Int16, BitwiseCopyable { case both, first, second }

/// Chooses a vector for each block of the frame to be made: the one along which the two frames match best.
struct PhaseChoice {
  /// With fewer candidates than this, the vectors of the two fields at the block itself are added.
  private static let leastCandidates = 4
  /// A vector longer by so many pixels costs as much as one code of difference in one sample of the window: of vectors
  /// that match equally well, the shorter is taken.
  private static let pixelsPerCost = 2
  /// In codes a sample. A vector along which windows differ by no more is certain: what jumps, or moves on after a frame was lost,
  /// has another one than before and after.
  private static let certain = 1
  /// The vector of the pairs beside may match less well than the best: by so much as that disagrees once more, and by so many
  /// codes a sample.
  private static let steadyDifference = 4
  /// In codes a sample. Where the two frames disagree by more, one of them may not show what is there.
  private static let mismatch = 4
  /// In codes a sample. Stands for the difference along the vector of what crosses the edge of the picture, where too little is
  /// inside of both frames to be compared.
  private static let unseen = 4

  /// Both are set by `choose`.
  let choices: BlockGrid<BlockChoice>
  let strangers: BlockGrid<Strangers>
  private let projection: Projection
  private let rough: BlockGrid<RoughChoice>

  private struct RoughChoice: BitwiseCopyable {
    var vector = MotionVector.zero
    /// Fits in 32 bits: at most 255 × 256.
    var disagreement: Int32 = 0
    /// Whether `vector` comes from an `EdgeCrossing`. Only one frame shows that block as a whole, so it is not blended,
    /// and `disagreement` stays 0.
    var crosses = false
  }

  init(columns: Int, rows: Int) {
    choices = BlockGrid(columns: columns, rows: rows, filledWith: BlockChoice(vector: .zero, blendShare: 0))
    strangers = BlockGrid(columns: columns, rows: rows, filledWith: Strangers())
    projection = Projection(columns: columns, rows: rows)
    rough = BlockGrid(columns: columns, rows: rows, filledWith: RoughChoice())
  }

  /// Fills `choices`: first each block by itself, then all once more with a look at their neighbours; then `strangers`.
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

  /// The best of the zero vector and of those that pass over the block, or the one that the pairs beside have there.
  private func best(_ match: PhaseMatch, _ column: Int, _ row: Int) -> RoughChoice {
    var best = MotionVector.zero
    var least = match.disagreement(along: best, column, row)
    var leastCost = least
    func consider(_ vector: MotionVector) {
      if vector == best { return }
      let disagreement = match.disagreement(along: vector, column, row)
      let length = vector.distance(to: .zero) / (Self.pixelsPerCost * MotionGeometry.unitsPerPixel)
      // Where both frames show both, what is in front is seen, whichever matches better.
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

  /// The vector of what crosses the edge of the picture at a block, if the two frames differ less along it, where both can be
  /// compared, than `least`. From `least` a part of the contrast has been taken, from that difference nothing: what crosses has
  /// to be clearly the better one.
  private func crossing(_ match: PhaseMatch, _ column: Int, _ row: Int, besides least: Int) -> MotionVector? {
    // No difference is below 0: nothing has to be looked for if `least` is.
    guard least > 0, let vector = match.crossing(column, row),
      match.seenDifference(along: vector, column, row) ?? Self.unseen * MotionGeometry.windowArea < least
    else { return nil }
    return vector
  }

  /// The vector that the pairs beside have, if it is another one and the best is not certain; else the best.
  private func steadied(_ best: RoughChoice, _ match: PhaseMatch, _ column: Int, _ row: Int) -> RoughChoice {
    guard let steady = match.beside.steady(column, row, insteadOf: best.vector),
      match.windows(along: best.vector, column, row).difference > Self.certain * MotionGeometry.windowArea
    else { return best }
    let disagreement = match.disagreement(along: steady, column, row)
    let most = 2 * max(0, Int(best.disagreement)) + Self.steadyDifference * MotionGeometry.windowArea
    return disagreement < most
      ? RoughChoice(vector: steady, disagreement: Int32(truncatingIfNeeded: disagreement)) : best
  }

  /// A block's vector once its neighbours' have been looked at, and how much of it is blended without motion.
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
    // Compared once more where something depends on what the disagreement is made of; few blocks need that.
    lazy var windows = match.windows(along: vector, column, row)
    // A block that stands still is its own blend. Where something passes before still ground, a blend is the ground.
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
