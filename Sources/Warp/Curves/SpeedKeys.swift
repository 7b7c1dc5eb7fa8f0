import Values

/// Keyframes of speed along the source. Before the first and after the last keyframe, the speed is constant.
package struct SpeedKeys: Equatable, Sendable {
  package struct Key: Equatable, Sendable {
    package let source: Double
    package let speed: Double
    /// How the speed changes from the previous keyframe to this one.
    package let easing: Easing

    package init(source: Double, speed: Double, easing: Easing) {
      (self.source, self.speed, self.easing) = (source, speed, easing)
    }
  }

  /// Sorted by source time; at least one.
  package let keys: [Key]

  /// Requires at least one keyframe. Throws if the source times do not rise.
  package init(_ keys: [Key]) throws(Refusal) {
    for (key, next) in zip(keys, keys.dropFirst()) where next.source <= key.source {
      let (late, early) = BriefNumber.print(key.source, besides: next.source)
      throw .usage(
        "the keyframe at \(early) s is not later than the keyframe before it, at \(late) s",
        advice: "sort keyframes by time; for a sudden change, add hold, as in 2s=0.5x hold")
    }
    self.keys = keys
  }

  /// A warning if the first keyframe asks for a sudden change, since there is no earlier speed.
  package var notes: [String] {
    guard let first = keys.first, first.source > 0, first.easing == .hold, first.speed != 1 else { return [] }
    let (time, speed) = (BriefNumber.print(first.source), BriefNumber.print(first.speed))
    return ["no keyframe comes before \(time) s, so the speed is \(speed)x from the start; for 1x, begin with 0=1x"]
  }

  /// The first keyframe that a clip ends before; nil if it reaches all.
  package func unreached(in duration: Double) -> Unreached? {
    guard let first = keys.firstIndex(where: { $0.source > duration + Self.grace }) else { return nil }
    // A speed that changes on the way to a keyframe is seen before it.
    let isApproached = first > 0 && keys[first - 1].source < duration && keys[first].easing != .hold
    let isAlone = !isApproached && !keys[..<first].contains { $0.source > 0 }
    return Unreached(source: keys[first].source, leavesNothing: isAlone)
  }

  package struct Unreached: Equatable, Sendable {
    package let source: Double
    /// Whether the clip shows nothing of the keyframes but the speed at its start.
    package let leavesNothing: Bool
  }

  /// A keyframe this close to the end, in seconds, lies at the end.
  private static let grace = 1e-6

  /// The map of a clip of `duration`. If `duration` is nil, the map continues until the input ends.
  package func map(duration: Double?) throws(Refusal) -> TimeMap {
    let end = duration ?? .infinity
    let (first, last) = (keys[0], keys[keys.count - 1])
    var builder = MapBuilder()
    builder.play(scale: 1 / first.speed, from: 0, to: min(first.source, end))
    for (key, next) in zip(keys, keys.dropFirst()) where key.source < end {
      let ease = try SpeedEase(
        from: key.source, to: next.source, startSpeed: key.speed, endSpeed: next.speed, easing: next.easing)
      builder.play(.ease(ease), from: key.source, to: min(next.source, end))
    }
    if let duration {
      builder.play(scale: 1 / last.speed, from: min(last.source, duration), to: duration)
    } else {
      builder.endOpenly(from: last.source, scale: 1 / last.speed)
    }
    return try builder.map()
  }
}
