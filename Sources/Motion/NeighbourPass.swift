/// Replaces a vector that stands out among its neighbours by one of theirs, if that costs little. Other vectors become
/// the one in the middle of their neighbours: vectors that differ by noise alone become one, and are rendered once.
enum NeighbourPass {
  /// Vectors farther apart than this, in sixteenths, differ.
  private static let tolerance = 24
  /// A block with fewer neighbours that differ does not stand out.
  private static let leastUnlike = 2
  /// What a pixel of distance to one of the nine vectors costs, in codes of the window's summed difference; the
  /// distances to all nine are added.
  private static let costPerPixel = 48

  /// Chooses one of a block's own vector and those of its eight neighbours. If the own one stands out, it is the one
  /// with the least sum of difference and distance to all nine, else the one with the least distance. Of equals, the
  /// block's own and then the first.
  ///
  /// - Parameters:
  ///   - field: the vector of the block nearest to these coordinates.
  ///   - difference: of the window for a vector; called only if enough neighbours differ, as it is slow.
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
    // Most blocks move as all around them do.
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

  /// The distance to all of the nine, as a cost.
  private static func distance(_ vector: MotionVector, _ nine: InlineArray<9, MotionVector>) -> Int {
    var distance = 0
    for index in nine.indices { distance &+= vector.distance(to: nine[index]) }
    return distance &* costPerPixel / MotionGeometry.unitsPerPixel
  }
}
