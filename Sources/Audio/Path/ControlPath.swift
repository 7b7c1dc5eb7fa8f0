import Warp

/// The control points of a map's playing stretches, at one sample rate. Points may be requested in any order and in
/// blocks of any size. Consecutive blocks cost O(1) per point.
package struct ControlPath: Sendable {
  package let map: TimeMap
  package let rate: Int
  /// The course used last.
  private var course: SampleCourse?
  /// The index of that course's piece; `map.pieces.count` means the open end.
  private var piece = 0

  /// Every piece of the map must be a freeze or a cubic, as in a map from a table.
  package init(_ map: TimeMap, rate: Int) {
    self.map = map
    self.rate = rate
  }

  /// Appends the points of `outputs`, which must lie in stretches that play.
  package mutating func append(_ outputs: Range<Int>, to points: inout [ControlPoint]) {
    var next = outputs.lowerBound
    while next < outputs.upperBound {
      if course?.outputs.contains(next) != true { seek(next) }
      let end = min(outputs.upperBound, course!.outputs.upperBound)
      course!.append(next..<end, to: &points)
      next = end
    }
  }

  /// The position of a time on either axis.
  func position(of seconds: Double) -> SamplePosition { SamplePosition(seconds: seconds, rate: rate) }

  /// The position of the source sample that is heard first if play starts at a source time, in a direction. Sample n
  /// fills the time from n to n + 1. Played backward, it begins at the end of that time. The position is therefore one
  /// sample earlier, and the full reverse of n samples starts at n − 1.
  func position(of source: Double, playing direction: Direction) -> SamplePosition {
    let position = position(of: source)
    return direction == .backward ? SamplePosition(whole: position.whole - 1, rest: position.rest) : position
  }

  /// The straight line through one point of the map, at a speed of at least 0 in the direction of play.
  func line(from source: Double, at warped: Double, speed: Double, playing direction: Direction) -> SampleLine {
    SampleLine(
      source: position(of: source, playing: direction), warped: position(of: warped),
      speed: direction == .backward ? -speed : speed)
  }

  private mutating func seek(_ output: Int) {
    let pieces = map.pieces
    if course.map({ output < $0.outputs.lowerBound }) ?? true { piece = pieceIndex(of: output) }
    while piece < pieces.count, position(of: pieces[piece].warpedEnd).firstSample <= output { piece += 1 }
    // Outputs that rounding puts past the end of a map without an open end belong to its last piece.
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
    // An open end can be so fast that its positions overflow an Int. No input is that long, so a lower speed does as
    // well.
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

  /// The speed at which `piece` ends if it ends at `source`; 0 otherwise, and for a freeze.
  private func speedBefore(_ source: Double, _ piece: Piece) -> Double {
    guard piece.sourceEnd == source else { return 0 }
    return piece.signedScale(at: source).map { min(SampleCourse.fastest, 1 / abs($0)) } ?? 0
  }

  /// The speed at which `piece` begins if it begins at `source`; 0 otherwise, and for a freeze.
  private func speedAfter(_ source: Double, _ piece: Piece) -> Double {
    guard piece.sourceStart == source else { return 0 }
    return piece.signedScale(at: source).map { min(SampleCourse.fastest, 1 / abs($0)) } ?? 0
  }

  /// The length of the longest fade, in samples: a hundredth of a second.
  var fadeLength: Int { max(1, rate / 100) }
}
