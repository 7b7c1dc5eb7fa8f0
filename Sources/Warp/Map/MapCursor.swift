/// Computes `TimeMap.instant(at:)` for many warped times. Amortised O(1) while the times rise, O(log n) after a fall.
package struct MapCursor: Sendable {
  private let map: TimeMap
  private var index = 0
  /// The warped start and end of the piece at `index`. If the piece is a cubic, `walk` converts the times in between.
  private var start = 0.0
  private var end = 0.0
  private var walk: CubicWalk?

  package init(_ map: TimeMap) { self.map = map }

  /// Returns the same as `map.instant(at:)`, to the last bit.
  package mutating func instant(at warped: Double) -> TimeMap.Instant? {
    if let walk, warped > start, warped < end { return walk.instant(at: warped) }
    seek(warped)
    guard index < map.pieces.count, warped >= 0 else { return map.instant(at: warped) }
    return map.pieces[index].instant(at: warped)
  }

  /// Sets `index`, `start`, `end` and `walk` for the piece that contains `warped`.
  private mutating func seek(_ warped: Double) {
    if warped < start { index = map.pieceIndex(at: warped) }
    while index < map.pieces.count, warped >= map.pieces[index].warpedEnd { index += 1 }
    guard index < map.pieces.count else {
      walk = nil
      return
    }
    let piece = map.pieces[index]
    (start, end) = (piece.warpedStart, piece.warpedEnd)
    walk = piece.law.flatMap { law in
      if case .cubic(let cubic) = law { CubicWalk(cubic, in: piece) } else { nil }
    }
  }
}
