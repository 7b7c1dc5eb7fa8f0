import Warp

/// A part of a time map without cuts and changes of direction, which may contain freezes. One `Voice` plays it.
struct Leg: Sendable {
  /// Where the leg lies in `map.stretches` and in `map.pieces`, as ranges of indices.
  let stretches: Range<Int>
  let pieces: Range<Int>
  /// Whether the leg contains the endless last part of the map.
  let isOpen: Bool
  let direction: Direction
  let outputs: Range<Int>

  /// Converts the number of a source sample to a position along the leg. Positions rise with the output: on a leg that
  /// plays backward, they are negated sample numbers.
  func position(ofSample sample: Int) -> Int { direction == .backward ? -sample : sample }

  /// Splits a map into legs at its cuts and changes of direction. Leaves out legs that contain no output sample.
  static func legs(of path: ControlPath) -> [Leg] {
    let stretches = path.map.stretches
    let parts = parts(of: stretches)
    let starts = parts.map { path.position(of: stretches[$0.stretches.lowerBound].warpedStart).firstSample }
    return parts.indices.compactMap { index in
      // The last leg gets the output samples that rounding puts past the end of the map.
      let end = index + 1 < parts.count ? starts[index + 1] : .max
      guard starts[index] < end else { return nil }
      let range = parts[index].stretches
      let (first, last) = (stretches[range.lowerBound], stretches[range.upperBound - 1])
      return Leg(
        stretches: range, pieces: first.pieces.lowerBound..<last.pieces.upperBound, isOpen: last.isOpen,
        direction: parts[index].direction, outputs: starts[index]..<end)
    }
  }

  private static func parts(of stretches: [Stretch]) -> [(stretches: Range<Int>, direction: Direction)] {
    var parts: [(stretches: Range<Int>, direction: Direction)] = []
    for (index, stretch) in stretches.enumerated() {
      if let last = parts.last, isOneVoice(last.direction, stretch.direction),
        stretches[index - 1].isFollowed(by: stretch)
      {
        parts[parts.count - 1] = (
          last.stretches.lowerBound..<index + 1, last.direction == .still ? stretch.direction : last.direction
        )
      } else {
        parts.append((index..<index + 1, stretch.direction))
      }
    }
    return parts
  }

  private static func isOneVoice(_ direction: Direction, _ next: Direction) -> Bool {
    direction == next || direction == .still || next == .still
  }
}
