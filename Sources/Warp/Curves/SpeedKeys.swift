/// Playing speed along the source, by keyframes: constant before the first and after the last.
package struct SpeedKeys: Equatable, Sendable {
  package struct Key: Equatable, Sendable {
    package let source: Double
    package let speed: Double
    /// How speed goes to this key from the one before.
    package let easing: Easing
  }

  /// In order of source time, one at least.
  package let keys: [Key]

  /// Refused where keys do not go forward.
  package init(_ keys: [Key]) throws(Refusal) {
    for (key, next) in zip(keys, keys.dropFirst()) where next.source <= key.source {
      throw .usage(
        "the key at \(NumberSyntax.print(next.source)) s does not come after the one at \(NumberSyntax.print(key.source)) s",
        advice: "write keys in order of time; 'hold' makes a jump")
    }
    self.keys = keys
  }

  /// The map of a clip of `duration`, open if that is nil.
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
      builder.goOn(from: last.source, scale: 1 / last.speed)
    }
    return try builder.map()
  }
}
