import Streams
import Warp

/// The time map that brings the recording to align onto the clock of the reference recording.
package struct AlignedMap: Equatable {
  package var rows: [MapTable.Row]
  package var passages: [Passage]

  /// A part of the recording to align that plays without a jump.
  package struct Passage: Equatable {
    package var source: ClosedRange<Double>
    package var agreement: Agreement
  }

  /// The agreement in all passages.
  var agreement: Agreement { passages.reduce(into: Agreement()) { $0 += $1.agreement } }

  /// The map of a recording, from that of the recording played faster.
  func ofSource(playedAt speed: Double) -> AlignedMap {
    AlignedMap(
      rows: rows.map { MapTable.Row($0.source * speed, $0.warped, $0.scale.map { $0 / speed }) },
      passages: passages.map { passage in
        Passage(
          source: passage.source.lowerBound * speed...passage.source.upperBound * speed, agreement: passage.agreement)
      })
  }
}

/// Converts measured pairs of times in two recordings to the rows of a time map. Source time is the time in the
/// recording to align. Warped time is the time in the reference recording.
struct AlignedRows {
  private let fits: [(run: Alignment.Run, fit: ClockFit)]
  private let joint: ClockJoint
  private let edges: PassageEdges

  init(_ runs: [Alignment.Run], _ joint: ClockJoint, _ edges: PassageEdges) {
    fits = runs.map { ($0, $0.fit) }
    (self.joint, self.edges) = (joint, edges)
  }

  /// - Parameter origin: the source time of the first sample of the recording to align, in seconds.
  func map(from origin: Double) throws(StreamFailure) -> AlignedMap {
    var points: [ClockFit.Knot] = []
    var starts: [Double] = []
    var ends: [Double] = []
    for (index, (run, fit)) in fits.enumerated() {
      if index == 0 {
        points += beginning(fit, -origin)
        starts.append(max(0, points[points.count - 1].other))
      } else {
        let (before, last) = (fits[index - 1].run, fits[index - 1].fit)
        let joint = try joint(from: last.end, before, to: fit.start, run)
        // Removes map points at or after the time at which one recorder was stopped.
        while points.count > 1, let knot = points.last,
          knot.other >= joint[0].other || knot.reference >= joint[0].reference
        {
          points.removeLast()
        }
        points += joint
        ends.append(joint[0].other)
        starts.append(joint[joint.count - 1].other)
      }
      let inside = fit.knots.filter { knot in
        points.last.map { knot.other > $0.other && knot.reference > $0.reference } ?? true
      }
      points += inside
    }
    let scale = 1 + (fits.last?.fit.end.drift ?? 0)
    let rounded = points.map { MapTable.Row(Self.rounded($0.other + origin), Self.rounded($0.reference), nil) }
    ends.append(max(starts.last ?? 0, edges.lengthInCommon(along: fits.last?.fit.end)))
    var passages: [AlignedMap.Passage] = []
    for (index, start) in starts.enumerated() where start < ends[index] {
      let agreement = try edges.agreement(along: fits[index].fit, in: start...ends[index])
      passages.append(.init(source: start + origin...ends[index] + origin, agreement: agreement))
    }
    return AlignedMap(rows: rounded + [MapTable.Row(.infinity, .infinity, scale)], passages: passages)
  }

  /// Rounds to a tenth of a nanosecond, so that the numbers in the printed map are short.
  private static func rounded(_ time: Double) -> Double { (time * 1e10).rounded() / 1e10 }

  /// Returns the points of the map before the first measurement. If the reference began first, the map freezes the
  /// first instant of the recording to align. Otherwise, the map skips what was recorded before the reference began.
  private func beginning(_ fit: ClockFit, _ first: Double) -> [ClockFit.Knot] {
    let place = fit.start.reference(at: first)
    guard place > 0 else { return [ClockFit.Knot(other: max(first, fit.start.other(at: 0)), reference: 0)] }
    return [ClockFit.Knot(other: first, reference: 0), ClockFit.Knot(other: first, reference: place)]
  }

  /// Returns the points of the map between two passages. What only the reference has, the map spends on the last
  /// instant of the first passage. What only the recording to align has, the map skips.
  private func joint(
    from line: ClockLine, _ before: Alignment.Run, to next: ClockLine, _ after: Alignment.Run
  ) throws(StreamFailure) -> [ClockFit.Knot] {
    let (end, start) = (before.to ?? before.end, after.from ?? after.start)
    let gap = (other: start - end, reference: next.reference(at: start) - line.reference(at: end))
    if gap.other > Self.leastGap, gap.reference > Self.leastGap {
      let (last, first) = (
        try edges.sharpened(end, along: line, isEnd: true), try edges.sharpened(start, along: next, isEnd: false)
      )
      let place = next.reference(at: first)
      return [
        ClockFit.Knot(other: last, reference: line.reference(at: last)), ClockFit.Knot(other: last, reference: place),
        ClockFit.Knot(other: first, reference: place),
      ]
    }
    let (early, late) = (min(end, start) - Self.slack, max(end, start) + Self.slack)
    if next.reference(at: start) > line.reference(at: start) {
      let place = try joint.place(from: line, to: next, within: early..<late, onOther: true)
      return [line, next].map { ClockFit.Knot(other: place, reference: $0.reference(at: place)) }
    }
    let span = line.reference(at: early)..<max(line.reference(at: early), next.reference(at: late))
    let place = try joint.place(from: line, to: next, within: span, onOther: false)
    return [line, next].map { ClockFit.Knot(other: $0.other(at: place), reference: place) }
  }

  /// In seconds: the shortest gap that counts, and how far from an edge a joint is searched for.
  private static let leastGap = 8.0
  private static let slack = 1.5
}

extension ClockFit {
  /// The line that converts times up to the end of the first segment.
  var start: ClockLine { line(0) }
  /// The line that converts times from the start of the last segment on.
  var end: ClockLine { line(knots.count - 2) }

  /// The line that converts times about `time`.
  func line(at time: Double) -> ClockLine {
    line(min(knots.count - 2, knots.lastIndex { $0.other <= time } ?? 0))
  }

  private func line(_ index: Int) -> ClockLine {
    let (a, b) = (knots[index], knots[index + 1])
    return ClockLine(
      other: a.other, reference: a.reference, drift: (b.reference - a.reference) / (b.other - a.other) - 1)
  }
}
