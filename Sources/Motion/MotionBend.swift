import Streams

/// How what passes through a frame changes its motion there: for each block of the frame, how much farther it goes to the
/// next frame than it came from the one before (the second difference of its position), in sixteenths of a pixel.
///
/// Cameras in hands shake and things fall, and halfway in time is then not halfway in space. Only blocks that are found in
/// both neighbours count, and a median keeps single ones from bending away.
struct MotionBend {
  /// Set by `fill`. Nil where it is not known.
  let values: BlockGrid<MotionVector?>
  private let raw: BlockGrid<MotionVector?>

  init(columns: Int, rows: Int) {
    values = BlockGrid(columns: columns, rows: rows, filledWith: nil)
    raw = BlockGrid(columns: columns, rows: rows, filledWith: nil)
  }

  /// - Parameters:
  ///   - one: from the frame to its neighbour on one side.
  ///   - other: from it to its neighbour on the other side; nil if there is none, or another scene.
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

  /// Both vectors begin at the block, so their sum is what the motion changes by.
  private static func difference(_ one: MotionLeg, _ other: MotionLeg, _ column: Int, _ row: Int) -> MotionVector? {
    guard one.isCertain(column, row), other.isCertain(column, row) else { return nil }
    let (ahead, behind) = (one.out[column, row], other.out[column, row])
    return MotionVector(ahead.x &+ behind.x, ahead.y &+ behind.y)
  }

  /// The median of each coordinate over a block and its neighbours, those of them that are known; nil if fewer than a third
  /// are.
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

/// Up to nine numbers in order.
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

/// The motion from a frame to a neighbour, and from there back.
struct MotionLeg {
  /// In sixteenths of a pixel. Who follows a vector out and the one of the block there back should end no farther from the
  /// beginning than this.
  private static let farthest = 128

  let out: BlockGrid<MotionVector>
  let back: BlockGrid<MotionVector>
  /// Whether the window around a block is found along `out`.
  let isFound: BlockGrid<Bool>

  /// Of one block that is not found.
  static var unknown: MotionLeg {
    let still = BlockGrid(columns: 1, rows: 1, filledWith: MotionVector.zero)
    return MotionLeg(out: still, back: still, isFound: BlockGrid(columns: 1, rows: 1, filledWith: false))
  }

  func isCertain(_ column: Int, _ row: Int) -> Bool {
    isFound[column, row] && contradiction(column, row) <= Self.farthest
  }

  /// How far from its beginning one ends who follows a block's vector out and the vector of the block there back, in
  /// sixteenths.
  func contradiction(_ column: Int, _ row: Int) -> Int {
    let vector = out[column, row]
    return (-back.landing(column, row, movedBy: vector)).distance(to: vector)
  }
}
