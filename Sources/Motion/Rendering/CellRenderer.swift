import Pixels

/// Computes one component of a new frame from two frames and the motion of each block, by overlapped block motion
/// compensation. Nine blocks overlap at every sample. Along each axis, the weight of a block is one half inside the
/// block. Outside, it falls linearly to zero across the neighbouring block.
///
/// A cell is the part of a component that a block covers. The same nine blocks overlap at all samples of a cell. In a
/// subsampled component, cells are narrower or lower, but are still computed at full width.
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

  /// Computes one row of cells and writes it into `frame`. Threads may write different rows at once. Unsafe: if
  /// `choices` and `strangers` have fewer blocks than the frame, memory is read beyond its end.
  @unsafe func render(
    _ cellRow: Int, _ choices: BlockGrid<BlockChoice>, _ strangers: BlockGrid<Strangers>, into frame: FrameRoom
  ) {
    let top = cellRow * cellHeight
    // The last row of cells may extend below the frame.
    let rows = (top..<top + cellHeight).clamped(to: 0..<component.height)
    // Even a narrower cell is written eight samples wide. The next cell overwrites the excess, and extra space at the
    // end of the strip holds that of the last cell.
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

  /// Computes one cell. If several of the nine blocks have the same motion, their prediction is computed once.
  @unsafe private func render(
    _ column: Int, _ row: Int, _ choices: BlockGrid<BlockChoice>, _ strangers: Strangers,
    _ scratch: CellScratch<Sample>, to strip: UnsafeMutablePointer<Sample>, _ stripStride: Int
  ) {
    let origin = (x: column * cellWidth, y: row * cellHeight)
    // The choices for the block and its neighbours, row by row. The block's own choice replaces that of each neighbour
    // in `strangers`.
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

  /// The weighted mean of the samples that three adjacent blocks predict for a row of the middle cell. It has
  /// `MotionGeometry.overlapSpare` fractional bits.
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

  /// The weight of the block on the right, for each column of a cell. It is the distance from the cell's left edge to
  /// the center of the sample, in half pixels. A component at full width has a `shift` of 0, and at half width 1. This
  /// is a table because the compiler turns a SIMD literal into a constant.
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

  /// Computes the samples that one block predicts for a cell. They are motion-compensated, and mixed with a blend
  /// without motion if the choice for the block says so.
  @unsafe private func predict(
    _ choice: BlockChoice, _ origin: (x: Int, y: Int), to cell: Cell<Sample>, _ scratch: CellScratch<Sample>
  ) {
    unsafe compensate(choice.vector, choice.offset, choice.side, origin, to: cell, scratch)
    guard choice.blendShare > 0 else { return }
    let still = unsafe scratch.extra
    unsafe compensate(.zero, .zero, .both, origin, to: still, scratch)
    unsafe mix(still, into: cell, choice.blendShare, bits: FallBack.bits, scratch)
  }

  /// Mixes `share` of `other` with the rest of `cell`, in parts of 1 << `bits`, rounded half up.
  @inline(__always)
  @unsafe private func mix(
    _ other: Cell<Sample>, into cell: Cell<Sample>, _ share: Int16, bits: Int, _ scratch: CellScratch<Sample>
  ) {
    // Each row reads the share from memory. Where the compiler sees that both factors fit into 16 bits, it can use a
    // faster multiplication. It does not see this if the factor is widened before the loop.
    let shares = unsafe scratch.shares
    unsafe shares.pointee = SIMD8(repeating: Sample.Wide(share))
    for row in 0..<cellHeight { unsafe cell[row] = Self.mixed(cell[row], other[row], shares.pointee, bits: bits) }
  }

  @inline(__always)
  private static func mixed(
    _ first: SIMD8<Sample.Wide>, _ second: SIMD8<Sample.Wide>, _ share: SIMD8<Sample.Wide>, bits: Int
  ) -> SIMD8<Sample.Wide> {
    let product =
      SIMD8<Int32>(truncatingIfNeeded: second &- first) &* SIMD8<Int32>(truncatingIfNeeded: share)
    let bits = Int32(truncatingIfNeeded: bits)
    return first &+ SIMD8<Sample.Wide>(truncatingIfNeeded: (product &+ (1 &<< (bits &- 1))) &>> bits)
  }

  /// Mixes the samples of both frames along `vector`, displaced by `offset`, with weights that depend on the phase.
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
    // In a fade, samples of one frame cannot replace those of the other, because their brightness differs.
    if !isFading { unsafe CellPart.exchange(cell, part(one), other, part(two), rows: cellHeight, as: Sample.self) }
    unsafe mix(other, into: cell, weight, bits: bits, scratch)
  }

  /// The position in a source frame of a cell moved by `moved`, in sixteenths of a sample.
  private func place(_ origin: (x: Int, y: Int), _ moved: MotionVector) -> (x: Int, y: Int) {
    let unit = MotionGeometry.unitsPerPixel
    return (
      origin.x &* unit &+ scaled(moved.x, component.shiftX), origin.y &* unit &+ scaled(moved.y, component.shiftY)
    )
  }

  /// The part, inside the frame, of a cell at this position in sixteenths of a sample.
  private func part(_ place: (x: Int, y: Int)) -> CellPart {
    let bits = MotionGeometry.unitBits
    return CellPart((place.x &>> bits, place.y &>> bits), width: component.width, height: component.height)
  }

  /// Converts a length from sixteenths of a pixel to sixteenths of a sample of a component that is halved `shift`
  /// times.
  private func scaled(_ length: Int, _ shift: Int) -> Int { (length &+ (1 &<< shift) &>> 1) &>> shift }

  @unsafe private func fetch(
    _ plane: PaddedPlane<Sample>, _ x: Int, _ y: Int, to cell: Cell<Sample>, _ scratch: CellScratch<Sample>
  ) {
    if component.isChroma { return unsafe plane.fetchBilinear(x, y, rows: cellHeight, to: cell) }
    unsafe plane.fetchSixTap(x, y, to: cell, by: scratch.rows)
    if (x | y) & MotionGeometry.unitMask == 0 { return }
    // Negative weights can overshoot black and white. The samples are clamped here, because sums would overflow.
    let peak = Sample.Wide(peak) &<< Sample.Wide(truncatingIfNeeded: Sample.spareBits)
    let count = Self.side &* MotionGeometry.lanes
    unsafe UnsafeMutableRawPointer(cell).withMemoryRebound(to: Sample.Wide.self, capacity: count) { codes in
      for index in 0..<count { unsafe codes[index] = min(max(codes[index], 0), peak) }
    }
  }
}

/// Scratch memory for a cell. It holds the predictions of nine blocks, a blend, samples of the second frame, rows
/// interpolated along one axis, and a row of weights.
@unsafe struct CellScratch<Sample: MotionSample> {
  /// The size in rows of eight samples, with the extra rows that `fetchSixTap` needs.
  static var size: Int { (9 + 1 + 1 + 1) * MotionGeometry.blockSide + SixTaps.count - 1 + 1 }
  private let memory: Cell<Sample>

  @unsafe init(_ memory: Cell<Sample>) { unsafe self.memory = memory }

  /// The prediction of one of nine blocks. `number` is 0…8.
  func cell(_ number: Int) -> Cell<Sample> { unsafe memory + MotionGeometry.blockSide &* number }
  var extra: Cell<Sample> { unsafe memory + 9 &* MotionGeometry.blockSide }
  var ofSecond: Cell<Sample> { unsafe memory + 10 &* MotionGeometry.blockSide }
  var rows: Cell<Sample> { unsafe memory + 11 &* MotionGeometry.blockSide }
  /// The weight of the second of two cells that are mixed, once for each column.
  var shares: Cell<Sample> { unsafe memory + (Self.size &- 1) }
}
