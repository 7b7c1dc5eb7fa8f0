/// Searches where each block of one frame lies in another, from the smallest level of their pyramids to the largest.
///
/// Blocks of 8 × 8 lie side by side; windows around them overlap. Rows of blocks are searched in bands that do not look
/// at each other, so that threads can share them and their number changes nothing.
struct FieldSearch: Sendable {
  static let blockSide = 8
  /// Rows of blocks in a band.
  private static let bandRows = 8

  /// One field for each level, the largest first. Vectors are whole pixels of their level; those of the largest are
  /// sixteenths once they have been refined.
  private let fields: [BlockGrid<MotionVector>]

  init(_ pyramid: GuidePyramid) {
    fields = pyramid.levels.map { level in
      BlockGrid(
        columns: (level.width + Self.blockSide - 1) / Self.blockSide,
        rows: (level.height + Self.blockSide - 1) / Self.blockSide, filledWith: .zero)
    }
  }

  /// Of the largest level.
  var columns: Int { fields[0].columns }
  var rows: Int { fields[0].rows }

  /// The top left of the window around a block.
  static func window(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
    let border = (CompareWindow.side - blockSide) / 2
    return (column &* blockSide &- border, row &* blockSide &- border)
  }

  func bandCount(_ level: Int) -> Int { (fields[level].rows + Self.bandRows - 1) / Self.bandRows }

  private func rows(of band: Int, _ level: Int) -> Range<Int> {
    band * Self.bandRows..<min((band + 1) * Self.bandRows, fields[level].rows)
  }

  /// Searches one band of a level whose smaller level is complete: once from its top left, and once more from its
  /// bottom right, so that what one block has found gets to its neighbours on all sides.
  func search(_ band: Int, _ level: Int, from here: GuidePyramid, to there: GuidePyramid) {
    let parents = level + 1 < fields.count ? fields[level + 1] : nil
    var sweep = FieldSweep(
      of: fields[level], under: parents, rows(of: band, level), from: here.levels[level], to: there.levels[level])
    for row in sweep.rows {
      for column in 0..<sweep.field.columns { sweep.search(column, row) }
    }
    for row in sweep.rows.reversed() {
      for column in (0..<sweep.field.columns).reversed() { sweep.searchAgain(column, row) }
    }
  }

  /// Turns a band of the largest level from whole pixels to sixteenths.
  func refine(_ band: Int, from here: GuidePyramid, to there: GuidePyramid) {
    let field = fields[0]
    let step = SubpixelStep(here: here.levels[0], there: there.levels[0])
    for row in rows(of: band, 0) {
      for column in 0..<field.columns {
        let place = Self.window(column, row)
        field[column, row] = step.refine(field[column, row] * MotionVector.unitsPerPixel, place.x, place.y)
      }
    }
  }

  /// Puts a band of the largest level into `result`, without the vectors that stand out.
  func clean(_ band: Int, from here: GuidePyramid, to there: GuidePyramid, into result: BlockGrid<MotionVector>) {
    let (field, here, there) = (fields[0], here.levels[0], there.levels[0])
    for row in rows(of: band, 0) {
      for column in 0..<field.columns {
        let place = Self.window(column, row)
        result[column, row] = NeighbourPass.vector(
          column, row, of: { field.nearest($0, $1) },
          difference: { here.fineDifference(place.x, place.y, to: there, moved: $0) })
      }
    }
  }
}
