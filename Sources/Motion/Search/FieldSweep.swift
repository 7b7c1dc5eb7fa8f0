/// The search through one band of one level, block by block. Vectors are in whole pixels of the level.
struct FieldSweep {
  /// The range in which every vector is tried in the smallest level, which has no smaller level to begin from.
  private static let scanReach = 3

  let field: BlockGrid<MotionVector>
  /// The field of the next smaller level, whose blocks cover 2 × 2 blocks of this one.
  private let parents: BlockGrid<MotionVector>
  /// The vectors of blocks of that level that were found only far away.
  private let far: BlockGrid<MotionVector?>
  private let scans: Bool
  let rows: Range<Int>
  private let triesZero: Bool
  private var search: BlockSearch

  /// - Parameters:
  ///   - scans: whether each block's search tries all vectors near zero.
  ///   - triesZero: whether each block's search also begins from the zero vector.
  ///   - leavesOutOutside: the parameter of `BlockSearch`.
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

  /// Searches a block, beginning from the vectors of the smaller level and of the neighbours to the left and above.
  mutating func search(_ column: Int, _ row: Int) {
    let parent = parents.nearest(column / 2, row / 2) * 2
    let (left, top) = (neighbour(column - 1, row), neighbour(column, row - 1))
    begin(column, row, expecting: .median(left ?? parent, top ?? parent, parent))
    search.consider(parent)
    // The parent's neighbours on the two sides that this block touches, and the diagonal one between them.
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

  /// Searches a block again, beginning from the vectors of the neighbours to the right and below. Does nothing if those
  /// to the left, right and below already have this block's vector.
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

  /// The vector of a block; nil outside the band.
  private func neighbour(_ column: Int, _ row: Int) -> MotionVector? {
    rows.contains(row) && column >= 0 && column < field.columns ? field[column, row] : nil
  }
}
