import Pixels

/// Makes the samples of one component of a frame from two frames and the choices for its blocks: overlapped block
/// motion compensation.
///
/// A block reaches a whole side beyond itself on each side, so nine blocks overlap at every sample. Along one axis a block
/// weighs one half within itself, and from its border on falls off linearly to nothing. A cell is what the square of a
/// block covers of a component: all its samples have the same nine blocks. Cells of a component that is halved are
/// narrower or lower; narrower ones are computed at full width.
struct CellRenderer<Sample: MotionSample>: Sendable {
  private static var side: Int { MotionGeometry.blockSide }
  /// Cells are so many samples wide and high.
  private var cellWidth: Int { Self.side &>> component.shiftX }
  private var cellHeight: Int { Self.side &>> component.shiftY }

  let first: PaddedPlane<Sample>
  let second: PaddedPlane<Sample>
  let component: ComponentLayout
  let phase: Phase
  /// The largest code.
  let peak: Int
  /// Whether the two frames differ in brightness as a whole.
  let isFading: Bool

  /// Writes row `cellRow` of cells, those of a row of blocks, into `frame`. Threads may write different rows at once.
  ///
  /// Unsafe: `choices` and `strangers` have to have `MotionGeometry.blockCount` columns and rows for the frame, or the
  /// strip is read beyond its end.
  @unsafe func render(
    _ cellRow: Int, _ choices: BlockGrid<BlockChoice>, _ strangers: BlockGrid<Strangers>, into frame: FrameRoom
  ) {
    let top = cellRow * cellHeight
    // The last row of cells may end below the frame.
    let rows = (top..<top + cellHeight).clamped(to: 0..<component.height)
    // Cells are written eight samples wide, whatever their width: the next cell overwrites what is too much, and the
    // strip is longer by one full side for the last cell.
    let stripStride = choices.columns * cellWidth + Self.side
    unsafe withUnsafeTemporaryAllocation(of: Sample.self, capacity: stripStride * Self.side) { strip in
      unsafe withUnsafeTemporaryAllocation(of: SIMD8<Sample.Wide>.self, capacity: CellScratch<Sample>.size) { room in
        let scratch = unsafe CellScratch<Sample>(room.baseAddress!)
        for cellColumn in 0..<choices.columns {
          unsafe render(
            cellColumn, cellRow, choices, strangers[cellColumn, cellRow], scratch,
            to: strip.baseAddress! + cellColumn * cellWidth, stripStride)
        }
      }
      for row in rows {
        let source = unsafe strip.baseAddress! + (row - top) * stripStride
        unsafe frame.set(source, row, component)
      }
    }
  }

  /// Makes one cell. Blocks with equal choices predict the same samples, which are made only once.
  @unsafe private func render(
    _ column: Int, _ row: Int, _ choices: BlockGrid<BlockChoice>, _ strangers: Strangers,
    _ scratch: CellScratch<Sample>, to strip: UnsafeMutablePointer<Sample>, _ stripStride: Int
  ) {
    let origin = (x: column * cellWidth, y: row * cellHeight)
    // The block and its neighbours, row by row; the block itself in place of strangers.
    var nine = InlineArray<9, BlockChoice>(repeating: choices[column, row])
    for index in nine.indices where !strangers.contains(index) {
      nine[index] = choices.nearest(column &+ index % 3 &- 1, row &+ index / 3 &- 1)
    }
    var cells = unsafe InlineArray<9, Cell<Sample>>(repeating: scratch.cell(0))
    var isUniform = true
    for index in nine.indices {
      var first = 0
      while nine[first] != nine[index] { first &+= 1 }
      if first == index { unsafe predict(nine[index], origin, to: scratch.cell(index), scratch) }
      if first != 0 { isUniform = false }
      unsafe cells[index] = scratch.cell(first)
    }
    if isUniform {
      let bits = Sample.Wide(truncatingIfNeeded: Sample.spareBits)
      let half = (Sample.Wide(1) &<< bits) &>> 1
      for row in 0..<cellHeight { unsafe (strip + row &* stripStride).setEight((cells[0][row] &+ half) &>> bits) }
      return
    }
    let weight = Sample.Sum(truncatingIfNeeded: MotionGeometry.overlapWeight)
    let bits = Sample.Sum(truncatingIfNeeded: MotionGeometry.overlapBits + MotionGeometry.overlapSpare)
    let half = Sample.Sum(1) &<< (bits &- 1)
    let rise = Self.rise(component.shiftX)
    for row in 0..<cellHeight {
      let below = Sample.Sum((2 &* row &+ 1) &<< component.shiftY)
      let above = weight &- below
      let upper = unsafe Self.mean(cells[0][row], cells[1][row], cells[2][row], rise) &* above
      let middle = unsafe Self.mean(cells[3][row], cells[4][row], cells[5][row], rise) &* weight
      let lower = unsafe Self.mean(cells[6][row], cells[7][row], cells[8][row], rise) &* below
      unsafe (strip + row &* stripStride).setEight((upper &+ middle &+ lower &+ half) &>> bits)
    }
  }

