/// Searches far away for a block that was not found near its expected position. The usual search compares windows, and
/// the window around a small thing shows mostly background. The motion of the background then wins. This search
/// compares squares of a quarter of the window, so that the thing covers the whole square.
struct FarSearch {
  /// How far the search looks along each axis, in pixels of its pyramid level. A thing as wide as two blocks is found
  /// if it moves by up to one and a half times its width.
  private static let reach = 24
  /// Only every second position is tried at first, because adjacent positions are similar. Then all positions around
  /// the best one are tried.
  private static let stride = 2
  /// The smallest contrast of a square, in code values per sample. With less, a square would match any flat area.
  private static let leastContrast = 6
  /// The largest difference of a match, as a fraction of the square's contrast. A match by chance differs by about the
  /// whole contrast.
  private static let mostOfContrast = 0.4
  /// The largest difference of a match, as a fraction of the difference along the vector that the block already has.
  private static let mostOfOwn = 1.0 / 3
  /// A match is ambiguous if the difference at another position is less than this many times the smallest difference.
  private static let timesBest = 1.25
  /// The distance, in blocks, from a block to the eight blocks that are tested as its surroundings.
  private static let around = 3
  /// The usual search must have found a match for at least this many eighths of the blocks around a block. Where waves
  /// cross each other, it finds only four eighths.
  private static let leastEighths = 5
  /// Positions within this distance of the best one, in pixels along each axis, count as the same match.
  private static let alike = 4

  private typealias Place = (x: Int, y: Int)

  private let from: PaddedPlane<UInt8>
  private let to: PaddedPlane<UInt8>
  /// The vectors that the usual search has found for all blocks of the level.
  private let field: BlockGrid<MotionVector>
  /// Whether each block is found along its vector in `field`.
  private let found: BlockGrid<Bool>

  init(from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, _ field: BlockGrid<MotionVector>, found: BlockGrid<Bool>) {
    self.from = from
    self.to = to
    self.field = field
    self.found = found
  }

  /// Whether a block is found along a vector: it differs by at most a quarter of its contrast, plus four code values of
  /// noise per sample. This is stricter than `WindowFit`, because a block that is missed only costs time.
  static func isFound(
    _ column: Int, _ row: Int, from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, along vector: MotionVector
  ) -> Bool {
    let (x, y) = MotionGeometry.window(column, row)
    let excess = from.difference(x, y, to: to, x &+ vector.x, y &+ vector.y) &- 4 &* MotionGeometry.windowArea
    return excess <= 0 || 4 &* excess <= from.difference(x, y, toFlat: from.mean(x, y))
  }

  /// The vector, in pixels of the level, of the part of a block's window that the block's own vector matches worst. Nil
  /// if the block was found, or few of the blocks around it, or if the part has no match or several.
  func vector(_ column: Int, _ row: Int) -> MotionVector? {
    guard !found[column, row], isSurrounded(column, row) else { return nil }
    let own = field[column, row]
    let (square, difference) = worst(MotionGeometry.window(column, row), own)
    let contrast = from.squareContrast(square.x, square.y)
    guard contrast >= Self.leastContrast &* MotionGeometry.blockSide &* MotionGeometry.blockSide else { return nil }
    guard let rough = best(square) else { return nil }
    let most = Int(min(Self.mostOfContrast * Double(contrast), Self.mostOfOwn * Double(difference)))
    let rival = max(most, Int(Self.timesBest * Double(rough.difference)))
    guard let vector = refined(square, rough.vector, below: most &+ 1),
      !isExplained((square.x &+ vector.x, square.y &+ vector.y), by: own, below: 2 &* most),
      !isAmbiguous(square, besides: vector, below: rival)
    else { return nil }
    return vector
  }

