/// Replaces a vector that stands out among its neighbours by one of theirs, if that costs little. Every other vector
/// becomes the one that is closest to all its neighbours. Vectors that differ only by noise thus become equal, and
/// their blocks are rendered in one go.
enum NeighbourPass {
  /// Vectors that differ by more than this, in sixteenths of a pixel, are different.
  private static let tolerance = 24
  /// The smallest number of different neighbours that makes a block stand out.
  private static let leastUnlike = 2
  /// The cost of a pixel of distance to one of the nine vectors, in code values of the window's summed difference. The
  /// distances to all nine are added.
  private static let costPerPixel = 48

  /// Chooses between a block's own vector and those of its eight neighbours. If its own vector stands out, the smallest
  /// sum of difference and distance to all nine wins, otherwise the smallest distance. In a tie its own vector wins,
  /// then the first.
  ///
  /// - Parameters:
  ///   - field: returns the vector at these coordinates, clamped to the grid.
  ///   - difference: returns the window's difference along a vector. It is slow, and is called only if the block's
  ///     vector stands out.
  @inline(__always)
  static func vector(
    _ column: Int, _ row: Int, of field: (Int, Int) -> MotionVector, difference: (MotionVector) -> Int
  ) -> MotionVector {
    let own = field(column, row)
    var nine = InlineArray<9, MotionVector>(repeating: own)
    var (unlike, others) = (0, false)
    for index in nine.indices where index != 4 {
      nine[index] = field(column &+ index % 3 &- 1, row &+ index / 3 &- 1)
      if nine[index] != own { others = true }
      if nine[index].distance(to: own) > tolerance { unlike &+= 1 }
    }
    // Most blocks move like all their neighbours.
    if !others { return own }
    let standsOut = unlike >= leastUnlike
    return cheapest(own, nine) { vector in distance(vector, nine) &+ (standsOut ? difference(vector) : 0) }
  }

  @inline(__always)
  private static func cheapest(
    _ own: MotionVector, _ nine: InlineArray<9, MotionVector>, _ cost: (MotionVector) -> Int
  ) -> MotionVector {
    var best = own
    var least = cost(own)
    for index in nine.indices where nine[index] != best {
      let cost = cost(nine[index])
      if cost < least { (best, least) = (nine[index], cost) }
    }
    return best
  }

  /// The sum of the distances to all nine vectors, as a cost.
  private static func distance(_ vector: MotionVector, _ nine: InlineArray<9, MotionVector>) -> Int {
    var distance = 0
    for index in nine.indices { distance &+= vector.distance(to: nine[index]) }
    return distance &* costPerPixel / MotionGeometry.unitsPerPixel
  }
}
