import Streams

/// Finds the passages that two recordings have in common between those that are known already, where each of the two
/// may have something of its own, such as advertisements.
struct PassageSearch {
  private let other: SoundDigest
  private let reference: SoundDigest
  private let rises: RiseSearch
  private let drifts: DriftSearch
  private let tracker: ClockTracker
  private let edges: PassageEdges

  /// In seconds: the shortest passage that is searched for, the length of what is searched for, and the steps.
  private static let shortest = 8.0
  private static let window = 12.0
  private static let step = 4.0
  /// How many places of a window in the reference are tried.
  private static let places = 6

  init(
    for other: SoundDigest, in reference: SoundDigest, _ search: LineSearch, _ tracker: ClockTracker,
    _ edges: PassageEdges
  ) {
    (self.other, self.reference, self.tracker, self.edges) = (other, reference, tracker, edges)
    (rises, drifts) = (search.rises, search.drifts)
  }

  /// The passages with their edges, and those between them.
  func passages(_ runs: [Alignment.Run]) throws(StreamFailure) -> [Alignment.Run] {
    guard !runs.isEmpty else { return runs }
    var passages = runs
    for index in passages.indices {
      try measureEdges(
        of: &passages[index], after: index > 0 ? passages[index - 1].end : nil,
        before: index + 1 < runs.count ? runs[index + 1].start : nil)
    }
    var complete = try first(before: &passages[0]) + [passages[0]]
    for next in passages.dropFirst() {
      let last = complete[complete.count - 1]
      complete += try between(last, next, drift: (last.points.count > next.points.count ? last : next).fit.end.drift)
      complete.append(next)
    }
    complete += try last(after: &complete[complete.count - 1])
    return Alignment.merged(complete)
  }

  /// The passages before the first one, if much of both recordings comes before it.
  private func first(before passage: inout Alignment.Run) throws(StreamFailure) -> [Alignment.Run] {
    let line = passage.fit.start
    let start = max(0, line.other(at: 0))
    let sure = inside(passage).lowerBound
    guard sure - start >= Self.shortest else { return [] }
    let edge = try edges.edge(along: line, from: sure, to: start)
    let found = try passages(in: 0..<edge, 0..<max(0, line.reference(at: edge)), drift: line.drift)
    if !found.isEmpty { passage.from = edge }
    return found
  }

  /// The passages after the last one, if much of both recordings comes after it.
  private func last(after passage: inout Alignment.Run) throws(StreamFailure) -> [Alignment.Run] {
    let (line, rate) = (passage.fit.end, Double(SoundDigest.rate))
    let (length, longest) = (Double(other.count) / rate, Double(reference.count) / rate)
    let end = min(length, line.other(at: longest))
    let sure = inside(passage).upperBound
    guard end - sure >= Self.shortest else { return [] }
    let edge = try edges.edge(along: line, from: sure, to: end)
    let found = try passages(in: edge..<length, line.reference(at: edge)..<longest, drift: line.drift)
    if !found.isEmpty { passage.to = edge }
    return found
  }

  private func measureEdges(
    of passage: inout Alignment.Run, after early: Double?, before late: Double?
  ) throws(StreamFailure) {
    let fit = passage.fit
    if let early { passage.from = try edges.edge(along: fit.start, from: inside(passage).lowerBound, to: early) }
    if let late { passage.to = try edges.edge(along: fit.end, from: inside(passage).upperBound, to: late) }
  }

  /// Times at which the recordings surely match: half a measurement within the first and the last one. Those less than
  /// half as high as the highest do not count, because a part of them may lie beyond the passage.
  private func inside(_ passage: Alignment.Run) -> ClosedRange<Double> {
    let least = (passage.points.map(\.height).max() ?? 0) / 2
    let sure = passage.points.filter { $0.height >= least }.map(\.other)
    let (start, end) = (sure[0] + ClockTracker.step / 2, sure[sure.count - 1] - ClockTracker.step / 2)
    return start <= end ? start...end : (start + end) / 2...(start + end) / 2
  }

