/// From source time to warped time: as many answers as the source instant has visits.
extension TimeMap {
  /// A time at which a source instant is shown.
  package struct Visit: Equatable, Sendable {
    package let warped: Double
    /// The scale there with its sign; nil where the visit is a freeze.
    package let scale: Double?
  }

  /// Every visit of `source`, in order of warped time; a freeze on it is one visit, at its start.
  ///
  /// Stretches are half open in the order they are played: one that ends at `source` before a cut does not show it.
  /// The end of the map belongs to its last stretch. O(log n) for each run of pieces that play on in one direction.
  package func visits(of source: Double) -> [Visit] { visits(of: source, atMost: .max) }

  /// The first of them; later runs are not looked at.
  package func firstVisit(of source: Double) -> Visit? { visits(of: source, atMost: 1).first }

  private func visits(of source: Double, atMost limit: Int) -> [Visit] {
    var visits: [Visit] = []
    var restsUntil: Double?
    for run in runs {
      if visits.count >= limit { return visits }
      guard let index = pieceIndex(of: source, in: run) else { continue }
      let piece = pieces[index]
      let warped = piece.warped(at: source)
      // Playing on from a freeze on the same instant is no new visit.
      if restsUntil != warped { visits.append(Visit(warped: warped, scale: piece.signedScale(at: source))) }
      if piece.direction == .still { restsUntil = piece.warpedEnd }
    }
    if visits.count < limit, let tail, source >= tail.source {
      let warped = tail.warped(at: source)
      if restsUntil != warped { visits.append(Visit(warped: warped, scale: tail.scale)) }
    }
    return visits
  }

  private func pieceIndex(of source: Double, in run: Range<Int>) -> Int? {
    let pieces = pieces[run]
    let (first, last) = (pieces[run.lowerBound], pieces[run.upperBound - 1])
    let isMapEnd = tail == nil && run.upperBound == self.pieces.count
    if isMapEnd, source == last.sourceEnd { return run.upperBound - 1 }
    switch first.direction {
    case .still:
      return source == first.sourceStart ? run.lowerBound : nil
    case .forward:
      guard source >= first.sourceStart, source < last.sourceEnd else { return nil }
      return pieces.borderIndex { $0.sourceEnd > source }
    case .backward:
      guard source <= first.sourceStart, source > last.sourceEnd else { return nil }
      return pieces.borderIndex { $0.sourceEnd < source }
    }
  }
}