  /// What three blocks side by side predict, each with its weight, for a row of the cell in the middle: the mean times
  /// 1 << `MotionGeometry.overlapSpare`, rounded half up.
  @inline(__always)
  private static func mean(
    _ left: SIMD8<Sample.Wide>, _ middle: SIMD8<Sample.Wide>, _ right: SIMD8<Sample.Wide>, _ rise: SIMD8<Sample.Sum>
  ) -> SIMD8<Sample.Sum> {
    let weight = Sample.Sum(truncatingIfNeeded: MotionGeometry.overlapWeight)
    let spare = MotionGeometry.overlapSpare &- Sample.spareBits
    let bits = Sample.Sum(truncatingIfNeeded: MotionGeometry.overlapBits &- spare)
    let sides = sum(left) &* (weight &- rise) &+ sum(right) &* rise
    return (sides &+ sum(middle) &* weight &+ Sample.Sum(1) &<< (bits &- 1)) &>> bits
  }

  /// The weights of the block on the right, for each column of a cell: its distance from the cell's left edge, in half
  /// samples of the guide; those of the block on the left are what is missing to `MotionGeometry.overlapWeight`. The first
  /// sample lies half a sample of its component beyond the edge, so they are odd multiples of 1 << `shift`, which is
  /// `shiftX`: 0, 1 or 2. Columns that a narrower cell does not have weigh 0; the next cell overwrites them. A table,
  /// because a SIMD literal is a constant; `below` above is the same for rows.
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

  /// What one block predicts for a cell: the motion-compensated samples, blended with unmoved ones as chosen.
  @unsafe private func predict(
    _ choice: BlockChoice, _ origin: (x: Int, y: Int), to cell: Cell<Sample>, _ scratch: CellScratch<Sample>
  ) {
    unsafe compensate(choice.vector, choice.offset, choice.side, origin, to: cell, scratch)
    guard choice.blendShare > 0 else { return }
    let still = unsafe scratch.extra
    unsafe compensate(.zero, .zero, .both, origin, to: still, scratch)
    for row in 0..<cellHeight {
      unsafe cell[row] = Self.mixed(cell[row], still[row], choice.blendShare, bits: FallBack.bits)
    }
  }

  /// So much of the second, in parts of 1 << `bits`, and the rest of the first, rounded half up.
  @inline(__always)
  private static func mixed(
    _ first: SIMD8<Sample.Wide>, _ second: SIMD8<Sample.Wide>, _ share: Int16, bits: Int
  ) -> SIMD8<Sample.Wide> {
    // Sixteen bits widened to 32: then the product of two of them is all that has to be computed.
    let share = SIMD8<Int32>(truncatingIfNeeded: SIMD8<Int16>(repeating: share))
    let product = SIMD8<Int32>(truncatingIfNeeded: second &- first) &* share
    let bits = Int32(truncatingIfNeeded: bits)
    return first &+ SIMD8<Sample.Wide>(truncatingIfNeeded: (product &+ (1 &<< (bits &- 1))) &>> bits)
  }

