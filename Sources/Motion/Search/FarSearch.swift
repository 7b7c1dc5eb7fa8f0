/// Searches far away for a block that was not found near its expected position. In a smaller level, the window around a
/// small thing shows more background than thing, and the background's motion wins. The larger levels then do not find
/// the thing's own motion. This search compares a square, a quarter of the window, which the thing covers.
struct FarSearch {
  /// How far the search looks along each axis, in pixels of the level. A thing that covers two blocks is found at one
  /// and a half times its width.
  private static let reach = 24
  /// Every second position is tried first, since adjacent positions are similar. Those around the best one follow.
  private static let stride = 2
  /// The smallest contrast of a square, in code values per sample. A square of less contrast matches any flat area.
  private static let leastContrast = 6
  /// The largest difference of a match, as a fraction of the square's contrast. Texture that matches by chance leaves
  /// about as much difference as the contrast.
  private static let mostOfContrast = 0.4
  /// The largest difference of a match, as a fraction of the difference along the block's own vector.
  private static let mostOfOwn = 1.0 / 3
  /// If, before refining, another position's difference is less than this many times that of the best one, either may
  /// be right.
  private static let timesBest = 1.25
  /// The distance, in blocks, at which the surroundings of a block are tested.
  private static let around = 3
  /// At least this many eighths of the surroundings must be found. Where waves cross, only four are found.
  private static let leastEighths = 5
  /// Positions within this distance of the best one, in pixels along each axis, are the same one.
  private static let alike = 4

  private typealias Place = (x: Int, y: Int)

  private let from: PaddedPlane<UInt8>
  private let to: PaddedPlane<UInt8>
  /// The vectors of all blocks of the level.
  private let field: BlockGrid<MotionVector>
  /// Whether each block's window is found along its vector.
  private let found: BlockGrid<Bool>

  init(from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, _ field: BlockGrid<MotionVector>, found: BlockGrid<Bool>) {
    self.from = from
    self.to = to
    self.field = field
    self.found = found
  }

  /// Whether the window of a block is found along a vector: apart from noise of four code values per sample, at most a
  /// quarter of the contrast may differ. `WindowFit` allows half. The limit here is stricter, because a block that is
  /// wrongly not found only costs a search.
  static func isFound(
    _ column: Int, _ row: Int, from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, along vector: MotionVector
  ) -> Bool {
    let (x, y) = MotionGeometry.window(column, row)
    let excess = from.difference(x, y, to: to, x &+ vector.x, y &+ vector.y) &- 4 &* MotionGeometry.windowArea
    return excess <= 0 || 4 &* excess <= from.difference(x, y, toFlat: from.mean(x, y))
  }

  /// The vector, in whole pixels of the level, of the part of a block's window that fits the block's own vector worst.
  /// Nil if the whole window fits this vector, or if little is found around the block. Also nil if the part has no
  /// match, or several.
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

  /// Whether most of the surroundings of a block are found, as when a thing moves over a background. If little is
  /// found, as in foliage and water, a match is due to chance.
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

  /// The square within a window that differs most along a vector. A thing that moves separately may lie across the
  /// borders of blocks.
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

  /// The position that differs least from a square, among every second one; nil if none is in the frame.
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

  /// The best of the nine positions around `rough`; nil if none differs by less than `bound`.
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

  /// Whether the thing at a position has come there along `vector`, like everything around. If so, it is not the thing
  /// searched for.
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

  /// The difference between a square and a position in the other frame; nil unless the position lies inside the frame
  /// and the difference is below `bound`.
  @inline(__always)
  private func difference(_ square: Place, to place: Place, below bound: Int) -> Int? {
    let side = MotionGeometry.blockSide
    guard to.contains(place.x, place.y, width: side, height: side) else { return nil }
    return from.squareDifference(square.x, square.y, to: to, place.x, place.y, below: bound)
  }
}
