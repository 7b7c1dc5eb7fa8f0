/// Converts source time to warped time. A map may show a source instant several times or never; each time is a visit.
extension TimeMap {
  /// A warped time at which a source instant is shown.
  package struct Visit: Equatable, Sendable {
    package let warped: Double
    /// The scale at that time, negative during backward play; nil if the visit begins with a freeze.
    package let scale: Double?
  }

  /// All visits of `source`, in warped order. A freeze of `source` is one visit, at its start.
  ///
  /// A stretch contains the source instant where it starts, but not the one where it ends. Therefore a stretch that
  /// ends at `source` before a cut does not show `source`. Only the last stretch of the map contains both ends. O(log
  /// n) for each visit.
  package func visits(of source: Double) -> [Visit] { visits(of: source, atMost: .max) }

  /// The first visit of `source`; nil if the map never shows it.
  package func firstVisit(of source: Double) -> Visit? { visits(of: source, atMost: 1).first }

  private func visits(of source: Double, atMost limit: Int) -> [Visit] {
    var visits: [Visit] = []
    var freezeEnd: Double?
    for stretch in stretches(between: source, and: source) {
      guard let visit = visit(of: source, in: stretch) else { continue }
      // A stretch that plays on from a freeze of `source` continues the freeze's visit.
      if freezeEnd != visit.warped { visits.append(visit) }
      if visits.count == limit { break }
      if stretch.direction == .still { freezeEnd = stretch.warpedEnd }
    }
    return visits
  }

  /// The warped time at which the map shows a part of the source before `source` for the last time; 0 if it shows none.
  package func lastShowing(before source: Double) -> Double {
    guard let stretch = stretches.last(where: { $0.earliestSource < source }) else { return 0 }
    guard stretch.direction == .forward, stretch.sourceEnd > source else { return stretch.warpedEnd }
    return visit(of: source, in: stretch)?.warped ?? stretch.warpedEnd
  }

  private func visit(of source: Double, in stretch: Stretch) -> Visit? {
    guard let index = pieceIndex(of: source, in: stretch) else { return nil }
    if index < pieces.count {
      return Visit(warped: pieces[index].warped(at: source), scale: pieces[index].signedScale(at: source))
    }
    return openEnd.map { Visit(warped: $0.warped(at: source), scale: $0.scale) }
  }

  /// The index of the piece of a stretch that shows `source`; `pieces.count` for the open end; nil if there is none.
  private func pieceIndex(of source: Double, in stretch: Stretch) -> Int? {
    let isMapEnd = !stretch.isOpen && stretch.pieces.upperBound == pieces.count
    if isMapEnd, source == stretch.sourceEnd { return pieces.count - 1 }
    switch stretch.direction {
    case .still:
      return source == stretch.sourceStart ? stretch.pieces.lowerBound : nil
    case .forward:
      guard source >= stretch.sourceStart, source < stretch.sourceEnd else { return nil }
      return pieces[stretch.pieces].borderIndex { $0.sourceEnd > source }
    case .backward:
      guard source <= stretch.sourceStart, source > stretch.sourceEnd else { return nil }
      return pieces[stretch.pieces].borderIndex { $0.sourceEnd < source }
    }
  }
}
