/// Makes the samples of one component from two frames and the choices for its blocks.
///
/// Each block reaches half its side beyond itself, its weight falling off in a straight line, so four blocks overlap
/// everywhere. A cell is what lies between the centres of four: it has the same four throughout.
struct CellRenderer<Sample: MotionSample>: Sendable {
  private static var side: Int { FieldSearch.blockSide }

  let first: PaddedPlane<Sample>
  let second: PaddedPlane<Sample>
  let component: ComponentLayout
  let phase: Phase
  /// The largest code.
  let peak: Int

  /// Puts rows of the frame that lie between the centres of two rows of blocks into `frame`.
  @unsafe func render(_ cellRow: Int, _ choices: BlockGrid<BlockChoice>, into frame: FrameRoom) {
    let (cellWidth, cellHeight) = (Self.side >> component.shiftX, Self.side >> component.shiftY)
    let top = cellRow * cellHeight - cellHeight / 2
    // Below the last row of a frame that ends above the centres of its last blocks there is nothing.
    let rows = (top..<top + cellHeight).clamped(to: 0..<component.height)
    guard !rows.isEmpty else { return }
    // Cells are written eight samples wide, whatever their width: the next one overwrites what is too much.
    let stripStride = (choices.columns + 1) * cellWidth + Self.side
    unsafe withUnsafeTemporaryAllocation(of: Sample.self, capacity: stripStride * Self.side) { strip in
      unsafe withUnsafeTemporaryAllocation(of: SIMD8<Sample.Wide>.self, capacity: CellScratch<Sample>.size) { room in
        let scratch = unsafe CellScratch<Sample>(room.baseAddress!)
        for cellColumn in 0...choices.columns {
          unsafe render(
            cellColumn, cellRow, choices, scratch, to: strip.baseAddress! + cellColumn * cellWidth, stripStride)
        }
      }
      for row in rows {
        let source = unsafe strip.baseAddress! + ((row - top) * stripStride + cellWidth / 2)
        unsafe frame.set(source, row, component)
      }
    }
  }

  @unsafe private func render(
    _ column: Int, _ row: Int, _ choices: BlockGrid<BlockChoice>, _ scratch: CellScratch<Sample>,
    to strip: UnsafeMutablePointer<Sample>, _ stripStride: Int
  ) {
    let corners = (
      choices.nearest(column - 1, row - 1), choices.nearest(column, row - 1), choices.nearest(column - 1, row),
      choices.nearest(column, row)
    )
    let place = (
      x: column * (Self.side >> component.shiftX) - (Self.side >> component.shiftX) / 2,
      y: row * (Self.side >> component.shiftY) - (Self.side >> component.shiftY) / 2
    )
    unsafe predict(corners.0, place, to: scratch.cell(0), scratch)
    if corners.1 == corners.0, corners.2 == corners.0, corners.3 == corners.0 {
      let cell = unsafe scratch.cell(0)
      for row in 0..<Self.side { unsafe (strip + row &* stripStride).setEight(cell[row]) }
      return
    }
    var cells = unsafe (scratch.cell(0), scratch.cell(0), scratch.cell(0), scratch.cell(0))
    if corners.1 != corners.0 {
      unsafe cells.1 = scratch.cell(1)
      unsafe predict(corners.1, place, to: cells.1, scratch)
    }
    if corners.2 != corners.0 {
      unsafe cells.2 = corners.2 == corners.1 ? cells.1 : scratch.cell(2)
      if corners.2 != corners.1 { unsafe predict(corners.2, place, to: cells.2, scratch) }
    }
    if corners.3 != corners.0 {
      if corners.3 == corners.1 {
        unsafe cells.3 = cells.1
      } else if corners.3 == corners.2 {
        unsafe cells.3 = cells.2
      } else {
        unsafe cells.3 = scratch.cell(3)
        unsafe predict(corners.3, place, to: cells.3, scratch)
      }
    }
    let (fade, rise) = (Self.fade(component.shiftX), Self.rise(component.shiftX))
    for row in 0..<Self.side >> component.shiftY {
      let below = Sample.Sum((2 &* row &+ 1) &<< component.shiftY)
      let above = 16 &- below
      let left = unsafe Self.sum(cells.0[row]) &* above &+ Self.sum(cells.2[row]) &* below
      let right = unsafe Self.sum(cells.1[row]) &* above &+ Self.sum(cells.3[row]) &* below
      unsafe (strip + row &* stripStride).setEight((left &* fade &+ right &* rise &+ 128) &>> 8)
    }
  }