  /// Motion compensation: the samples of both frames along `vector`, moved by `offset`, mixed by the phase.
  @unsafe private func compensate(
    _ vector: MotionVector, _ offset: MotionVector, _ side: Side, _ origin: (x: Int, y: Int), to cell: Cell<Sample>,
    _ scratch: CellScratch<Sample>
  ) {
    let (gone, ahead) = (phase.travelled(vector), phase.remaining(vector))
    let other = unsafe scratch.ofSecond
    let one = place(origin, MotionVector(offset.x &- gone.x, offset.y &- gone.y))
    let two = place(origin, MotionVector(offset.x &+ ahead.x, offset.y &+ ahead.y))
    switch side {
    case .first: return unsafe fetch(first, one.x, one.y, to: cell, scratch)
    case .second: return unsafe fetch(second, two.x, two.y, to: cell, scratch)
    case .both: break
    }
    unsafe fetch(first, one.x, one.y, to: cell, scratch)
    unsafe fetch(second, two.x, two.y, to: other, scratch)
    let bits = MotionGeometry.shareBits
    let weight = Int16(phase.weight(bits: bits))
    // In a fade one frame's samples cannot stand for the other's.
    if !isFading { unsafe CellPart.exchange(cell, part(one), other, part(two), rows: cellHeight, as: Sample.self) }
    for row in 0..<cellHeight { unsafe cell[row] = Self.mixed(cell[row], other[row], weight, bits: bits) }
  }

  /// Where a cell is in a frame once it has moved, in sixteenths of a sample.
  private func place(_ origin: (x: Int, y: Int), _ moved: MotionVector) -> (x: Int, y: Int) {
    let unit = MotionGeometry.unitsPerPixel
    return (
      origin.x &* unit &+ scaled(moved.x, component.shiftX), origin.y &* unit &+ scaled(moved.y, component.shiftY)
    )
  }

  /// What of a cell at such a place is inside of the frame.
  private func part(_ place: (x: Int, y: Int)) -> CellPart {
    let bits = MotionGeometry.unitBits
    return CellPart((place.x &>> bits, place.y &>> bits), width: component.width, height: component.height)
  }

  /// A length in sixteenths of a pixel, in sixteenths of a sample of a component that is halved so many times.
  private func scaled(_ length: Int, _ shift: Int) -> Int { (length &+ (1 &<< shift) &>> 1) &>> shift }

  @unsafe private func fetch(
    _ plane: PaddedPlane<Sample>, _ x: Int, _ y: Int, to cell: Cell<Sample>, _ scratch: CellScratch<Sample>
  ) {
    if component.isChroma { return unsafe plane.fetchBilinear(x, y, rows: cellHeight, to: cell) }
    unsafe plane.fetchSixTap(x, y, to: cell, by: scratch.rows)
    if (x | y) & MotionGeometry.unitMask == 0 { return }
    // Negative weights lead beyond black and white: limited at once, as sums of such codes would not fit in the type of sums.
    let peak = Sample.Wide(peak) &<< Sample.Wide(truncatingIfNeeded: Sample.spareBits)
    let count = Self.side &* MotionGeometry.lanes
    unsafe UnsafeMutableRawPointer(cell).withMemoryRebound(to: Sample.Wide.self, capacity: count) { codes in
      for index in 0..<count { unsafe codes[index] = min(max(codes[index], 0), peak) }
    }
  }
}

/// Memory for what is made on the way to a cell: the predictions of nine blocks, one more that is mixed into one of them, the
/// samples of the second frame, and the rows that have been interpolated in one direction.
@unsafe struct CellScratch<Sample: MotionSample> {
  /// In rows. The last part has the rows more than a cell that `fetchSixTap` needs.
  static var size: Int { (9 + 1 + 1 + 1) * MotionGeometry.blockSide + SixTaps.count - 1 }
  private let memory: Cell<Sample>

  @unsafe init(_ memory: Cell<Sample>) { unsafe self.memory = memory }

  /// - Parameter number: 0…8.
  func cell(_ number: Int) -> Cell<Sample> { unsafe memory + MotionGeometry.blockSide &* number }
  var extra: Cell<Sample> { unsafe memory + 9 &* MotionGeometry.blockSide }
  var ofSecond: Cell<Sample> { unsafe memory + 10 &* MotionGeometry.blockSide }
  var rows: Cell<Sample> { unsafe memory + 11 &* MotionGeometry.blockSide }
}
