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
  /// early or late.
  ///
  /// Throws if the map does anything but play parts at normal speed.
  ///
  /// - Parameter length: the length of the film, which may be longer than its last frame.
  package func parts(along map: TimeMap, in length: Double) throws(Refusal) -> [SplicedPart] {
    var parts: [SplicedPart] = []
    var reached = 0.0
    for stretch in map.stretches {
      try requireNormalSpeed(stretch, of: map)
      let end = min(stretch.sourceEnd, length)
      let first = nearest(to: stretch.sourceStart)
      let start = time(of: first)
      let (border, last) = border(nearest: start + stretch.warpedStart + (end - stretch.sourceStart) - reached, length)
      guard last > first else { continue }
      parts.append(SplicedPart(frames: first..<last, start: start, end: border, warped: reached))
      reached += border - start
    }
    guard !parts.isEmpty else {
      throw .map("the result would be empty", advice: "keep at least a frame of the source")
    }
    return parts
  }

  /// The border of a frame nearest to a time, and the number of frames before it. The last frame may end at any time,
  /// because sound may be longer than the picture.
  private func border(nearest time: Double, _ length: Double) -> (time: Double, count: Int) {
    let number = nearest(to: time)
    guard number == count - 1, time > self.time(of: number) + meanLength / 2 else {
      return (self.time(of: number), number)
    }
    return (min(max(time, self.time(of: number) + meanLength * 0.99), max(length, time)), count)
  }

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
