/// Carries the vectors of a pair to where they are at a phase: each block of the frame to be made gets those of the
/// blocks that pass over it.
struct Projection {
  /// The most vectors that one block keeps; more are dropped.
  private static let capacity = 10
  /// A vector no farther than this, in sixteenths, from one that is kept already is dropped.
  private static let resolution = 8

  /// `capacity` columns for each block.
  private let slots: BlockGrid<MotionVector>
  /// How many slots of each block are taken.
  private let counts: BlockGrid<UInt8>

  init(columns: Int, rows: Int) {
    slots = BlockGrid(columns: columns * Self.capacity, rows: rows, filledWith: .zero)
    counts = BlockGrid(columns: columns, rows: rows, filledWith: 0)
  }

  func count(_ column: Int, _ row: Int) -> Int { Int(counts[column, row]) }

  /// One of a block's vectors, from the first frame to the second, in sixteenths. `index` is below `count`.
  func candidate(_ index: Int, _ column: Int, _ row: Int) -> MotionVector {
    slots[column &* Self.capacity &+ index, row]
  }

  /// Fills the blocks of some rows. Vectors are added in the order of the rows they come from, whatever `rows` is, so
  /// how a frame is divided into bands does not change which are dropped.
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
          // A block of the second frame is at `remaining` of its own vector. It is kept turned round, from first to
          // second.
          carry(-vector, by: phase.remaining(vector), column, row, rows)
        }
      }
    }
  }

  /// Gives `vector` to all blocks of `rows` that the block at `column`, `row` touches once it has moved by `landing`.
  private func carry(
    _ vector: MotionVector, by landing: MotionVector, _ column: Int, _ row: Int, _ rows: Range<Int>
  ) {
    for y in Self.blocks(under: row, landing.y).clamped(to: rows) {
      for x in Self.blocks(under: column, landing.x).clamped(to: 0..<counts.columns) { add(vector, x, y) }
    }
  }

  /// Along one axis, the blocks that a block moved by `landing` touches: one if it meets it exactly, else two.
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