  /// Whether most of the blocks around a block were found, as when a thing moves over a background. If few were found,
  /// as in foliage and water, a match would be due to chance.
  private func isSurrounded(_ column: Int, _ row: Int) -> Bool {
    var (count, all) = (0, 0)
    for index in 0..<9 where index != 4 {
      let (x, y) = (column &+ Self.around &* (index % 3 &- 1), row &+ Self.around &* (index / 3 &- 1))
      guard found.contains(x, y) else { continue }
      all &+= 1
      if found[x, y] { count &+= 1 }
    }
    return 8 &* count >= Self.leastEighths &* all
  }

  /// The square within a window that differs most along a vector. It may lie across borders of blocks.
  private func worst(_ window: Place, _ vector: MotionVector) -> (square: Place, difference: Int) {
    let room = MotionGeometry.windowSide &- MotionGeometry.blockSide
    var worst = (square: window, difference: -1)
    for down in Swift.stride(from: 0, through: room, by: Self.stride) {
      for across in Swift.stride(from: 0, through: room, by: Self.stride) {
        let square = (x: window.x &+ across, y: window.y &+ down)
        let difference = difference(square, to: (square.x &+ vector.x, square.y &+ vector.y), below: .max) ?? 0
        if difference > worst.difference { worst = (square, difference) }
      }
    }
    return worst
  }

  /// The position in the other frame that differs least from a square. Only every second position is tried. Nil if none
  /// is inside the frame.
  private func best(_ square: Place) -> (vector: MotionVector, difference: Int)? {
    var best: (vector: MotionVector, difference: Int)?
    for down in Swift.stride(from: 0 &- Self.reach, through: Self.reach, by: Self.stride) {
      for across in Swift.stride(from: 0 &- Self.reach, through: Self.reach, by: Self.stride) {
        let place = (square.x &+ across, square.y &+ down)
        guard let difference = difference(square, to: place, below: best?.difference ?? .max) else { continue }
        best = (MotionVector(across, down), difference)
      }
    }
    return best
  }

  /// The best of the nine vectors at and around `rough`; nil if no vector's difference is below `bound`.
  private func refined(_ square: Place, _ rough: MotionVector, below bound: Int) -> MotionVector? {
    var (best, least): (MotionVector?, Int) = (nil, bound)
    for down in rough.y &- 1...rough.y &+ 1 {
      for across in rough.x &- 1...rough.x &+ 1 {
        let place = (square.x &+ across, square.y &+ down)
        guard let difference = difference(square, to: place, below: least) else { continue }
        (best, least) = (MotionVector(across, down), difference)
      }
    }
    return best
  }

  /// Whether a position in the other frame shows something that moved there along `vector`, with its surroundings. If
  /// so, the match is not the thing searched for.
  private func isExplained(_ place: Place, by vector: MotionVector, below most: Int) -> Bool {
    let side = MotionGeometry.blockSide
    let origin = from.clamped(place.x &- vector.x, place.y &- vector.y, width: side, height: side)
    return difference(origin, to: place, below: most) != nil
  }

  /// Whether a square matches at another position too, as repeating patterns do.
  private func isAmbiguous(_ square: Place, besides best: MotionVector, below most: Int) -> Bool {
    for down in Swift.stride(from: 0 &- Self.reach, through: Self.reach, by: Self.stride) {
      for across in Swift.stride(from: 0 &- Self.reach, through: Self.reach, by: Self.stride)
      where max(abs(across &- best.x), abs(down &- best.y)) > Self.alike {
        if difference(square, to: (square.x &+ across, square.y &+ down), below: most) != nil { return true }
      }
    }
    return false
  }

  /// The difference between a square and a position in the other frame. Nil if the position is outside the frame, or if
  /// the difference is not below `bound`.
  @inline(__always)
  private func difference(_ square: Place, to place: Place, below bound: Int) -> Int? {
    let side = MotionGeometry.blockSide
    guard to.contains(place.x, place.y, width: side, height: side) else { return nil }
    return from.squareDifference(square.x, square.y, to: to, place.x, place.y, below: bound)
  }
}