  /// The weights of what lies left, in parts of 16, and of what lies right; together they are 16.
  private static func fade(_ shift: Int) -> SIMD8<Sample.Sum> { 16 &- rise(shift) }

  private static func rise(_ shift: Int) -> SIMD8<Sample.Sum> {
    switch shift {
    case 0: [1, 3, 5, 7, 9, 11, 13, 15]
    case 1: [2, 6, 10, 14, 0, 0, 0, 0]
    default: [4, 12, 0, 0, 0, 0, 0, 0]
    }
  }

  @inline(__always)
  private static func sum(_ row: SIMD8<Sample.Wide>) -> SIMD8<Sample.Sum> {
    SIMD8<Sample.Sum>(truncatingIfNeeded: row)
  }

  /// One block's idea of a cell.
  @unsafe private func predict(
    _ choice: BlockChoice, _ place: (x: Int, y: Int), to cell: Cell<Sample>, _ scratch: CellScratch<Sample>
  ) {
    unsafe meet(choice.vector, place, to: cell, scratch)
    guard choice.blendShare > 0 else { return }
    let still = unsafe scratch.still
    unsafe meet(.zero, place, to: still, scratch)
    let share = Sample.Wide(choice.blendShare)
    for row in 0..<Self.side {
      let moved = unsafe cell[row]
      unsafe cell[row] = moved &+ ((still[row] &- moved) &* share &+ 64) &>> 7
    }
  }

  /// What both frames show of what moves along `vector`, weighted by how near they are.
  @unsafe private func meet(
    _ vector: MotionVector, _ place: (x: Int, y: Int), to cell: Cell<Sample>, _ scratch: CellScratch<Sample>
  ) {
    let (gone, ahead) = (phase.travelled(vector), phase.remaining(vector))
    let unit = MotionVector.unitsPerPixel
    let other = unsafe scratch.other
    unsafe fetch(
      first, place.x * unit - scaled(gone.x, component.shiftX), place.y * unit - scaled(gone.y, component.shiftY),
      to: cell, scratch)
    unsafe fetch(
      second, place.x * unit + scaled(ahead.x, component.shiftX), place.y * unit + scaled(ahead.y, component.shiftY),
      to: other, scratch)
    let weight = Sample.Wide(phase.weight(bits: Sample.shareBits))
    let (half, bits) = (Sample.Wide(1) &<< Sample.Wide(Sample.shareBits - 1), Sample.Wide(Sample.shareBits))
    for row in 0..<Self.side {
      let one = unsafe cell[row]
      unsafe cell[row] = one &+ ((other[row] &- one) &* weight &+ half) &>> bits
    }
  }

  /// A length in sixteenths, of a component that is halved so many times.
  private func scaled(_ length: Int, _ shift: Int) -> Int { (length &+ (1 &<< shift) &>> 1) &>> shift }

  @unsafe private func fetch(
    _ plane: PaddedPlane<Sample>, _ x: Int, _ y: Int, to cell: Cell<Sample>, _ scratch: CellScratch<Sample>
  ) {
    if component.isChroma { return unsafe plane.fetchPlain(x, y, to: cell) }
    unsafe plane.fetchSmooth(x, y, to: cell, by: scratch.rows)
    if (x | y) & 15 == 0 { return }
    // Cubics overshoot; their sums would too.
    let peak = Sample.Wide(peak)
    unsafe UnsafeMutableRawPointer(cell).withMemoryRebound(to: Sample.Wide.self, capacity: 64) { codes in
      for index in 0..<64 { unsafe codes[index] = min(max(codes[index], 0), peak) }
    }
  }
}

/// Room for what is made on the way to a cell.
@unsafe struct CellScratch<Sample: MotionSample> {
  /// Four cells, one for a still picture, one for the other frame, and rows that are half done.
  static var size: Int { 4 * 8 + 8 + 8 + 11 }
  private let memory: Cell<Sample>

  @unsafe init(_ memory: Cell<Sample>) { unsafe self.memory = memory }

  func cell(_ number: Int) -> Cell<Sample> { unsafe memory + 8 &* number }
  var still: Cell<Sample> { unsafe memory + 32 }
  var other: Cell<Sample> { unsafe memory + 40 }
  var rows: Cell<Sample> { unsafe memory + 48 }
}
