import Values
import Warp

/// A part of a film that a detector has found, in source time.
package struct FoundPart: Equatable, Sendable {
  package enum Kind: Sendable { case silence, still, pause }

  package let kind: Kind
  package let start: Double
  package let end: Double

  package init(kind: Kind, start: Double, end: Double) {
    self.kind = kind
    self.start = start
    self.end = end
  }

  /// The parts between the starts and ends in `detections`. The last one ends with the clip if it has no end.
  ///
  /// - Parameters:
  ///   - origin: source time 0 on the clock of the detections.
  ///   - length: the length of the clip, in seconds.
  package static func all(
    of detections: [Detection], _ kind: Kind, from origin: Double, until length: Double
  ) -> [FoundPart] {
    var parts: [FoundPart] = []
    var start: Double?
    func add(until end: Double) {
      if let begin = start, begin < end { parts.append(FoundPart(kind: kind, start: max(0, begin), end: end)) }
      start = nil
    }
    for detection in detections {
      let instant = detection.instant - origin
      if detection.isEnd { add(until: min(instant, length)) } else { start = instant }
    }
    add(until: length)
    return parts
  }

  /// What is in all of several lists, whose parts do not overlap. A common part lasts `least` seconds or more.
  package static func common(to lists: [[FoundPart]], lasting least: Double) -> [FoundPart] {
    guard let first = lists.first else { return [] }
    return lists.dropFirst().reduce(first) { common, other in
      var (parts, index): ([FoundPart], Int) = ([], 0)
      for part in common {
        while index < other.count, other[index].end <= part.start { index += 1 }
        for shared in other[index...].prefix(while: { $0.start < part.end }) {
          let (start, end) = (max(part.start, shared.start), min(part.end, shared.end))
          if end - start >= least { parts.append(FoundPart(kind: part.kind, start: start, end: end)) }
        }
      }
      return parts
    }
  }

  /// The range that plays at `pace`: this part without `margin` at both ends, in whole frames. Nil if nothing is left.
  package func range(margin: Double, pace: Ranges.Pace, on clip: Clip) -> Ranges.Range? {
    let clipEnd = clip.duration ?? .infinity
    // A silence or still at the start or end of the clip has no margin there.
    let (isFirst, isLast) = (start < Self.brief, end > clipEnd - Self.brief)
    let first = isFirst ? 0 : Self.frame(at: start + margin, .up, on: clip)
    let last = isLast ? clipEnd : Self.frame(at: end - margin, .down, on: clip)
    return first < last ? Ranges.Range(start: first, end: last, pace: pace) : nil
  }

  /// Rounds an instant to the start of a frame, so that ranges contain whole frames.
  private static func frame(at instant: Double, _ rounding: FloatingPointRoundingRule, on clip: Clip) -> Double {
    // The map itself refuses times beyond the limit.
    guard let rate = clip.frameRate, instant > 0, instant <= TimeSyntax.longest else { return max(0, instant) }
    let grace = rounding == .up ? -1e-6 : 1e-6
    return rate.start(ofFrame: Int((rate.position(at: instant) + grace).rounded(rounding)))
  }

  /// In seconds. A silence or still that begins within this of the clip's start counts as beginning there, because
  /// sound and picture of a film differ that much. The same applies at the end.
  private static let brief = 0.05
}
