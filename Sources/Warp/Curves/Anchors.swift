import Values

/// Source instants with given warped times, joined by straight lines or by monotone cubics.
package struct Anchors: Equatable, Sendable {
  package struct Anchor: Equatable, Sendable {
    package let source: Double
    package let warped: Double

    package init(source: Double, warped: Double) { (self.source, self.warped) = (source, warped) }
  }

  package enum Easing: String, CaseIterable, Sendable {
    case linear, smooth
  }

  /// Sorted by warped time. The first anchor is at warped time 0.
  package let anchors: [Anchor]
  package let easing: Easing

  /// Creates the curve from anchors in any order. Adds the anchor 0=0 unless an anchor has warped time 0. Throws if two
  /// source instants have the same warped time.
  package init(_ anchors: [Anchor], easing: Easing) throws(Refusal) {
    let sorted = anchors.sorted { $0.warped < $1.warped }
    for (anchor, next) in zip(sorted, sorted.dropFirst())
    where anchor.warped == next.warped && anchor.source != next.source {
      throw .usage(
        "two anchors are at \(NumberSyntax.print(next.warped)) s of the result",
        advice: "give each time of the result only one source time")
    }
    let startsByItself = sorted.first?.warped == 0
    var distinct = startsByItself ? [] : [Anchor(source: 0, warped: 0)]
    for anchor in sorted where anchor != distinct.last { distinct.append(anchor) }
    self.anchors = distinct
    self.easing = easing
  }

  /// The map through the anchors. If `duration` is known, the source after the last anchor plays at scale 1.
  package func map(duration: Double?) throws(Refusal) -> TimeMap {
    var pieces: [Piece] = []
    for run in runs { pieces += try self.pieces(of: run) }
    if let duration, let last = anchors.last, last.source < duration {
      let line = Cubic(line: 1, from: last.source, to: duration)
      pieces.append(Piece(.cubic(line), from: last.source, to: duration, at: last.warped))
    }
    return try TimeMap(pieces)
  }

  /// The anchors, split where the source changes direction. Neighbouring runs share the anchor at the turn.
  var runs: [ArraySlice<Anchor>] {
    var runs: [ArraySlice<Anchor>] = []
    var start = 0
    for index in anchors.indices.dropFirst().dropLast() where direction(after: index - 1) != direction(after: index) {
      runs.append(anchors[start...index])
      start = index
    }
    if anchors.count > 1 { runs.append(anchors[start...]) }
    return runs
  }

  /// 1, −1 or 0: the source plays forward, backward or not at all after this anchor.
  private func direction(after index: Int) -> Int {
    let (source, next) = (anchors[index].source, anchors[index + 1].source)
    return source < next ? 1 : source > next ? -1 : 0
  }

  func pieces(of run: ArraySlice<Anchor>) throws(Refusal) -> [Piece] {
    let spans = Array(zip(run, run.dropFirst()))
    let secants = spans.map { abs(($1.warped - $0.warped) / ($1.source - $0.source)) }
    let lengths = spans.map { abs($1.source - $0.source) }
    let slopes = easing == .smooth ? MonotoneSlopes.slopes(lengths: lengths, secants) : []
    var pieces: [Piece] = []
    for (index, (anchor, next)) in spans.enumerated() where next.warped > anchor.warped {
      guard anchor.source != next.source else {
        pieces.append(Piece(holding: anchor.source, from: anchor.warped, until: next.warped))
        continue
      }
      let ends =
        easing == .smooth ? (slopes[index], slopes[index + 1]) : (secants[index], secants[index])
      pieces.append(try piece(from: anchor, to: next, scales: ends))
    }
    return pieces
  }

  private func piece(
    from anchor: Anchor, to next: Anchor, scales: (Double, Double)
  ) throws(Refusal) -> Piece {
    let isForward = anchor.source < next.source
    let cubic = Cubic(
      from: min(anchor.source, next.source), to: max(anchor.source, next.source), rise: next.warped - anchor.warped,
      startScale: isForward ? scales.0 : scales.1, endScale: isForward ? scales.1 : scales.0)
    guard let cubic else {
      throw .map(
        "the anchors \(text(anchor)) and \(text(next)) are too close together",
        at: "at \(NumberSyntax.print(anchor.source)) s in the source", advice: "move one of the two anchors")
    }
    return Piece(.cubic(cubic), from: anchor.source, to: next.source, at: anchor.warped, until: next.warped)
  }

  func text(_ anchor: Anchor) -> String {
    "\(NumberSyntax.print(anchor.source))=\(NumberSyntax.print(anchor.warped))"
  }
}

/// Slopes for monotone cubics through rising points, by the method of Fritsch and Butland.
enum MonotoneSlopes {
  /// Returns a slope for each point, from the lengths and secants of the intervals between the points.
  static func slopes(lengths: [Double], _ secants: [Double]) -> [Double] {
    guard secants.count > 1 else { return secants + secants }
    let last = secants.count - 1
    let inner = (1...last).map { index in
      // The weighted harmonic mean of the two secants. It is at most three times the smaller secant. This makes the
      // cubics on both sides monotone, as Fritsch and Carlson proved.
      let (a, b) = (2 * lengths[index] + lengths[index - 1], lengths[index] + 2 * lengths[index - 1])
      return (a + b) / (a / secants[index - 1] + b / secants[index])
    }
    return [endSlope(lengths[0], lengths[1], secants[0], secants[1])] + inner
      + [endSlope(lengths[last], lengths[last - 1], secants[last], secants[last - 1])]
  }

  /// The slope at the first or last point, from the parabola through the three nearest points. It is limited to 0 and
  /// three times the secant, so that the cubic is monotone.
  private static func endSlope(_ length: Double, _ next: Double, _ secant: Double, _ nextSecant: Double) -> Double {
    let slope = ((2 * length + next) * secant - length * nextSecant) / (length + next)
    return min(max(0, slope), 3 * secant)
  }
}

/// Reads an anchor, `SOURCE=WARPED`.
package enum AnchorSyntax {
  package static func parse(_ text: String, on clip: Clip) throws(Refusal) -> Anchors.Anchor {
    let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2 else {
      throw .usage("'\(text)' is not an anchor", advice: "write SOURCE=WARPED; 2s=5s shows the frame at 2 s after 5 s")
    }
    do throws(Refusal) {
      let source = try TimeSyntax.instant(sides[0], inside: clip)
      return Anchors.Anchor(source: source, warped: try TimeSyntax.seconds(sides[1], on: clip))
    } catch {
      throw error.within("anchor '\(text)'")
    }
  }
}
