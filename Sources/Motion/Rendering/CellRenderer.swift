import Pixels

/// Makes the samples of one component from two frames and the choices for the blocks, by overlapped block motion
/// compensation. Nine blocks overlap at every sample. Along one axis, the weight of a block is one half within itself,
/// and falls linearly to zero beyond its border.
///
/// A cell is the part of a component that the square of a block covers. The same nine blocks overlap at all its
/// samples. If a component is subsampled, its cells are narrower or lower. Narrower ones are computed at full width.
struct CellRenderer<Sample: MotionSample>: Sendable {
  private static var side: Int { MotionGeometry.blockSide }
  private var cellWidth: Int { Self.side &>> component.shiftX }
  private var cellHeight: Int { Self.side &>> component.shiftY }

  let first: PaddedPlane<Sample>
  let second: PaddedPlane<Sample>
  let component: ComponentLayout
  let phase: Phase
  let peak: Int
  /// Whether the two frames differ in overall brightness.
  let isFading: Bool

  /// Writes row `cellRow` of cells, which covers a row of blocks, into `frame`. Threads may write different rows at
  /// once. Unsafe: `choices` and `strangers` must have `MotionGeometry.blockCount` columns and rows for the frame, or
  /// the strip is read beyond its end.
  @unsafe func render(
    _ cellRow: Int, _ choices: BlockGrid<BlockChoice>, _ strangers: BlockGrid<Strangers>, into frame: FrameRoom
  ) {
    let top = cellRow * cellHeight
    // The last row of cells may end below the frame.
    let rows = (top..<top + cellHeight).clamped(to: 0..<component.height)
    // Cells are written eight samples wide, whatever their width: the next cell overwrites the excess, and the strip is
    // one full side longer for the last cell.
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

  /// Makes one cell. Blocks with equal choices predict the same samples, which are computed once.
  @unsafe private func render(
    _ column: Int, _ row: Int, _ choices: BlockGrid<BlockChoice>, _ strangers: Strangers,
    _ scratch: CellScratch<Sample>, to strip: UnsafeMutablePointer<Sample>, _ stripStride: Int
  ) {
    let origin = (x: column * cellWidth, y: row * cellHeight)
    // The choices of the block and its neighbours, row by row. A stranger is replaced by the block itself.
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

  /// The weighted mean of what three adjacent blocks predict for a row of the middle cell, times 1 <<
  /// `MotionGeometry.overlapSpare`, rounded half up.
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

  /// The weight of the block on the right for each column of a cell: the column's distance from the cell's left edge,
  /// in half samples of the guide. The first sample lies half a sample of its component beyond the edge, so the weights
  /// are odd multiples of 1 << `shift` (`shiftX`). Columns beyond a narrower cell have weight 0. This is a table
  /// because a SIMD literal is a constant.
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

  /// The prediction of one block for a cell: motion-compensated samples, blended with unmoved ones as chosen.
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

  /// Mixes `share` of `second` with the rest of `first`, in parts of 1 << `bits`, rounded half up.
  @inline(__always)
  private static func mixed(
    _ first: SIMD8<Sample.Wide>, _ second: SIMD8<Sample.Wide>, _ share: Int16, bits: Int
  ) -> SIMD8<Sample.Wide> {
    // Sixteen bits widened to 32, so that only products of two 16-bit numbers must be computed.
    let share = SIMD8<Int32>(truncatingIfNeeded: SIMD8<Int16>(repeating: share))
    let product = SIMD8<Int32>(truncatingIfNeeded: second &- first) &* share
    let bits = Int32(truncatingIfNeeded: bits)
    return first &+ SIMD8<Sample.Wide>(truncatingIfNeeded: (product &+ (1 &<< (bits &- 1))) &>> bits)
  }

  /// Mixes the samples of both frames along `vector`, displaced by `offset`, in the ratio of the phase.
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
    // In a fade, samples of one frame cannot replace those of the other.
    if !isFading { unsafe CellPart.exchange(cell, part(one), other, part(two), rows: cellHeight, as: Sample.self) }
    for row in 0..<cellHeight { unsafe cell[row] = Self.mixed(cell[row], other[row], weight, bits: bits) }
  }

  /// The position of a moved cell in a frame, in sixteenths of a sample.
  private func place(_ origin: (x: Int, y: Int), _ moved: MotionVector) -> (x: Int, y: Int) {
    let unit = MotionGeometry.unitsPerPixel
    return (
      origin.x &* unit &+ scaled(moved.x, component.shiftX), origin.y &* unit &+ scaled(moved.y, component.shiftY)
    )
  }

  /// The part of a cell at this position that is inside the frame.
  private func part(_ place: (x: Int, y: Int)) -> CellPart {
    let bits = MotionGeometry.unitBits
    return CellPart((place.x &>> bits, place.y &>> bits), width: component.width, height: component.height)
  }

  /// Converts a length from sixteenths of a pixel to sixteenths of a sample, for a component that is halved `shift`
  /// times.
  private func scaled(_ length: Int, _ shift: Int) -> Int { (length &+ (1 &<< shift) &>> 1) &>> shift }

  @unsafe private func fetch(
    _ plane: PaddedPlane<Sample>, _ x: Int, _ y: Int, to cell: Cell<Sample>, _ scratch: CellScratch<Sample>
  ) {
    if component.isChroma { return unsafe plane.fetchBilinear(x, y, rows: cellHeight, to: cell) }
    unsafe plane.fetchSixTap(x, y, to: cell, by: scratch.rows)
    if (x | y) & MotionGeometry.unitMask == 0 { return }
    // Negative weights overshoot black and white. The result is clamped at once, since sums of such code values would
    // overflow.
    let peak = Sample.Wide(peak) &<< Sample.Wide(truncatingIfNeeded: Sample.spareBits)
    let count = Self.side &* MotionGeometry.lanes
    unsafe UnsafeMutableRawPointer(cell).withMemoryRebound(to: Sample.Wide.self, capacity: count) { codes in
      for index in 0..<count { unsafe codes[index] = min(max(codes[index], 0), peak) }
    }
  }
}

/// Scratch memory for a cell: predictions of nine blocks, one more to mix into one of them, the samples of the second
/// frame, and half-interpolated rows.
@unsafe struct CellScratch<Sample: MotionSample> {
  /// The size in rows. The last part includes the extra rows that `fetchSixTap` needs.
  static var size: Int { (9 + 1 + 1 + 1) * MotionGeometry.blockSide + SixTaps.count - 1 }
  private let memory: Cell<Sample>

  @unsafe init(_ memory: Cell<Sample>) { unsafe self.memory = memory }

  /// - Parameter number: 0…8.
  func cell(_ number: Int) -> Cell<Sample> { unsafe memory + MotionGeometry.blockSide &* number }
  var extra: Cell<Sample> { unsafe memory + 9 &* MotionGeometry.blockSide }
  var ofSecond: Cell<Sample> { unsafe memory + 10 &* MotionGeometry.blockSide }
  var rows: Cell<Sample> { unsafe memory + 11 &* MotionGeometry.blockSide }
}
