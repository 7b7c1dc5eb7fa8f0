import Streams

/// What a block of a frame to be made is made from.
struct BlockChoice: BitwiseCopyable, Equatable {
  /// In sixteenths of a pixel, from the first frame to the second.
  var vector: MotionVector
  /// The part that is a plain blend, of `FallBack.whole`.
  var blendShare: Int16
}

/// Chooses a vector for each block of the frame to be made: the one along which the two frames agree best.
struct PhaseChoice {
  /// Rows of blocks that are one piece of work.
  private static let bandRows = 8
  /// With fewer candidates than this, those of the block itself are added.
  private static let leastCandidates = 4
  /// In pixels, how much motion costs as much as one code of difference in one sample of the window: of equals, the
  /// shorter.
  private static let pixelsPerCost = 2

  /// The result.
  let choices: BlockGrid<BlockChoice>
  private let projection: Projection
  private let rough: BlockGrid<RoughChoice>

  private struct RoughChoice: BitwiseCopyable {
    var vector = MotionVector.zero
    /// Within 32 bits: at most 255 × 256.
    var disagreement: Int32 = 0
  }

  init(columns: Int, rows: Int) {
    choices = BlockGrid(columns: columns, rows: rows, filledWith: BlockChoice(vector: .zero, blendShare: 0))
    projection = Projection(columns: columns, rows: rows)
    rough = BlockGrid(columns: columns, rows: rows, filledWith: RoughChoice())
  }

  /// Fills `choices`.
  func choose(_ meeting: Meeting, by workers: any Workers) {
    workers.share((choices.rows + Self.bandRows - 1) / Self.bandRows) { band in
      let rows = band * Self.bandRows..<min((band + 1) * Self.bandRows, choices.rows)
      projection.fill(rows, meeting.motion, at: meeting.phase)
      for row in rows {
        for column in 0..<choices.columns { rough[column, row] = best(meeting, column, row) }
      }
    }
    workers.share(choices.rows) { row in
      for column in 0..<choices.columns { choices[column, row] = settled(meeting, column, row) }
    }
  }

  /// Of the vectors that pass over a block, and none.
  private func best(_ meeting: Meeting, _ column: Int, _ row: Int) -> RoughChoice {
    var best = MotionVector.zero
    var least = meeting.disagreement(along: best, column, row)
    var leastCost = least
    func consider(_ vector: MotionVector) {
      if vector == best { return }
      let disagreement = meeting.disagreement(along: vector, column, row)
      let length = vector.distance(to: .zero) / (Self.pixelsPerCost * MotionVector.unitsPerPixel)
      if disagreement &+ length < leastCost {
        (best, least, leastCost) = (vector, disagreement, disagreement &+ length)
      }
    }
    let count = projection.count(column, row)
    for index in 0..<count { consider(projection.candidate(index, column, row)) }
    if count < Self.leastCandidates {
      consider(meeting.motion.forward[column, row])
      consider(-meeting.motion.backward[column, row])
    }
    return RoughChoice(vector: best, disagreement: Int32(truncatingIfNeeded: least))
  }

  /// Looks at the neighbours' choices, and at how far the outcome can be trusted.
  private func settled(_ meeting: Meeting, _ column: Int, _ row: Int) -> BlockChoice {
    let own = rough[column, row]
    func disagreement(_ vector: MotionVector) -> Int {
      vector == own.vector ? Int(own.disagreement) : meeting.disagreement(along: vector, column, row)
    }
    let vector = NeighbourPass.vector(
      column, row, of: { rough.nearest($0, $1).vector }, difference: disagreement)
    let share = FallBack.share(
      disagreement: disagreement(vector), still: Int(meeting.motion.still[column, row]),
      doubt: meeting.doubt(about: vector, column, row))
    return BlockChoice(vector: vector, blendShare: share)
  }
}
