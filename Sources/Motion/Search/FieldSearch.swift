/// Searches where each block of one frame lies in another, from the smallest level of their pyramids to the largest.
///
/// Blocks lie side by side; the windows around them overlap. In `search`, bands of one level do not look at each
/// other, so that threads can share them and the number of threads changes nothing. The steps of a level are `search`
/// and `searchFar`, for the largest level `search`, `refine` and `clean`; each has to be complete for all bands
/// before the next.
struct FieldSearch: Sendable {
  /// In so many of the largest levels the search leaves out what lies outside of the other frame. In smaller levels,
  /// which are nearly all edge, one scene would be found in another by it. Levels are counted and not measured, so
  /// that of a picture narrower than 249 samples, or lower than 185, all levels are among these: its patterns gain
  /// most by it.
  private static let levelsWithoutOutside = 3

  /// One field for each level, the largest first, and one of a single block that stands still. Vectors are whole pixels
  /// of their level; those of the largest level are sixteenths of a pixel after `refine`.
  private let fields: [BlockGrid<MotionVector>]
  /// For each level but the largest: whether blocks were found, and where those lie that were not, but far away.
  private let found: [BlockGrid<Bool>]
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

  /// Searches one band of a level whose smaller level is complete: once from its top left, and once more from its
  /// bottom right, so that what one block has found reaches its neighbours on all sides.
  func search(_ band: Int, _ level: Int, from: GuidePyramid, to: GuidePyramid) {
    let (from, to) = (from.levels[level], to.levels[level])
    // The largest level would take most of the time for it, and wins nothing: the smaller ones have led near zero by
    // then.
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

  /// Looks far around for the blocks of a band of a smaller level that `search` has not found, once it is complete for
  /// all bands of the level.
  func searchFar(_ band: Int, _ level: Int, from: GuidePyramid, to: GuidePyramid) {
    let far = far[level - 1]
    let search = FarSearch(
      from: from.levels[level], to: to.levels[level], fields[level], found: found[level - 1])
    for row in rows(of: band, level) {
      for column in 0..<far.columns { far[column, row] = search.vector(column, row) }
    }
  }

  /// Turns the vectors of a band of the largest level from whole pixels to sixteenths.
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

  /// Puts a band of the largest level into `result`, vectors that stand out replaced. Looks at
  /// neighbours across the borders of bands, and has to see them uncleaned: hence a second grid.
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
