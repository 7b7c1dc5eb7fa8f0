/// The search for one block's vector, in whole pixels. One value serves block after block.
struct BlockSearch {
  /// What a pixel away from the neighbours costs, in differences of the window.
  private static let costPerPixel = 32
  private static let mostSteps = 4

  private let here: PaddedPlane<UInt8>
  private let there: PaddedPlane<UInt8>
  private var x = 0
  private var y = 0
  private var expected = MotionVector.zero
  private(set) var best = MotionVector.zero
  private var leastCost = Int.max

  init(from here: PaddedPlane<UInt8>, to there: PaddedPlane<UInt8>) {
    self.here = here
    self.there = there
  }

  /// Begins with the window at `x`, `y`; vectors near `expected` are cheaper.
  mutating func begin(_ x: Int, _ y: Int, expecting expected: MotionVector) {
    (self.x, self.y) = (x, y)
    self.expected = expected
    (best, leastCost) = (.zero, .max)
  }

  /// Takes the vector if it costs less than the best so far; of equals the first stays.
  mutating func consider(_ vector: MotionVector) {
    if vector == best, leastCost != .max { return }
    let side = CompareWindow.side
    let farthest = MotionVector.farthest
    guard
      abs(vector.x) <= farthest, abs(vector.y) <= farthest,
      there.contains(x &+ vector.x, y &+ vector.y, width: side, height: side)
    else { return }
    let penalty = Self.costPerPixel &* vector.distance(to: expected)
    guard penalty < leastCost else { return }
    let cost = here.difference(x, y, to: there, x &+ vector.x, y &+ vector.y) &+ penalty
    guard cost < leastCost else { return }
    (best, leastCost) = (vector, cost)
  }

  /// Considers everything up to `reach` pixels off.
  mutating func scan(_ reach: Int) {
    for down in -reach...reach {
      for across in -reach...reach { consider(MotionVector(across, down)) }
    }
  }

  /// Goes downhill, from neighbour to neighbour.
  mutating func descend() {
    for _ in 0..<Self.mostSteps {
      let centre = best
      for (across, down) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        consider(MotionVector(centre.x &+ across, centre.y &+ down))
      }
      if best == centre { return }
    }
  }
}
