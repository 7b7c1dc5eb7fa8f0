import Streams

/// How a block of the new frame is predicted from the two source frames.
struct BlockChoice: BitwiseCopyable, Equatable {
  /// The motion from the first frame to the second, in sixteenths of a pixel.
  var vector: MotionVector
  /// The deviation from straight motion, in sixteenths of a pixel, which is added to the position in both frames.
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

/// The source frames from which a block is taken: only one if the other frame does not show the block's contents.
enum Side: Int16, BitwiseCopyable { case both, first, second }

/// Chooses a vector for each block of the new frame: the one along which the two source frames match best.
struct PhaseChoice {
  /// With fewer candidates than this, the forward and the backward vector of the block at the same place are tried too.
  private static let leastCandidates = 4
  /// This many pixels of a vector's length cost as much as one code value in one sample. If two vectors match equally
  /// well, the shorter one thus wins.
  private static let pixelsPerCost = 2
  /// A vector is certain if the windows along it differ by at most this, in code values per sample. A certain vector
  /// stays, even if the pairs of frames before and after have a different one, as at a dropped frame.
  private static let certain = 1
  /// A vector that the pairs of frames before and after share may match twice as badly as the best vector, plus this in
  /// code values per sample. It is then chosen instead.
  private static let steadyDifference = 4
  /// If the two frames disagree by more than this, in code values per sample, perhaps only one of them shows the
  /// block's contents.
  private static let mismatch = 4
  /// The difference that is assumed, in code values per sample, if too little of an entering or leaving thing is inside
  /// both frames.
  private static let unseen = 4

  let choices: BlockGrid<BlockChoice>
  let strangers: BlockGrid<Strangers>
  private let projection: Projection
  private let rough: BlockGrid<RoughChoice>

  private struct RoughChoice: BitwiseCopyable {
    var vector = MotionVector.zero
    /// How badly the two frames match along `vector`, at most 255 × 256.
    var disagreement: Int32 = 0
    /// Whether the block shows a thing that enters or leaves the picture (`EdgeCrossing`). `disagreement` is then 0.
    var crosses = false
  }

  init(columns: Int, rows: Int) {
    choices = BlockGrid(columns: columns, rows: rows, filledWith: BlockChoice(vector: .zero, blendShare: 0))
    strangers = BlockGrid(columns: columns, rows: rows, filledWith: Strangers())
    projection = Projection(columns: columns, rows: rows)
    rough = BlockGrid(columns: columns, rows: rows, filledWith: RoughChoice())
  }

  /// Fills `choices` and then `strangers`. Vectors are first chosen for each block alone, then compared with the
  /// neighbours.
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

  /// The best vector for a block, without regard to its neighbours. Candidates are the zero vector, the vectors that
  /// pass over the block, and those of the pairs of frames before and after.
  private func best(_ match: PhaseMatch, _ column: Int, _ row: Int) -> RoughChoice {
    var best = MotionVector.zero
    var least = match.disagreement(along: best, column, row)
    var leastCost = least
    func consider(_ vector: MotionVector) {
      if vector == best { return }
      let disagreement = match.disagreement(along: vector, column, row)
      let length = vector.distance(to: .zero) / (Self.pixelsPerCost * MotionGeometry.unitsPerPixel)
      // If both vectors match, two things pass over the block. Only the thing in front is visible.
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

  /// The vector of a thing that enters or leaves the picture at a block. Nil unless the two frames differ along this
  /// vector by less than `least`, the disagreement along the best other vector.
  private func crossing(_ match: PhaseMatch, _ column: Int, _ row: Int, besides least: Int) -> MotionVector? {
    // A difference is never negative, so it cannot be less than a negative `least`.
    guard least > 0, let vector = match.crossing(column, row),
      match.seenDifference(along: vector, column, row) ?? Self.unseen * MotionGeometry.windowArea < least
    else { return nil }
    return vector
  }

  /// The vector that the pairs before and after share, if there is one and `best` is not certain; otherwise `best`.
  private func steadied(_ best: RoughChoice, _ match: PhaseMatch, _ column: Int, _ row: Int) -> RoughChoice {
    guard let steady = match.beside.steady(column, row, insteadOf: best.vector),
      match.windows(along: best.vector, column, row).difference > Self.certain * MotionGeometry.windowArea
    else { return best }
    let disagreement = match.disagreement(along: steady, column, row)
    let most = 2 * max(0, Int(best.disagreement)) + Self.steadyDifference * MotionGeometry.windowArea
    return disagreement < most
      ? RoughChoice(vector: steady, disagreement: Int32(truncatingIfNeeded: disagreement)) : best
  }

  /// The final choice for a block. The vector now depends on those of the neighbouring blocks too.
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
    // Lazy, because `FallBack.share` rarely needs this slow measurement.
    lazy var windows = match.windows(along: vector, column, row)
    // A block that stands still needs no trial of a blend, because it equals its own blend. A thing in front of a still
    // background gets none, because a blend would show the background in place of the thing.
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
