import Streams
import Warp

/// The relation between the clocks of two recordings of one scene.
package struct Alignment {
  /// A stretch in which neither recording was stopped.
  struct Run {
    var points: [ClockPoint]
    let line: ClockLine
    var start: Double { points[0].other }
    var end: Double { points[points.count - 1].other }
  }

  private let other: SoundDigest
  private let reference: SoundDigest
  private let correlator = PhaseCorrelator(length: 8192, reach: 640)

  /// The time on its own clock at which the other recording begins, in seconds.
  private let origin: Double

  package init(of other: SoundDigest, to reference: SoundDigest, from origin: Double = 0) {
    (self.other, self.reference, self.origin) = (other, reference, origin)
  }

  /// The map from the clock of the other recording to that of the reference; nil if the recordings have nothing in
  /// common.
  package func map() throws(StreamFailure) -> [MapTable.Row]? {
    let runs = Self.inOrder(Self.merged(try runs()))
    guard !runs.isEmpty else { return nil }
    return try AlignedRows(runs, ClockJoint(for: other, in: reference)).rows(from: origin)
  }

  private var length: Double { Double(other.count) / Double(SoundDigest.rate) }

  /// The length of the parts of the other recording that are searched for, in seconds.
  private static let part = 120.0
  /// The smallest peak of a `DriftSearch` that is not due to chance.
  private static let leastHeight = 8.0
  /// The smallest peak of a `RiseSearch` that is worth a `DriftSearch`.
  private static let leastScore: Float = 4.5

  private func runs() throws(StreamFailure) -> [Run] {
    let search = RiseSearch(in: reference.rises)
    let tracker = ClockTracker(for: other, in: reference, by: correlator)
    var (runs, reached, known) = ([Run](), 0.0, 0.0)
    while length - reached > 2 {
      let end = min(length, reached + Self.part)
      guard let line = try line(in: reached..<end, search) else {
        reached += Self.part / 2
        continue
      }
      let points = try tracker.run(along: line, after: known, lengthOfOther: length)
      guard let last = points.last else {
        reached += Self.part / 2
        continue
      }
      runs.append(Run(points: points, line: line))
      known = last.other
      reached = max(reached + 2, last.other + ClockTracker.step / 2)
    }
    return runs
  }

  /// The line along which a part of the other recording matches the reference best; nil if the match may be chance.
  private func line(in part: Range<Double>, _ search: RiseSearch) throws(StreamFailure) -> ClockLine? {
    let drifts = DriftSearch(for: other, in: reference, by: correlator)
    let rate = Double(SoundDigest.rate)
    let steps =
      Int(
        part.lowerBound * PowerRises.perSecond)..<min(
        other.rises.count, Int(part.upperBound * PowerRises.perSecond))
    guard steps.count >= 32, reference.rises.count >= 32 else { return nil }
    var best: DriftSearch.Finding?
    for place in search.places(of: steps, in: other.rises, atMost: 4) where place.height >= Self.leastScore {
      let lag = (place.lag - steps.lowerBound) * PowerRises.hop
      let middle = (part.lowerBound + part.upperBound) / 2
      let isLong = part.upperBound - part.lowerBound > 60
      let halves = isLong ? [part.lowerBound..<middle, middle..<part.upperBound] : [part]
      for half in halves {
        let span = Int(half.lowerBound * rate)..<min(other.count, Int(half.upperBound * rate))
        guard let finding = try drifts.finding(span, near: lag) else { continue }
        if finding.height > best?.height ?? Self.leastHeight { best = finding }
      }
    }
    return best?.line
  }

  /// Merges neighbouring runs if the line of the first leads to the second.
  private static func merged(_ runs: [Run]) -> [Run] {
    runs.reduce(into: []) { merged, run in
      if let last = merged.last {
        let expected = ClockFit(last.points.suffix(8), drift: last.line.drift).end.reference(at: run.start)
        let slack = 3e-3 + 50e-6 * (run.start - last.end)
        if abs(expected - run.points[0].reference) < slack {
          merged[merged.count - 1].points += run.points
          return
        }
      }
      merged.append(run)
    }
  }

  /// Removes runs that go back in the reference. Of two runs that contradict each other, the one with more points
  /// stays.
  private static func inOrder(_ runs: [Run]) -> [Run] {
    runs.reduce(into: []) { kept, run in
      while let last = kept.last?.points.last, run.points[0].reference < last.reference - ClockTracker.step {
        if kept[kept.count - 1].points.count >= run.points.count { return }
        kept.removeLast()
      }
      kept.append(run)
    }
  }
}
