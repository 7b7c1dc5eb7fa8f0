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
  /// A match leaves at most two fifths of the square's contrast, and a third of what the block's own vector leaves.
  /// Texture that is like it by chance leaves about as much as the contrast.
  private static let mostOfContrast = 0.4
  private static let mostOfOwn = 1.0 / 3
  /// Another place that differs by less than so many times the best one, before either is looked at closely, may be
  /// the right one as well.
  private static let timesBest = 1.25
  /// In blocks: so far around a block it is looked whether the ground is found, and in at least so many eighths of the
  /// places it has to be. Waves that cross each other come to a half.
  private static let around = 3
  private static let leastEighths = 5
  /// Places no farther from the best, in pixels along each axis, are the same one.
  private static let alike = 4

  private typealias Place = (x: Int, y: Int)

  private let from: PaddedPlane<UInt8>
  private let to: PaddedPlane<UInt8>
  /// The vectors of all blocks of the level, and whether their windows are found along them.
  private let field: BlockGrid<MotionVector>
  private let found: BlockGrid<Bool>

  init(from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, _ field: BlockGrid<MotionVector>, found: BlockGrid<Bool>) {
    self.from = from
    self.to = to
    self.field = field
    self.found = found
  }

  /// Whether the window of a block is found along a vector: up to four codes a sample are noise, and of what stands out
  /// from the mean three quarters have to be found again. `WindowFit` asks for half: there a wrong answer costs more
  /// than a search.
  static func isFound(
    _ column: Int, _ row: Int, from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, along vector: MotionVector
  ) -> Bool {
    let (x, y) = MotionGeometry.window(column, row)
    let excess = from.difference(x, y, to: to, x &+ vector.x, y &+ vector.y) &- 4 &* MotionGeometry.windowArea
    return excess <= 0 || 4 &* excess <= from.difference(x, y, toFlat: from.mean(x, y))
  }

  /// The vector, in whole pixels of the level, of the part of a block's window that fits the block's own vector worst.
  /// Nil if the window is found along its own, if little is found around it, if nothing is like that part, or if
  /// several things are.
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

  /// Whether most of what is around a block is found: a thing moves over ground. Where little is found, as in foliage
  /// and in water, what is like a square is so by chance.
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

  /// Where, in a window, the square begins that differs most along a vector. What moves by itself lies across the
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

  /// The place that differs least from a square, to two pixels; nil if none is in the picture.
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

  /// The best of nine places; nil if none differs by less than a bound.
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

  /// Whether what is at a place has come there along `vector`, as all around has: then it is not what is looked for.
  private func isExplained(_ place: Place, by vector: MotionVector, below most: Int) -> Bool {
    let side = MotionGeometry.blockSide
    let origin = from.clamped(place.x &- vector.x, place.y &- vector.y, width: side, height: side)
    return difference(origin, to: place, below: most) != nil
  }

  /// Whether something else is like a square as well: patterns that repeat are.
  private func isAmbiguous(_ square: Place, besides best: MotionVector, below most: Int) -> Bool {
    for down in Swift.stride(from: 0 &- Self.reach, through: Self.reach, by: Self.stride) {
      for across in Swift.stride(from: 0 &- Self.reach, through: Self.reach, by: Self.stride)
      where max(abs(across &- best.x), abs(down &- best.y)) > Self.alike {
        if difference(square, to: (square.x &+ across, square.y &+ down), below: most) != nil { return true }
      }
    }
    return false
  }

  /// Between a square and a place in the other frame; nil unless that is there, and below a bound.
  @inline(__always)
  private func difference(_ square: Place, to place: Place, below bound: Int) -> Int? {
    let side = MotionGeometry.blockSide
    guard to.contains(place.x, place.y, width: side, height: side) else { return nil }
    return from.squareDifference(square.x, square.y, to: to, place.x, place.y, below: bound)
  }
}
