import Streams
import Warp

/// The relation between the clocks of two recordings of one scene.
package struct Alignment {
  /// A span of time in which neither recorder was stopped.
  struct Run {
    var points: [ClockPoint]
    let line: ClockLine
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
    /// The rows of the time map that brings the recording to align onto the clock of the reference recording.
    case map([MapTable.Row])
    case nothingInCommon
    /// The sound repeats itself, so the recording to align matches several places in the reference equally well.
    case severalPlaces
  }

  package func outcome() throws(StreamFailure) -> Outcome {
    let (found, undecided) = try runs()
    let runs = Self.inOrder(Self.merged(found))
    guard !runs.isEmpty else { return undecided > 0 ? .severalPlaces : .nothingInCommon }
    return .map(try AlignedRows(runs, ClockJoint(for: other, in: reference)).rows(from: origin))
  }

  private var length: Double { Double(other.count) / Double(SoundDigest.rate) }

  /// Parts of the recording to align, each of this length in seconds, are searched for in the reference one by one.
  private static let part = 120.0

  /// Returns the spans in which the recordings match, and how many parts match several places in the reference.
  private func runs() throws(StreamFailure) -> ([Run], undecided: Int) {
    let search = LineSearch(for: other, in: reference, by: correlator)
    let tracker = ClockTracker(for: other, in: reference, by: correlator)
    var (runs, undecided, reached, known) = ([Run](), 0, 0.0, 0.0)
    while length - reached > 2 {
      let end = min(length, reached + Self.part)
      let finding = try search.finding(in: reached..<end)
      if case .severalPlaces = finding { undecided += 1 }
      // If a sound loops for an hour, every part matches several places. To save time, steps grow after ten such parts.
      let step = Self.part / 2 * Double(max(1, undecided - 9))
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
