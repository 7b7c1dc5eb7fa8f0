/// Collects, for each block of the new frame, the vectors of the source frames' blocks that pass over it.
struct Projection {
  /// The largest number of vectors that one block keeps. Further vectors are dropped.
  private static let capacity = 10
  /// A vector is dropped if it is within this, in sixteenths of a pixel, of a vector that the block already has.
  private static let resolution = 8

  /// The vectors, in `capacity` columns for each block.
  private let slots: BlockGrid<MotionVector>
  /// The number of used slots of each block.
  private let counts: BlockGrid<UInt8>

  init(columns: Int, rows: Int) {
    slots = BlockGrid(columns: columns * Self.capacity, rows: rows, filledWith: .zero)
    counts = BlockGrid(columns: columns, rows: rows, filledWith: 0)
  }

  func count(_ column: Int, _ row: Int) -> Int { Int(counts[column, row]) }

  /// One of the vectors of a block, from the first frame to the second, in sixteenths of a pixel. `index` must be below
  /// `count`.
  func candidate(_ index: Int, _ column: Int, _ row: Int) -> MotionVector {
    slots[column &* Self.capacity &+ index, row]
  }

  /// Fills the blocks of some rows. Vectors are always added in the same order, from the top row of the source frames.
  /// The split of a frame among threads therefore does not change which vectors are dropped.
  func fill(_ rows: Range<Int>, _ motion: PairMotion, at phase: Phase) {
    for row in rows {
      for column in 0..<counts.columns { counts[column, row] = 0 }
    }
    for row in 0..<counts.rows {
      if rows.overlaps(motion.forwardReach[0, row].landing(from: row) { phase.travelled($0) }) {
        for column in 0..<counts.columns {
          let vector = motion.forward[column, row]
          carry(vector, by: phase.travelled(vector), column, row, rows)
        }
      }
      if rows.overlaps(motion.backwardReach[0, row].landing(from: row) { phase.remaining($0) }) {
        for column in 0..<counts.columns {
          let vector = motion.backward[column, row]
          // A backward vector leads from the second frame to the first, so it is negated.
          carry(-vector, by: phase.remaining(vector), column, row, rows)
        }
      }
    }
  }

  /// Adds `vector` to all blocks of `rows` that the block at (`column`, `row`) touches after it has moved by `landing`.
  private func carry(
    _ vector: MotionVector, by landing: MotionVector, _ column: Int, _ row: Int, _ rows: Range<Int>
  ) {
    for y in Self.blocks(under: row, landing.y).clamped(to: rows) {
      for x in Self.blocks(under: column, landing.x).clamped(to: 0..<counts.columns) { add(vector, x, y) }
    }
  }

  /// The blocks, along one axis, that a block touches after it has moved by `landing`. A block exactly on the grid
  /// touches one block, any other touches two.
  private static func blocks(under index: Int, _ landing: Int) -> Range<Int> {
    let first = index &+ landing &>> MotionGeometry.blockUnitBits
    return first..<first &+ (landing & (MotionGeometry.blockUnits &- 1) == 0 ? 1 : 2)
  }

  private func add(_ vector: MotionVector, _ column: Int, _ row: Int) {
    let count = count(column, row)
    guard count < Self.capacity else { return }
    for index in 0..<count where candidate(index, column, row).distance(to: vector) <= Self.resolution { return }
    slots[column &* Self.capacity &+ count, row] = vector
    counts[column, row] = UInt8(count &+ 1)
  }
}
