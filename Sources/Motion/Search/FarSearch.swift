/// Looks far around for a block that has not been found near to where it was expected.
///
/// In a smaller level, the window around a small thing shows more of the ground than of the thing, and the ground's
/// motion wins there. From that vector, nothing leads to the thing's own motion in the larger levels. A square of the
/// size of a block is a quarter of the window: it is found as soon as the thing covers it.
struct FarSearch {
  /// How far it looks along each axis, in pixels of the level: what covers two blocks is found one and a half times
  /// its width away.
  private static let reach = 24
  /// Every second place is looked at first, as neighbouring ones are much alike; then those around the best.
  private static let stride = 2
  /// In codes a sample. A square of less contrast is found again wherever the ground is flat.
  private static let leastContrast = 6
  /// In blocks: so far around a block it is looked whether the ground is found.
  private static let around = 3
  /// Places no farther from the best, in pixels along each axis, are the same one.
  private static let alike = 4

  /// The corner of a part of a window, and how much it differs along the vector that has been found.
  private typealias Square = (x: Int, y: Int, difference: Int)

  private let from: PaddedPlane<UInt8>
  private let to: PaddedPlane<UInt8>

  init(from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>) {
    self.from = from
    self.to = to
  }

  /// The vector, in whole pixels of the level, of the part of a block's window that fits the block's own vector
  /// worst; nil if the window is found along its own, if little is found around it, if nothing is like that part, or
  /// if several things are.
  ///
  /// - Parameter field: the vectors of all blocks of the level.
  func vector(_ column: Int, _ row: Int, of field: BlockGrid<MotionVector>) -> MotionVector? {
    guard !isFound(column, row, of: field), isSurrounded(column, row, of: field) else { return nil }
    let vector = field[column, row]
    let window = MotionGeometry.window(column, row)
    let square = worst(window.x, window.y, vector)
    let contrast = from.blockContrast(square.x, square.y)
    guard contrast >= Self.leastContrast &* MotionGeometry.blockSide &* MotionGeometry.blockSide else { return nil }
    var (rough, least) = (MotionVector.zero, Int.max)
    scan(square, below: .max) { place, difference in
      (rough, least) = (place, difference)
      return difference
    }
    let most = min(contrast &* 2 / 5, square.difference / 3)
    guard let best = best(square, around: rough, below: most &+ 1),
      !isExplained(square.x &+ best.x, square.y &+ best.y, by: vector, below: 2 &* most),
      !isAmbiguous(square, besides: best, below: max(most, least &* 5 / 4))
    else { return nil }
    return best
  }

  private func isFound(_ column: Int, _ row: Int, of field: BlockGrid<MotionVector>) -> Bool {
    let vector = field[column, row]
    let (x, y) = MotionGeometry.window(column, row)
    let noise = 4 &* MotionGeometry.windowArea
    let difference = from.difference(x, y, to: to, x &+ vector.x, y &+ vector.y)
    return difference <= noise || difference <= noise &+ from.difference(x, y, toFlat: from.mean(x, y)) / 4
  }

  /// Whether half of what is around a block is found: a thing moves over ground. Where nothing is found, as in
  /// foliage and in water, what is like a square is so by chance.
  private func isSurrounded(_ column: Int, _ row: Int, of field: BlockGrid<MotionVector>) -> Bool {
    var (found, count) = (0, 0)
    for index in 0..<9 where index != 4 {
      let (x, y) = (column &+ Self.around &* (index % 3 &- 1), row &+ Self.around &* (index / 3 &- 1))
      guard x >= 0, y >= 0, x < field.columns, y < field.rows else { continue }
      count &+= 1
      if isFound(x, y, of: field) { found &+= 1 }
    }
    return 8 &* found >= 5 &* count
  }

  /// Where, in the window that begins here, the square begins that differs most along `vector`. What moves by itself
  /// lies across the borders of blocks.
  private func worst(_ x: Int, _ y: Int, _ vector: MotionVector) -> Square {
    let room = MotionGeometry.windowSide &- MotionGeometry.blockSide
    var (place, most) = ((x, y), -1)
    for down in Swift.stride(from: 0, through: room, by: Self.stride) {
      for across in Swift.stride(from: 0, through: room, by: Self.stride) {
        let (left, top) = (x &+ across, y &+ down)
        let difference = from.blockDifference(left, top, to: to, left &+ vector.x, top &+ vector.y, below: .max) ?? 0
        if difference > most { (place, most) = ((left, top), difference) }
      }
    }
    return (place.0, place.1, most)
  }

  /// Calls `take` with each place that differs from a square by less than a bound; it returns the new bound.
  private func scan(_ square: Square, below bound: Int, _ take: (MotionVector, Int) -> Int) {
    let side = MotionGeometry.blockSide
    var bound = bound
    for down in Swift.stride(from: 0 &- Self.reach, through: Self.reach, by: Self.stride) {
      for across in Swift.stride(from: 0 &- Self.reach, through: Self.reach, by: Self.stride) {
        let (x, y) = (square.x &+ across, square.y &+ down)
        guard to.contains(x, y, width: side, height: side),
          let difference = from.blockDifference(square.x, square.y, to: to, x, y, below: bound)
        else { continue }
        bound = take(MotionVector(across, down), difference)
      }
    }
  }

  /// The best place of nine; nil if none differs by less than a bound.
  private func best(_ square: Square, around rough: MotionVector, below bound: Int) -> MotionVector? {
    let side = MotionGeometry.blockSide
    var (best, least) = (rough, bound)
    for down in rough.y &- 1...rough.y &+ 1 {
      for across in rough.x &- 1...rough.x &+ 1 {
        let (x, y) = (square.x &+ across, square.y &+ down)
        guard to.contains(x, y, width: side, height: side),
          let difference = from.blockDifference(square.x, square.y, to: to, x, y, below: least)
        else { continue }
        (best, least) = (MotionVector(across, down), difference)
      }
    }
    return least < bound ? best : nil
  }

  /// Whether what is at a place has come there along `vector`, as all around has: then it is not what is looked for.
  private func isExplained(_ x: Int, _ y: Int, by vector: MotionVector, below most: Int) -> Bool {
    let side = MotionGeometry.blockSide
    let corner = from.clamped(x &- vector.x, y &- vector.y, width: side, height: side)
    return from.blockDifference(corner.x, corner.y, to: to, x, y, below: most) != nil
  }

  /// Whether something else is like a square as well: patterns that repeat are.
  private func isAmbiguous(_ square: Square, besides best: MotionVector, below most: Int) -> Bool {
    var isAmbiguous = false
    scan(square, below: most) { place, _ in
      if max(abs(place.x &- best.x), abs(place.y &- best.y)) <= Self.alike { return most }
      isAmbiguous = true
      return 0
    }
    return isAmbiguous
  }
}
