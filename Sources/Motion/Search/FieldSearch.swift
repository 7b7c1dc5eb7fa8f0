/// Searches each block of one frame in another frame, from the smallest level of their image pyramids to the largest.
/// Threads can search the bands (groups of rows) of a level at the same time, because bands do not read each other.
///
/// Each level needs the steps `search` and `searchFar`. The largest level needs `search`, `refine` and `clean` instead.
/// Each step must be complete for all bands before the next step begins.
struct FieldSearch: Sendable {
  /// The number of levels, from the largest on, in which the search ignores what is outside the other frame. In smaller
  /// levels, nearly every window touches an edge, and different scenes would match. Frames narrower than 249 samples or
  /// lower than 185 have no smaller levels.
  private static let levelsWithoutOutside = 3

  /// The vectors of each level, the largest level first, followed by a single zero vector. They are in pixels of their
  /// level. After `refine`, the vectors of the largest level are in sixteenths of a pixel.
  private let fields: [BlockGrid<MotionVector>]
  /// Whether each block was found along its vector, for each level but the largest.
  private let found: [BlockGrid<Bool>]
  /// The vectors of blocks that were found only far away, for each level but the largest.
  private let far: [BlockGrid<MotionVector?>]

  init(_ pyramid: GuidePyramid) {
    let sizes = pyramid.levels.map { level in
      (MotionGeometry.blockCount(level.width), MotionGeometry.blockCount(level.height))
    }
    fields = (sizes + [(1, 1)]).map { BlockGrid(columns: $0, rows: $1, filledWith: .zero) }
    found = fields.dropFirst().map { BlockGrid(columns: $0.columns, rows: $0.rows, filledWith: false) }
    far = fields.dropFirst().map { BlockGrid(columns: $0.columns, rows: $0.rows, filledWith: nil) }
  }

  func bandCount(_ level: Int) -> Int { MotionGeometry.bandCount(ofRows: fields[level].rows) }

  private func rows(of band: Int, _ level: Int) -> Range<Int> {
    MotionGeometry.rows(ofBand: band, of: fields[level].rows)
  }

  /// Searches one band of a level after the next smaller level is complete. It goes through the blocks from the top
  /// left and then from the bottom right, so that a good vector spreads to all sides.
  func search(_ band: Int, _ level: Int, from: GuidePyramid, to: GuidePyramid) {
    let (from, to) = (from.levels[level], to.levels[level])
    // In the largest level, searching from the zero vector too would take most of the time and gain nothing. The
    // smaller levels have already found small motion.
    var sweep = FieldSweep(
      of: fields[level], under: fields[level + 1], far: far[level], rows(of: band, level), from: from, to: to,
      scans: level + 2 == fields.count, triesZero: level > 0, leavesOutOutside: level < Self.levelsWithoutOutside)
    for row in sweep.rows {
      for column in 0..<sweep.field.columns { sweep.search(column, row) }
    }
    for row in sweep.rows.reversed() {
      for column in (0..<sweep.field.columns).reversed() { sweep.searchAgain(column, row) }
    }
    guard level > 0 else { return }
    let found = found[level - 1]
    for row in sweep.rows {
      for column in 0..<sweep.field.columns {
        found[column, row] = FarSearch.isFound(column, row, from: from, to: to, along: sweep.field[column, row])
      }
    }
  }

  /// Searches far away for the blocks of a band that `search` has not found. Before, `search` must be complete for all
  /// bands of the level. The level must not be the largest.
  func searchFar(_ band: Int, _ level: Int, from: GuidePyramid, to: GuidePyramid) {
    let far = far[level - 1]
    let search = FarSearch(
      from: from.levels[level], to: to.levels[level], fields[level], found: found[level - 1])
    for row in rows(of: band, level) {
      for column in 0..<far.columns { far[column, row] = search.vector(column, row) }
    }
  }

  /// Refines the vectors of a band of the largest level from whole pixels to sixteenths of a pixel.
  func refine(_ band: Int, from: GuidePyramid, to: GuidePyramid) {
    let field = fields[0]
    let step = SubpixelStep(from: from.levels[0], to: to.levels[0])
    for row in rows(of: band, 0) {
      for column in 0..<field.columns {
        let window = MotionGeometry.window(column, row)
        field[column, row] = step.refine(field[column, row] * MotionGeometry.unitsPerPixel, window.x, window.y)
      }
    }
  }

  /// Copies the vectors of a band of the largest level into `result`, and smooths them (`NeighbourPass`). The result
  /// needs a grid of its own, because other threads read the unchanged vectors at the same time.
  func clean(_ band: Int, from: GuidePyramid, to: GuidePyramid, into result: BlockGrid<MotionVector>) {
    let (field, from, to) = (fields[0], from.levels[0], to.levels[0])
    for row in rows(of: band, 0) {
      for column in 0..<field.columns {
        let window = MotionGeometry.window(column, row)
        result[column, row] = NeighbourPass.vector(
          column, row, of: { field.nearest($0, $1) },
          difference: { from.fineDifference(window.x, window.y, to: to, moved: $0) })
      }
    }
  }
}
