/// The search through one band (group of rows) of one pyramid level. Vectors are in pixels of the level.
struct FieldSweep {
  /// In the smallest level, every vector of up to this many pixels along each axis is tried.
  private static let scanReach = 3

  let field: BlockGrid<MotionVector>
  /// The vectors of the next smaller level. Each of its blocks covers 2 × 2 blocks of this level.
  private let parents: BlockGrid<MotionVector>
  /// The vectors of the blocks of the next smaller level that were found only far away.
  private let far: BlockGrid<MotionVector?>
  private let scans: Bool
  let rows: Range<Int>
  private let triesZero: Bool
  private var search: BlockSearch

  /// - Parameters:
  ///   - scans: whether each block's search tries all vectors near zero.
  ///   - triesZero: whether each block's search also begins from the zero vector.
  ///   - leavesOutOutside: whether the part of a window outside the other frame is ignored.
  init(
    of field: BlockGrid<MotionVector>, under parents: BlockGrid<MotionVector>, far: BlockGrid<MotionVector?>,
    _ rows: Range<Int>, from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, scans: Bool, triesZero: Bool,
    leavesOutOutside: Bool
  ) {
    self.field = field
    self.parents = parents
    self.far = far
    self.scans = scans
    self.triesZero = triesZero
    self.rows = rows
    search = BlockSearch(from: from, to: to, leavesOutOutside: leavesOutOutside)
  }

  /// Searches a block. Begins from the vectors of the next smaller level and of the blocks to the left and above.
  mutating func search(_ column: Int, _ row: Int) {
    let parent = parents.nearest(column / 2, row / 2) * 2
    let (left, top) = (neighbour(column - 1, row), neighbour(column, row - 1))
    begin(column, row, expecting: .median(left ?? parent, top ?? parent, parent))
    search.consider(parent)
    // The parent block's neighbours on the two sides that this block touches, and the diagonal neighbour between them.
    let (aside, below) = (column / 2 + column % 2 * 2 - 1, row / 2 + row % 2 * 2 - 1)
    search.consider(parents.nearest(aside, row / 2) * 2)
    search.consider(parents.nearest(column / 2, below) * 2)
    search.consider(parents.nearest(aside, below) * 2)
    search.consider(.zero)
    if let left { search.consider(left) }
    if let top { search.consider(top) }
    if let topRight = neighbour(column + 1, row - 1) { search.consider(topRight) }
    if scans { search.scan(Self.scanReach) }
    search.descend()
    if triesZero { search.descendFromZero() }
    if let far = far.nearest(column / 2, row / 2) { search.descend(fromFar: far * 2) }
    field[column, row] = search.best
  }

  /// Searches a block again, beginning from the vectors of the blocks to the right and below. Does nothing if the
  /// blocks to the left, right and below already have this block's vector.
  mutating func searchAgain(_ column: Int, _ row: Int) {
    let own = field[column, row]
    let (left, right) = (neighbour(column - 1, row) ?? own, neighbour(column + 1, row) ?? own)
    let bottom = neighbour(column, row + 1) ?? own
    if left == own, right == own, bottom == own { return }
    begin(column, row, expecting: .median(left, right, bottom))
    search.consider(own)
    search.consider(right)
    search.consider(bottom)
    search.consider(neighbour(column - 1, row + 1) ?? own)
    search.descend()
    field[column, row] = search.best
  }

  private mutating func begin(_ column: Int, _ row: Int, expecting vector: MotionVector) {
    let window = MotionGeometry.window(column, row)
    search.begin(window.x, window.y, expecting: vector)
  }

  /// The vector of a block; nil if the block is outside the band.
  private func neighbour(_ column: Int, _ row: Int) -> MotionVector? {
    rows.contains(row) && column >= 0 && column < field.columns ? field[column, row] : nil
  }
}
