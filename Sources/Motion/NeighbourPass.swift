/// Smooths the motion vectors of neighbouring blocks. A vector that differs from its neighbours is replaced by one of
/// theirs that matches the frames nearly as well. Vectors that differ only by noise become equal, which saves time.
enum NeighbourPass {
  /// Two vectors count as different if they differ by more than this, in sixteenths of a pixel.
  private static let tolerance = 24
  /// A block stands out if at least this many of its eight neighbours have a different vector.
  private static let leastUnlike = 2
  /// The cost of each pixel between a vector and one of the nine, in code values of a window's sum of differences.
  private static let costPerPixel = 48

  /// Chooses among the vectors of a block and its eight neighbours. The vector closest to all nine wins. If the block's
  /// own vector stands out, the candidates' differences in the frames count too. In a tie, the block's own vector wins.
  ///
  /// - Parameters:
  ///   - field: returns the vector of the block at a column and row, which may lie outside the grid.
  ///   - difference: returns how much the frames differ in the block's window along a vector. Called only if the block
  ///     stands out, because it is slow.
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
    // A shortcut, because most blocks have the same vector as all their neighbours.
    if !others { return own }
    let standsOut = unlike >= leastUnlike
    return cheapest(own, nine, isSlow: standsOut) { vector in
      distance(vector, nine) &+ (standsOut ? difference(vector) : 0)
    }
  }

  @inline(__always)
  private static func cheapest(
    _ own: MotionVector, _ nine: InlineArray<9, MotionVector>, isSlow: Bool, _ cost: (MotionVector) -> Int
  ) -> MotionVector {
    var best = own
    var least = cost(own)
    // A vector that has been tried before cannot win now, because `least` never grows.
    for index in nine.indices where nine[index] != best && !(isSlow && isTried(index, of: nine)) {
      let cost = cost(nine[index])
      if cost < least { (best, least) = (nine[index], cost) }
    }
    return best
  }

  /// Whether an earlier one of the nine vectors, or the block's own, equals the vector at `index`.
  @inline(__always)
  private static func isTried(_ index: Int, of nine: InlineArray<9, MotionVector>) -> Bool {
    if nine[index] == nine[4] { return true }
    for earlier in 0..<index where nine[earlier] == nine[index] { return true }
    return false
  }

  /// The cost of the distances between `vector` and all nine vectors.
  private static func distance(_ vector: MotionVector, _ nine: InlineArray<9, MotionVector>) -> Int {
    var distance = 0
    for index in nine.indices { distance &+= vector.distance(to: nine[index]) }
    return distance &* costPerPixel / MotionGeometry.unitsPerPixel
  }
}
