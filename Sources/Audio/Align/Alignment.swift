import Streams
import Warp

/// The relation between the clocks of two recordings of one scene.
package struct Alignment {
  /// A span of time in which neither recorder was stopped.
  struct Run {
    var points: [ClockPoint]
    let line: ClockLine
    /// Where it begins and ends, if something else comes before or after it.
    var from: Double?
    var to: Double?
    var fit: ClockFit { ClockFit(points[...], drift: line.drift) }
    var start: Double { points[0].other }
    var end: Double { points[points.count - 1].other }
  }

  private let other: SoundDigest
  private let reference: SoundDigest
  private let correlator = PhaseCorrelator(length: 8192, reach: 640)

  /// The source time of the first sample of the recording to align, in seconds.
  private let origin: Double

  package init(of other: SoundDigest, to reference: SoundDigest, from origin: Double = 0) {
    (self.other, self.reference, self.origin) = (other, reference, origin)
  }

  package enum Outcome: Equatable {
    case map(AlignedMap)
    case nothingInCommon
    /// The sound repeats itself, so the recording to align matches several places in the reference equally well.
    case severalPlaces
  }

  /// - Parameter spill: makes a file for a recording at another speed, if `memory` bytes are not enough.
  package func outcome(
    memory: Int, spill: () throws(StreamFailure) -> any SpillFile
  ) throws(StreamFailure) -> Outcome {
    let search = LineSearch(for: other, in: reference, by: correlator)
    // A recording at another speed is recognised first: its notes of music fit here and there, and following each of
    // them takes minutes.
    let fits = try fitsInPlaces(search)
    if !fits, let map = try atOtherSpeeds(fittingMoreThan: 0, memory: memory, spill: spill) { return .map(map) }
    let tracker = ClockTracker(for: other, in: reference, by: correlator)
    var (found, undecided) = try runs(search, tracker)
    // Two short passages of the same length are two places for the whole, but each has one place. A third of the
    // recording lies in one of them.
    if found.isEmpty, undecided > 0, length < Self.part {
      (found, undecided) = try runs(search, tracker, inPartsOf: max(Self.shortestPart, length / 3))
    }
    if found.isEmpty, undecided > 0 { return .severalPlaces }
    // Some notes of music fit at any speed, and a little at a time fits at nearly the same speed.
    let count = found.reduce(0) { $0 + $1.points.count }
    if fits, Double(count) * ClockTracker.step < Self.leastShare * min(length, reference.length),
      let map = try atOtherSpeeds(fittingMoreThan: 2 * count, memory: memory, spill: spill)
    {
      return .map(map)
    }
    if found.isEmpty { return .nothingInCommon }
    return .map(try map(found, search, tracker))
  }

  private func map(
    _ found: [Run], _ search: LineSearch, _ tracker: ClockTracker
  ) throws(StreamFailure) -> AlignedMap {
    let edges = PassageEdges(for: other, in: reference)
    let passages = try PassageSearch(for: other, in: reference, search, tracker, edges)
      .passages(Self.inOrder(Self.merged(found)))
    return try AlignedRows(passages, ClockJoint(for: other, in: reference), edges).map(from: origin)
  }

  /// Films are broadcast at 25 frames per second that were made at 24 or 23.976, and play at 24 that were made at
  /// 23.976. Plays the recording to align at these speeds, one after the other, until it fits the reference.
  private func atOtherSpeeds(
    fittingMoreThan count: Int, memory: Int, spill: () throws(StreamFailure) -> any SpillFile
  ) throws(StreamFailure) -> AlignedMap? {
    for rate in Self.otherRates {
      let played = try other.played(at: rate, memory: memory, spill: spill())
      let speed = Double(rate) / Double(SoundDigest.rate)
      let alignment = Alignment(of: played, to: reference, from: origin / speed)
      let search = LineSearch(for: played, in: reference, by: correlator)
      guard try alignment.fitsInPlaces(search) else { continue }
      let tracker = ClockTracker(for: played, in: reference, by: correlator)
      let (found, _) = try alignment.runs(search, tracker)
      guard found.reduce(0, { $0 + $1.points.count }) > count else { continue }
      let map = try alignment.map(found, search, tracker)
      if map.agreement.isLikely { return map.ofSource(playedAt: speed) }
    }
    return nil
  }

  /// The rates, in place of 8 kHz, of a recording that plays faster by 24/25, 25/24, 1000/1001, 1001/1000,
  /// 23.976/25 and 25/23.976, to 43 millionths. What is left counts as drift.
  private static let otherRates = [7680, 8333, 7992, 8008, 7672, 8342]
  /// If less than this share of the recordings fits, other speeds are tried.
  private static let leastShare = 0.2

  /// Whether most of a few parts fit the reference, in the same order as they are played.
  private func fitsInPlaces(_ search: LineSearch) throws(StreamFailure) -> Bool {
    let count = min(Self.probes, max(1, Int(length / Self.part)))
    var places: [Double] = []
    for number in 0..<count {
      let start = max(0, length - Self.part) * Double(number) / Double(max(1, count - 1))
      if case .line(let line) = try search.finding(in: start..<min(length, start + Self.part)) {
        places.append(line.reference(at: line.other))
      }
    }
    return places.count > count / 2 && zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }

  private static let probes = 4

  private var length: Double { other.length }

  /// Parts of the recording to align, each of this length in seconds, are searched for in the reference one by one.
  private static let part = 120.0
  /// Shorter parts say too little about the place.
  private static let shortestPart = 12.0

  /// Returns the spans in which the recordings match, and how many parts match several places in the reference.
  private func runs(
    _ search: LineSearch, _ tracker: ClockTracker, inPartsOf part: Double = part
  ) throws(StreamFailure) -> ([Run], undecided: Int) {
    var (runs, undecided, reached, known) = ([Run](), 0, 0.0, 0.0)
    while length - reached > 2 {
      let end = min(length, reached + part)
      let finding = try search.finding(in: reached..<end)
      if case .severalPlaces = finding { undecided += 1 }
      // If a sound loops for an hour, every part matches several places. To save time, steps grow after ten such parts.
      let step = part / 2 * Double(max(1, undecided - 9))
      guard case .line(let line) = finding else {
        reached += step
        continue
      }
      let points = try tracker.run(along: line, after: known, lengthOfOther: length)
      guard let last = points.last else {
        reached += step
        continue
      }
      runs.append(Run(points: points, line: line))
      known = last.other
      reached = max(reached + 2, last.other + ClockTracker.step / 2)
    }
    return (runs, undecided)
  }

  /// Merges two successive matching spans if a line through the first span's times predicts where the second begins.
  static func merged(_ runs: [Run]) -> [Run] {
    runs.reduce(into: []) { merged, run in
      if let last = merged.last {
        let expected = ClockFit(last.points.suffix(8), drift: last.line.drift).end.reference(at: run.start)
        let slack = 3e-3 + 50e-6 * (run.start - last.end)
        if abs(expected - run.points[0].reference) < slack {
          merged[merged.count - 1].points += run.points
          merged[merged.count - 1].to = run.to
          return
        }
      }
      merged.append(run)
    }
  }

  /// Removes the span with fewer measurements if a matching span begins in the reference before the previous one ends.
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
