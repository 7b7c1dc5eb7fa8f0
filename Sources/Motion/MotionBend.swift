import Streams

/// The change of motion (bend) of each block at a frame, in sixteenths of a pixel. It is the motion to the next frame
/// minus the motion from the previous frame.
///
/// Handheld cameras shake and things fall: halfway in time, a thing is not halfway in space. Only blocks that are found
/// in both neighbouring frames count, and a median removes outliers.
struct MotionBend {
  /// The change of motion of each block, after `fill`; nil where the change is unknown.
  let values: BlockGrid<MotionVector?>
  private let raw: BlockGrid<MotionVector?>

  init(columns: Int, rows: Int) {
    values = BlockGrid(columns: columns, rows: rows, filledWith: nil)
    raw = BlockGrid(columns: columns, rows: rows, filledWith: nil)
  }

  /// - Parameters:
  ///   - one: the motion from the frame to the previous or to the next frame.
  ///   - other: the motion from the frame to its other neighbour; nil if that is missing or belongs to another scene.
  func fill(_ one: MotionLeg, _ other: MotionLeg?, by workers: any Workers) {
    workers.share(raw.rows) { row in
      for column in 0..<raw.columns {
        raw[column, row] = other.flatMap { Self.difference(one, $0, column, row) }
      }
    }
    workers.share(values.rows) { row in
      for column in 0..<values.columns { values[column, row] = median(column, row) }
    }
  }

  /// The change of motion of a block: a sum, because one vector leads forward in time and the other leads backward.
  private static func difference(_ one: MotionLeg, _ other: MotionLeg, _ column: Int, _ row: Int) -> MotionVector? {
    guard one.isCertain(column, row), other.isCertain(column, row) else { return nil }
    let (ahead, behind) = (one.out[column, row], other.out[column, row])
    return MotionVector(ahead.x &+ behind.x, ahead.y &+ behind.y)
  }

  /// The median of each coordinate over a block and its eight neighbours; nil if fewer than three values are known.
  private func median(_ column: Int, _ row: Int) -> MotionVector? {
    var across = SortedFew()
    var down = SortedFew()
    for index in 0..<9 {
      guard let value = raw.nearest(column &+ index % 3 &- 1, row &+ index / 3 &- 1) else { continue }
      across.insert(value.across)
      down.insert(value.down)
    }
    return across.count < 3 ? nil : MotionVector(Int(across.middle), Int(down.middle))
  }
}

/// Up to nine sorted numbers.
private struct SortedFew {
  private var numbers = InlineArray<9, Int16>(repeating: 0)
  private(set) var count = 0

  var middle: Int16 { numbers[count / 2] }

  mutating func insert(_ number: Int16) {
    var place = count
    while place > 0, numbers[place &- 1] > number {
      numbers[place] = numbers[place &- 1]
      place &-= 1
    }
    numbers[place] = number
    count &+= 1
  }
}

/// The motion from a frame to a neighbouring frame, and the motion back.
struct MotionLeg {
  /// A block is certain only if its `contradiction` is at most this, in sixteenths of a pixel.
  private static let farthest = 128

  let out: BlockGrid<MotionVector>
  let back: BlockGrid<MotionVector>
  /// Whether the window around each block is found in the other frame, along the block's vector in `out`.
  let isFound: BlockGrid<Bool>

  /// A leg with a single block, whose motion is unknown.
  static var unknown: MotionLeg {
    let still = BlockGrid(columns: 1, rows: 1, filledWith: MotionVector.zero)
    return MotionLeg(out: still, back: still, isFound: BlockGrid(columns: 1, rows: 1, filledWith: false))
  }

  func isCertain(_ column: Int, _ row: Int) -> Bool {
    isFound[column, row] && contradiction(column, row) <= Self.farthest
  }

  /// Follows a block's vector to the other frame, and follows the vector found there back. Returns how far from the
  /// block this ends, in sixteenths of a pixel.
  func contradiction(_ column: Int, _ row: Int) -> Int {
    let vector = out[column, row]
    return (-back.landing(column, row, movedBy: vector)).distance(to: vector)
  }
}
