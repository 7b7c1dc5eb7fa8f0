/// From source time to warped time along a map that plays everything once, in order: for frames that stay as they are
/// encoded, so that none can be left out, repeated or put before another.
package struct PacketCourse: Sendable {
  package let map: TimeMap
  /// The source time at which the map begins.
  package let start: Double
  /// The source time at which it ends; nil where it goes on for as long as there is input.
  package let end: Double?

  /// Refuses a map that cuts, repeats or plays backward, naming the first place.
  package init(_ map: TimeMap) throws(Refusal) {
    self.map = map
    (start, end) = map.sourceRange
    var last: Stretch?
    for stretch in map.stretches {
      let place = "at \(BriefNumber.print(stretch.warpedStart)) s of the result"
      let advice = "copied frames must all play once and in order; to change that, re-encode"
      if stretch.direction == .backward { throw .map("the map plays backward", at: place, advice: advice) }
      if let last, !last.isFollowed(by: stretch) {
        let (end, start) = BriefNumber.print(last.sourceEnd, besides: stretch.sourceStart)
        throw .map("the map jumps from \(end) s to \(start) s in the source", at: place, advice: advice)
      }
      last = stretch
    }
  }

  /// When a frame that begins at `source` appears: where the map stands still, at the beginning of that. What is before
  /// the part that the map shows appears at its start, and what is after it as if the map went on at a scale of 1.
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
