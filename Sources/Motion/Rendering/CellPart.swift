/// The part of a cell (8 × 8 samples) that is inside a frame.
struct CellPart: Equatable {
  private let columns: Range<Int>
  private let rows: Range<Int>

  /// - Parameter corner: the top left corner of the cell, in whole samples.
  init(_ corner: (x: Int, y: Int), width: Int, height: Int) {
    columns = Self.inside(corner.x, width)
    rows = Self.inside(corner.y, height)
  }

  private static func inside(_ start: Int, _ length: Int) -> Range<Int> {
    let side = MotionGeometry.blockSide
    let first = min(max(0 &- start, 0), side)
    return first..<max(first, min(max(length &- start, 0), side))
  }

  /// Copies samples that only one of two cells has inside its frame to the other cell, which has only a repeated edge
  /// there. This shows things that enter or leave the picture, because only one frame has their samples.
  @unsafe static func exchange<Sample: MotionSample>(
    _ one: Cell<Sample>, _ onePart: CellPart, _ other: Cell<Sample>, _ otherPart: CellPart, rows: Int,
    as type: Sample.Type
  ) {
    if onePart == otherPart { return }
    let lanes = MotionGeometry.lanes
    let count = rows &* lanes
    unsafe UnsafeMutableRawPointer(one).withMemoryRebound(to: Sample.Wide.self, capacity: count) { one in
      unsafe UnsafeMutableRawPointer(other).withMemoryRebound(to: Sample.Wide.self, capacity: count) { other in
        for row in 0..<rows {
          let (inOne, inOther) = (onePart.rows.contains(row), otherPart.rows.contains(row))
          for column in 0..<lanes {
            let isInOne = inOne && onePart.columns.contains(column)
            let isInOther = inOther && otherPart.columns.contains(column)
            if isInOne == isInOther { continue }
            let index = row &* lanes &+ column
            if isInOne { unsafe other[index] = one[index] } else { unsafe one[index] = other[index] }
          }
        }
      }
    }
  }
}
