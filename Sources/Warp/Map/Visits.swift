/// From source time to warped time: one answer for each visit of a source instant.
extension TimeMap {
  /// A time at which a source instant is shown.
  package struct Visit: Equatable, Sendable {
    package let warped: Double
    /// The scale at that time, negative while playing backward; nil where the visit is a freeze.
    package let scale: Double?
  }

  /// Every visit of `source`, in order of warped time; a freeze on it is one visit, at its start.
  ///
  /// Stretches are half open in the order they are played: one that ends at `source` before a cut does not show it.
  /// The end of the map belongs to its last stretch. O(log n) for each stretch.
  package func visits(of source: Double) -> [Visit] { visits(of: source, atMost: .max) }

  /// The first visit of `source`, if there is one; the stretches after it are not searched.
  package func firstVisit(of source: Double) -> Visit? { visits(of: source, atMost: 1).first }

  private func visits(of source: Double, atMost limit: Int) -> [Visit] {
    var visits: [Visit] = []
    var freezeEnd: Double?
    for stretch in stretches where visits.count < limit {
      guard let visit = visit(of: source, in: stretch) else { continue }
      // Playing on from a freeze on the same instant is the same visit.
      if freezeEnd != visit.warped { visits.append(visit) }
      if stretch.direction == .still { freezeEnd = stretch.warpedEnd }
    }
    return visits
  }

  private func visit(of source: Double, in stretch: Stretch) -> Visit? {
    guard let index = pieceIndex(of: source, in: stretch) else { return nil }
    if index < pieces.count {
      return Visit(warped: pieces[index].warped(at: source), scale: pieces[index].signedScale(at: source))
    }
    return openEnd.map { Visit(warped: $0.warped(at: source), scale: $0.scale) }
  }

  /// The piece of a stretch that shows `source`; `pieces.count` stands for the open end.
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
