import Pixels
import Streams

/// Gives new frames the film grain of the two source frames. Grain partly cancels out when frames are mixed, so that
/// slow motion would pulse between grainy and smooth frames.
///
/// Where the two source frames match, their difference is only grain. This difference is added to another part of the
/// new frame. At the same place, it would partly undo the mix of the two frames.
struct Grain<Sample: MotionSample>: Sendable {
  private static var side: Int { MotionGeometry.blockSide }

  private let component: ComponentLayout
  private let bits: Int
  private let squares: BlockGrid<GrainSquare>
  private let dressing: BlockGrid<GrainDressing>

  init(_ component: ComponentLayout, bits: Int) {
    self.component = component
    self.bits = bits
    let columns = (component.width + Self.side - 1) / Self.side
    let rows = (component.height + Self.side - 1) / Self.side
    squares = BlockGrid(columns: columns, rows: rows, filledWith: GrainSquare())
    dressing = BlockGrid(columns: columns, rows: rows, filledWith: GrainDressing())
  }

  /// Adds the missing grain to a new frame.
  ///
  /// - Parameters:
  ///   - choices: the motion from which the new frame was made.
  ///   - seed: a number that differs for each frame, so that the same grain does not appear twice in the same place.
  func restore(
    in frame: FrameRoom, from first: PaddedPlane<Sample>, _ second: PaddedPlane<Sample>,
    along choices: BlockGrid<BlockChoice>, at phase: Phase, seed: Int, by workers: any Workers
  ) {
    workers.share(squares.rows) { row in
      for column in 0..<squares.columns {
        var square = place(column, row, along: vector(column, row, choices), at: phase, in: first)
        measure(&square, first, second)
        square.made = variance(of: frame, column, row)
        squares[column, row] = square
      }
    }
    GrainDressing.choose(for: squares, bits: bits, seed: seed, into: dressing)
    let peak = 1 << bits - 1
    workers.share(squares.rows) { row in
      for column in 0..<squares.columns where dressing[column, row].strength > 0 {
        let source = squares[dressing[column, row].column, dressing[column, row].row]
        add(source, first, second, dressing[column, row].strength, to: frame, column, row, peak: peak)
      }
    }
  }

  /// The vector of the block that contains the center of a square.
  private func vector(_ column: Int, _ row: Int, _ choices: BlockGrid<BlockChoice>) -> MotionVector {
    let (x, y) = (column &* Self.side &+ Self.side / 2, row &* Self.side &+ Self.side / 2)
    let block = MotionGeometry.blockSide
    return choices.nearest((x &<< component.shiftX) / block, (y &<< component.shiftY) / block).vector
  }

  /// The position of a square in both frames. The first is at whole samples, because interpolation would weaken grain.
  private func place(
    _ column: Int, _ row: Int, along vector: MotionVector, at phase: Phase, in first: PaddedPlane<Sample>
  ) -> GrainSquare {
    let gone = phase.travelled(vector)
    func whole(_ length: Int, _ shift: Int) -> Int {
      let bits = MotionGeometry.unitBits &+ shift
      return (length &+ (1 &<< (bits &- 1))) &>> bits
    }
    let (x, y) = first.clamped(
      column &* Self.side &- whole(gone.x, component.shiftX), row &* Self.side &- whole(gone.y, component.shiftY),
      width: Self.side, height: Self.side)
    let unit = MotionGeometry.unitsPerPixel
    return GrainSquare(
      in: (x, y), (x &* unit &+ vector.x &>> component.shiftX, y &* unit &+ vector.y &>> component.shiftY))
  }

  private func measure(_ square: inout GrainSquare, _ first: PaddedPlane<Sample>, _ second: PaddedPlane<Sample>) {
    var (one, other, difference) = (Spread(), Spread(), Spread())
    forEachSample(of: square, first, second) { _, _, a, b in
      one.add(a)
      other.add(b)
      difference.add(a &- b)
    }
    square.brightness = one.mean
    square.offset = difference.mean
    square.difference = difference.variance
    square.real = (one.variance + other.variance) / 2
  }

  private func variance(of frame: FrameRoom, _ column: Int, _ row: Int) -> Float {
    var spread = Spread()
    for y in rows(row) {
      for x in columns(column) { unsafe spread.add(frame.sample(x, y, component, as: Sample.self)) }
    }
    return spread.variance
  }

  private func add(
    _ source: GrainSquare, _ first: PaddedPlane<Sample>, _ second: PaddedPlane<Sample>, _ strength: Int32,
    to frame: FrameRoom, _ column: Int, _ row: Int, peak: Int
  ) {
    let (columns, rows) = (columns(column), rows(row))
    let half = 1 << (GrainDressing.bits - 1)
    forEachSample(of: source, first, second) { x, y, a, b in
      let (x, y) = (columns.lowerBound &+ x, rows.lowerBound &+ y)
      guard columns.contains(x), rows.contains(y) else { return }
      let grain = ((a &- b &- Int(source.offset)) &* Int(strength) &+ half) >> GrainDressing.bits
      let code = unsafe frame.sample(x, y, component, as: Sample.self) &+ grain
      unsafe frame.set(min(max(code, 0), peak), x, y, component, as: Sample.self)
    }
  }

  /// Calls `body` for each sample of a square, with its coordinates in the square and its code values in both frames.
  @inline(__always)
  private func forEachSample(
    of square: GrainSquare, _ first: PaddedPlane<Sample>, _ second: PaddedPlane<Sample>,
    _ body: (Int, Int, Int, Int) -> Void
  ) {
    let (x, y) = square.first
    precondition(first.contains(x, y, width: Self.side, height: Self.side))
    let bits = Sample.Wide(truncatingIfNeeded: Sample.spareBits)
    let half = (Sample.Wide(1) &<< bits) &>> 1
    let count = 2 * Self.side + SixTaps.count - 1
    unsafe withUnsafeTemporaryAllocation(of: SIMD8<Sample.Wide>.self, capacity: count) { room in
      let cell = room.baseAddress!
      unsafe second.fetchSixTap(square.second.x, square.second.y, to: cell, by: cell + Self.side)
      for row in 0..<Self.side {
        let (upper, lower) = unsafe (first.pointer(x, y &+ row), (cell[row] &+ half) &>> bits)
        for column in 0..<Self.side { body(column, row, unsafe Int(upper[column]), Int(lower[column])) }
      }
    }
  }

  private func columns(_ column: Int) -> Range<Int> {
    column &* Self.side..<min((column &+ 1) &* Self.side, component.width)
  }

  private func rows(_ row: Int) -> Range<Int> { row &* Self.side..<min((row &+ 1) &* Self.side, component.height) }
}

private struct Spread {
  private var (count, sum, squares) = (0, 0, 0)

  mutating func add(_ code: Int) {
    count &+= 1
    sum &+= code
    squares &+= code &* code
  }

  var mean: Int32 { Int32(truncatingIfNeeded: (sum &+ (sum < 0 ? -count : count) / 2) / max(1, count)) }
  var variance: Float { Float(squares * count - sum * sum) / Float(max(1, count * count)) }
}
