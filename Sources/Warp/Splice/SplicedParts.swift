import Values

/// A part of a film that plays at normal speed, from one frame's beginning to another's.
package struct SplicedPart: Equatable, Sendable {
  /// The numbers of its frames, in the order in which they are shown.
  package let frames: Range<Int>
  /// Where it begins and ends in the source.
  package let start: Double
  package let end: Double
  /// Where it begins in the result.
  package let warped: Double
}

extension CodedFrames {
  /// The parts that a map plays, moved to the borders of frames. Each begins at the nearest border. It ends at the
  /// border where the result is nearest to the map, so that the errors do not add up: nothing is more than a frame
  /// early or late. Where frames last long, as in screen recordings, nothing moves, and the frame on screen at a cut
  /// is shown for a shorter time.
  ///
  /// Throws if the map does anything but play parts at normal speed.
  ///
  /// - Parameter length: the length of the film, which may be longer than its last frame.
  package func parts(along map: TimeMap, in length: Double) throws(Refusal) -> [SplicedPart] {
    var parts: [SplicedPart] = []
    var reached = 0.0
    for stretch in map.stretches {
      try requireNormalSpeed(stretch, of: map)
      let (start, first) = start(at: stretch.sourceStart)
      let due = stretch.warpedStart + min(stretch.sourceEnd, length) - stretch.sourceStart - reached
      let (end, last) = end(at: start + due, length, isLast: stretch.sourceEnd >= length - 1e-6)
      guard last > first, end > start else { continue }
      parts.append(SplicedPart(frames: first..<last, start: start, end: end, warped: reached))
      reached += end - start
    }
    guard !parts.isEmpty else {
      throw .map("the result would be empty", advice: "keep at least a frame of the source")
    }
    return parts
  }

  /// Where a part begins, and the number of its first frame.
  private func start(at time: Double) -> (time: Double, first: Int) {
    border(near: time).map { (self.time(of: $0), $0) } ?? (time, onScreen(at: time))
  }

  /// Where a part ends, and the number of frames before that. The last frame of the film may end at any time, because
  /// sound may be longer than the picture, and the frame itself shorter than others.
  ///
  /// - Parameter isLast: whether the part plays to the end of the film.
  private func end(at time: Double, _ length: Double, isLast: Bool) -> (time: Double, last: Int) {
    let last = self.time(of: count - 1)
    if isLast || time > last + usualLength / 2 {
      return (min(max(time, last + usualLength * 0.99), max(length, time)), count)
    }
    return border(near: time).map { (self.time(of: $0), $0) } ?? (time, onScreen(at: time) + 1)
  }

  /// The number of the frame that begins near a time; nil if none begins there.
  private func border(near time: Double) -> Int? {
    let number = nearest(to: time)
    return abs(self.time(of: number) - time) <= 0.75 * usualLength ? number : nil
  }

  /// The number of the frame on screen; that of the first frame before it begins.
  private func onScreen(at time: Double) -> Int { max(0, stamps.borderIndex { seconds($0) > time } - 1) }

  private func requireNormalSpeed(_ stretch: Stretch, of map: TimeMap) throws(Refusal) {
    let place = "at \(BriefNumber.print(stretch.warpedStart)) s of the result"
    if stretch.direction == .backward {
      throw .map("the map plays backward", at: place, advice: "copied frames cannot; leave --copy out")
    }
    let scales = map.pieces[stretch.pieces].map(\.scaleRange) + (stretch.isOpen ? [map.openEnd?.steadyScale] : [])
    guard scales.allSatisfy({ $0?.isNormalSpeed ?? false }) else {
      throw .map(
        "the map cuts, and it also changes the speed", at: place,
        advice: "leave --copy out, or first cut, then change the speed of the result")
    }
  }
}

extension ClosedRange<Double> {
  /// Whether these scales are normal speed.
  package var isNormalSpeed: Bool { abs(lowerBound - 1) < 1e-9 && abs(upperBound - 1) < 1e-9 }
}

extension TimeMap.OpenEnd {
  fileprivate var steadyScale: ClosedRange<Double> { scale...scale }
}

extension TimeMap {
  /// The map that plays these parts.
  package init(playing parts: [SplicedPart]) throws(Refusal) {
    var builder = MapBuilder()
    for part in parts { builder.play(scale: 1, from: part.start, to: part.end) }
    self = try builder.map()
  }
}
