import Values

/// What the timestamp of a frame on its way to the encoder says besides its time: each tick of the result is divided
/// into four, because ffmpeg has no other way to mark a frame.
package enum SpliceMark: Int, Sendable {
  /// The first frame of a row must be 0, because `t` of ffmpeg counts from the first frame of all.
  case first, wanted, unwanted

  package static let count = 4

  /// The mark in a timestamp of the feed.
  package init?(in stamp: Int) { self.init(rawValue: stamp % Self.count) }

  package func stamp(at tick: Int) -> Int { tick * Self.count + rawValue }

  /// ffmpeg's filter that keeps wanted frames.
  package static let filter = "select=lt(mod(pts\\,\(count))\\,2)"

  /// ffmpeg's expression that is true at the first frame of a row, where the encoder must begin a group.
  package static func keyFrames(at timebase: Timebase) -> String {
    "expr:eq(mod(round(t*\(timebase.ticksPerSecond * count)),\(count)),\(first.rawValue))"
  }

  /// The unit of the encoder's times.
  package static func unit(at timebase: Timebase) -> String { "1/\(timebase.ticksPerSecond * count)" }
}
