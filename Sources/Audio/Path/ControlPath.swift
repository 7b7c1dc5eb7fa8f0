import Warp

/// Computes a control point for each output sample: the source position that the map gives, and the speed there. While
/// the source is frozen, there are no points. Outputs can be requested in any order; in sequence, a point costs O(1).
package struct ControlPath: Sendable {
  package let map: TimeMap
  package let rate: Int
  /// Computes the source positions of the map piece that was used last.
  private var course: SampleCourse?
  /// The index in `map.pieces` of the piece used last; `map.pieces.count` stands for the map's endless last part.
  private var piece = 0

  /// Requires every piece of `map` to be a freeze or a cubic polynomial, as in a map that is read from a table.
  package init(_ map: TimeMap, rate: Int) {
    self.map = map
    self.rate = rate
  }

  /// Appends the control points of the output samples `outputs`, none of which may lie in a freeze.
  package mutating func append(_ outputs: Range<Int>, to points: inout [ControlPoint]) {
    var next = outputs.lowerBound
    while next < outputs.upperBound {
      if course?.outputs.contains(next) != true { seek(next) }
      let end = min(outputs.upperBound, course!.outputs.upperBound)
      course!.append(next..<end, to: &points)
      next = end
    }
  }

  /// Converts a source time or an output time to a position in samples.
  func position(of seconds: Double) -> SamplePosition { SamplePosition(seconds: seconds, rate: rate) }

  /// Returns the position of the first source sample that is heard if play starts at source time `source`. Sample n
  /// lasts from time n to n + 1. Backward play that starts at n + 1 plays sample n first, so the position is 1 less.
  func position(of source: Double, playing direction: Direction) -> SamplePosition {
    let position = position(of: source)
    return direction == .backward ? SamplePosition(whole: position.whole - 1, rest: position.rest) : position
  }

  /// Returns a line of constant `speed` (at least 0) that plays source time `source` at output time `warped`.
  func line(from source: Double, at warped: Double, speed: Double, playing direction: Direction) -> SampleLine {
    SampleLine(
      source: position(of: source, playing: direction), warped: position(of: warped),
      speed: direction == .backward ? -speed : speed)
  }

  private mutating func seek(_ output: Int) {
    let pieces = map.pieces
    if course.map({ output < $0.outputs.lowerBound }) ?? true { piece = pieceIndex(of: output) }
    while piece < pieces.count, position(of: pieces[piece].warpedEnd).firstSample <= output { piece += 1 }
    // If the map has an end, the outputs that rounding puts past this end belong to the last piece.
    if piece == pieces.count, map.openEnd == nil { piece -= 1 }
    course = piece < pieces.count ? course(of: pieces[piece]) : map.openEnd.map(course(of:))
  }

  private func pieceIndex(of output: Int) -> Int {
    map.pieces.borderIndex { position(of: $0.warpedEnd).firstSample > output }
  }

  private func course(of piece: Piece) -> SampleCourse {
    guard let curve = piece.curve else { preconditionFailure("a piece of a table stands still or is a cubic") }
    let rate = Double(rate)
    let isLast = self.piece == map.pieces.count - 1 && map.openEnd == nil
    let start = position(of: piece.warpedStart).firstSample
    let outputs = start..<(isLast ? Int.max : position(of: piece.warpedEnd).firstSample)
    return SampleCourse(
      PieceCurve(first: curve.first, second: curve.second / rate, third: curve.third / (rate * rate)),
      outputs: outputs, from: position(of: piece.sourceStart, playing: piece.direction),
      at: position(of: piece.warpedStart),
      direction: piece.direction,
      length: abs(piece.sourceEnd - piece.sourceStart) * rate, warpedLength: piece.warpedLength * rate,
      kinks: kinks(around: piece, outputs: start..<position(of: piece.warpedEnd).firstSample))
  }

  private func course(of openEnd: TimeMap.OpenEnd) -> SampleCourse {
    let start = position(of: openEnd.warped).firstSample
    // The endless last part of a map can be so fast that its source positions overflow an Int. The speed is therefore
    // limited: no input is that long.
    let scale = max(openEnd.scale, 1 / SampleCourse.fastest)
    return SampleCourse(
      PieceCurve(first: scale), outputs: start..<Int.max, from: position(of: openEnd.source),
      at: position(of: openEnd.warped),
      direction: .forward, length: .infinity, warpedLength: .infinity,
      kinks: KinkWidths(
        over: start..<Int.max, before: map.pieces.last.map { speedBefore(openEnd.source, $0) } ?? 0, after: 0,
        reach: fadeLength))
  }

  private func kinks(around piece: Piece, outputs: Range<Int>) -> KinkWidths {
    let pieces = map.pieces
    let before = self.piece > 0 ? speedBefore(piece.sourceStart, pieces[self.piece - 1]) : 0
    let after =
      self.piece + 1 < pieces.count
      ? speedAfter(piece.sourceEnd, pieces[self.piece + 1])
      : map.openEnd.map { $0.source == piece.sourceEnd ? 1 / $0.scale : 0 } ?? 0
    return KinkWidths(over: outputs, before: before, after: after, reach: fadeLength)
  }

  /// Returns the speed at the end of `piece`; 0 if `piece` is a freeze or does not end at source time `source`.
  private func speedBefore(_ source: Double, _ piece: Piece) -> Double {
    guard piece.sourceEnd == source else { return 0 }
    return piece.signedScale(at: source).map { min(SampleCourse.fastest, 1 / abs($0)) } ?? 0
  }

  /// Returns the speed at the start of `piece`; 0 if `piece` is a freeze or does not begin at source time `source`.
  private func speedAfter(_ source: Double, _ piece: Piece) -> Double {
    guard piece.sourceStart == source else { return 0 }
    return piece.signedScale(at: source).map { min(SampleCourse.fastest, 1 / abs($0)) } ?? 0
  }

  /// The length of the longest fade, in samples: a hundredth of a second.
  var fadeLength: Int { max(1, rate / 100) }
}
