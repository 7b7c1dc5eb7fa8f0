/// Searches the motion vector of one block, in whole pixels. The vector with the lowest cost wins. One `BlockSearch`
/// serves all blocks in turn.
struct BlockSearch {
  /// The cost of each pixel of distance from the expected vector. The unit is a code value in a window's sum of
  /// differences. This keeps neighbouring vectors alike where the picture does not decide.
  private static let costPerPixel = 32
  private static let mostSteps = 4

  private let from: PaddedPlane<UInt8>
  private let to: PaddedPlane<UInt8>
  private let leavesOutOutside: Bool
  private var x = 0
  private var y = 0
  private var expected = MotionVector.zero
  private(set) var best = MotionVector.zero
  /// The cost of `best`; `Int.max` if no vector has been accepted yet.
  private var leastCost = Int.max
  /// Measurements of the window at (`x`, `y`); nil until needed.
  private var edge: EdgeWindow?

  /// - Parameter leavesOutOutside: whether the part of a window outside the frame `to` is ignored, if enough is inside.
  init(from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, leavesOutOutside: Bool) {
    self.from = from
    self.to = to
    self.leavesOutOutside = leavesOutOutside
  }

  /// Begins the search for the window at (`x`, `y`). Vectors near `expected` cost less.
  mutating func begin(_ x: Int, _ y: Int, expecting expected: MotionVector) {
    (self.x, self.y) = (x, y)
    self.expected = expected
    (best, leastCost) = (.zero, .max)
    edge = nil
  }

  /// Accepts a vector if it costs less than the best vector so far. Vectors that are too long or lead out of the
  /// plane's margin are never accepted.
  mutating func consider(_ vector: MotionVector) {
    if vector == best, leastCost != .max { return }
    let side = MotionGeometry.windowSide
    let farthest = MotionGeometry.farthest
    guard
      abs(vector.x) <= farthest, abs(vector.y) <= farthest,
      to.contains(x &+ vector.x, y &+ vector.y, width: side, height: side)
    else { return }
    let penalty = Self.costPerPixel &* vector.distance(to: expected)
    guard penalty < leastCost else { return }
    let cost = difference(x &+ vector.x, y &+ vector.y) &+ penalty
    guard cost < leastCost else { return }
    (best, leastCost) = (vector, cost)
  }

  /// The difference between the block's window and the window of `to` at these coordinates. If the window of `to` is
  /// partly outside the frame, `EdgeWindow` may compare only the part inside.
  private mutating func difference(_ toX: Int, _ toY: Int) -> Int {
    if leavesOutOutside, !to.isInside(toX, toY) {
      let edge = self.edge ?? EdgeWindow(x, y, of: from)
      self.edge = edge
      if let inside = edge.difference(of: from, to: to, toX, toY) { return inside }
    }
    return from.difference(x, y, to: to, toX, toY)
  }

  /// Considers every vector of up to `reach` pixels along each axis.
  mutating func scan(_ reach: Int) {
    for down in -reach...reach {
      for across in -reach...reach { consider(MotionVector(across, down)) }
    }
  }

  /// Searches again from the zero vector, and accepts the result if it costs less. A repeating pattern also matches one
  /// period farther on. A search that begins there would never find a small motion near zero.
  mutating func descendFromZero() {
    if abs(best.x) <= 1, abs(best.y) <= 1 { return }
    descend(from: .zero, takingParts: 1)
  }

  /// Searches again from a vector that leads far away, and accepts the result if its cost is less than half. A smaller
  /// gain may come from a repeating pattern that matches one period farther on.
  mutating func descend(fromFar vector: MotionVector) { descend(from: vector, takingParts: 2) }

  /// Searches again from `vector`, and accepts the result if its cost is less than 1/`parts` of the lowest so far.
  private mutating func descend(from vector: MotionVector, takingParts parts: Int) {
    let (kept, keptCost) = (best, leastCost)
    (best, leastCost) = (.zero, .max)
    consider(vector)
    descend()
    if leastCost >= keptCost / parts { (best, leastCost) = (kept, keptCost) }
  }

  /// Moves to the best of the four adjacent vectors until none is better, at most `mostSteps` times (steepest descent).
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

extension PaddedPlane<UInt8> {
  /// Whether the whole window at these coordinates is inside the frame.
  @inline(__always)
  fileprivate func isInside(_ x: Int, _ y: Int) -> Bool {
    let side = MotionGeometry.windowSide
    return x >= 0 && y >= 0 && x &+ side <= width && y &+ side <= height
  }
}
