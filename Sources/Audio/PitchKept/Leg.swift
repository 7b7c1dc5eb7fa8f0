import Warp

/// A part of the map without a cut in which the source goes one way, with the freezes in it: what is heard in one go.
struct Leg: Sendable {
  /// Of the map's pieces.
  let pieces: Range<Int>
  let hasTail: Bool
  let direction: Direction
  let outputs: Range<Int>

  /// The place of a source sample on its way: places rise as the output does. The other way round it is the same.
  func place(ofSample sample: Int) -> Int { direction == .backward ? -sample : sample }

  /// A map as legs, those left out that are over between two samples.
  static func legs(of path: ControlPath) -> [Leg] {
    let map = path.map
    var parts: [(pieces: Range<Int>, hasTail: Bool, direction: Direction)] = []
    for run in map.runs {
      let direction = map.pieces[run.lowerBound].direction
      if let last = parts.last, goOn(last.direction, direction),
        map.pieces[run.lowerBound - 1].sourceEnd == map.pieces[run.lowerBound].sourceStart
      {
        parts[parts.count - 1] = (
          last.pieces.lowerBound..<run.upperBound, false, last.direction == .still ? direction : last.direction
        )
      } else {
        parts.append((run, false, direction))
      }
    }
    if let tail = map.tail {
      if let last = parts.last, goOn(last.direction, .forward), map.pieces.last?.sourceEnd == tail.source {
        parts[parts.count - 1] = (last.pieces, true, .forward)
      } else {
        parts.append((map.pieces.count..<map.pieces.count, true, .forward))
      }
    }
    return legs(parts, path)
  }

  private static func goOn(_ direction: Direction, _ next: Direction) -> Bool {
    direction == next || direction == .still || next == .still
  }

  private static func legs(
    _ parts: [(pieces: Range<Int>, hasTail: Bool, direction: Direction)], _ path: ControlPath
  ) -> [Leg] {
    let starts = parts.map { part in
      path.position(
        of:
          part.pieces.isEmpty ? path.map.tail?.warped ?? 0 : path.map.pieces[part.pieces.lowerBound].warpedStart
      ).firstSample
    }
    return parts.indices.compactMap { index in
      // The last leg takes what rounding puts past the map's end.
      let end = index + 1 < parts.count ? starts[index + 1] : .max
      guard starts[index] < end else { return nil }
      return Leg(
        pieces: parts[index].pieces, hasTail: parts[index].hasTail, direction: parts[index].direction,
        outputs: starts[index]..<end)
    }
  }
}
