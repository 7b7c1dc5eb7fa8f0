import Values

/// Converts source time to warped time for encoded frames that are copied without decoding. Such frames cannot be
/// dropped, repeated or reordered, so the map must play everything once and in order.
package struct PacketCourse: Sendable {
  package let map: TimeMap
  /// The source time where the map begins.
  package let start: Double
  /// The source time where the map ends; nil if it lasts until the input ends.
  package let end: Double?

  /// Throws if the map cuts, repeats or plays backward. The error gives the first place where it does.
  package init(_ map: TimeMap) throws(Refusal) {
    self.map = map
    (start, end) = map.sourceRange
    var last: Stretch?
    for stretch in map.stretches {
      let place = "at \(BriefNumber.print(stretch.warpedStart)) s of the result"
      let advice = "copied frames must all play once and in order; leave --copy out"
      if stretch.direction == .backward { throw .map("the map plays backward", at: place, advice: advice) }
      if let last, !last.isFollowed(by: stretch) {
        let (end, start) = BriefNumber.print(last.sourceEnd, besides: stretch.sourceStart)
        throw .map("the map jumps from \(end) s to \(start) s in the source", at: place, advice: advice)
      }
      last = stretch
    }
  }

  /// The warped time at which a frame that begins at `source` appears. At a freeze this is the start of the freeze.
  /// Frames before the shown part of the source appear at the map's start. Frames after it follow at normal speed.
  package func warped(at source: Double) -> Double {
    if let end, source >= end { return (map.warpedLength ?? 0) + source - end }
    let stretches = map.stretches
    let index = stretches.borderIndex { $0.sourceEnd >= source }
    guard index < stretches.count, stretches[index].direction != .still else {
      return index < stretches.count ? stretches[index].warpedStart : map.warpedLength ?? 0
    }
    return map.warped(at: source, in: stretches[index])
  }
}