  /// The passages between two others, in order.
  private func between(
    _ before: Alignment.Run, _ after: Alignment.Run, drift: Double
  ) throws(StreamFailure) -> [Alignment.Run] {
    guard let start = before.to, let end = after.from, start < end else { return [] }
    let (first, last) = (before.fit.end.reference(at: start), after.fit.start.reference(at: end))
    return first < last ? try passages(in: start..<end, first..<last, drift: drift) : []
  }

  /// The passages in a gap of both recordings, in order.
  private func passages(
    in span: Range<Double>, _ room: Range<Double>, drift: Double
  ) throws(StreamFailure) -> [Alignment.Run] {
    guard span.upperBound - span.lowerBound >= Self.shortest, room.upperBound - room.lowerBound >= Self.shortest,
      let passage = try best(in: span, room, drift: drift), let from = passage.from, let to = passage.to
    else { return [] }
    let (start, end) = (passage.fit.start.reference(at: from), passage.fit.end.reference(at: to))
    let early =
      room.lowerBound < start ? try passages(in: span.lowerBound..<from, room.lowerBound..<start, drift: drift) : []
    let late = end < room.upperBound ? try passages(in: to..<span.upperBound, end..<room.upperBound, drift: drift) : []
    return early + [passage] + late
  }

  /// The passage that fits best in a gap of both recordings.
  private func best(
    in span: Range<Double>, _ room: Range<Double>, drift: Double
  ) throws(StreamFailure) -> Alignment.Run? {
    var best: DriftSearch.Finding?
    let length = min(Self.window, span.upperBound - span.lowerBound, room.upperBound - room.lowerBound)
    for start in stride(from: span.lowerBound, through: span.upperBound - length + 0.01, by: Self.step) {
      let steps = Int(start * PowerRises.perSecond)..<Int((start + length) * PowerRises.perSecond)
      // The first window may begin a step before the passage.
      let places = max(0, room.lowerBound - Self.step)..<room.upperBound
      let lags = Int(places.lowerBound * PowerRises.perSecond)..<Int(places.upperBound * PowerRises.perSecond)
      for place in rises.places(of: steps, in: other.rises, atMost: Self.places, within: lags) {
        let rate = Double(SoundDigest.rate)
        let samples = (Int(start * rate)..<Int((start + length) * rate)).clamped(to: 0..<other.count)
        let lag = (place.lag - steps.lowerBound) * PowerRises.hop
        guard let finding = try drifts.finding(samples, near: lag),
          finding.height > best?.height ?? DriftSearch.leastHeight,
          room.contains(finding.line.reference)
        else { continue }
        best = finding
      }
    }
    guard let best else { return nil }
    // A short window says little about the drift, which is that of the whole recording.
    return try passage(
      along: ClockLine(other: best.line.other, reference: best.line.reference, drift: drift), in: span, room)
  }

  private func passage(
    along line: ClockLine, in span: Range<Double>, _ room: Range<Double>
  ) throws(StreamFailure) -> Alignment.Run? {
    let early = max(span.lowerBound, line.other(at: room.lowerBound))
    let late = min(span.upperBound, line.other(at: room.upperBound))
    guard early < line.other, line.other < late else { return nil }
    let (from, to) = (
      try edges.edge(along: line, from: line.other, to: early), try edges.edge(along: line, from: line.other, to: late)
    )
    guard to - from >= Self.shortest / 2 else { return nil }
    let count = max(1, Int((to - from) / ClockTracker.step))
    var points: [ClockPoint] = []
    for number in 0..<count {
      let part = (to - from) / Double(count)
      let start = from + Double(number) * part
      if let point = try tracker.point(start..<start + part, along: line) { points.append(point) }
    }
    guard !points.isEmpty else { return nil }
    var passage = Alignment.Run(points: points, line: line)
    (passage.from, passage.to) = (from, to)
    return try edges.agreement(along: passage.fit, in: from...to).isLikely ? passage : nil
  }
}
