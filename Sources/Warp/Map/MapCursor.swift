/// Walks a map through warped time: amortised O(1) an instant while it only goes on, O(log n) after a step back.
package struct MapCursor: Sendable {
  private let map: TimeMap
  private var index = 0
  /// Inside these warped times, ends excluded, `walk` knows the answer.
  private var start = 0.0
  private var end = 0.0
  private var walk: CubicWalk?

  package init(_ map: TimeMap) { self.map = map }

  /// What `map.instant(at:)` answers, bit for bit.
  package mutating func instant(at warped: Double) -> TimeMap.Instant? {
    if let walk, warped > start, warped < end { return walk.instant(at: warped) }
    seek(warped)
    guard index < map.pieces.count, warped >= 0 else { return map.instant(at: warped) }
    return map.pieces[index].instant(at: warped)
  }

  /// Moves to the piece in which `warped` lies.
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
