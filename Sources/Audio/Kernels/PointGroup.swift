/// Points that follow on each other and are read alike, their samples not far apart.
struct PointGroup: Sendable {
  /// Which of the points.
  let points: Range<Int>
  let band: Band
  /// Whether the kernel is blended with that of the next band.
  let isBlended: Bool
  /// From the first sample at or before a point to the last, in the octave of the band.
  let span: Range<Int>

  /// The same points read with their own band's kernel alone.
  var alone: PointGroup { PointGroup(points: points, band: band, isBlended: false, span: span) }

  /// The same points read in the octave below, with the first of its kernels.
  var below: PointGroup {
    PointGroup(
      points: points, band: band.next, isBlended: false, span: span.lowerBound >> 1..<(span.upperBound >> 1) + 1)
  }

  /// The widest span there is, so that what has to lie ready is bounded at any speed.
  static let widestSpan = 8192
}

/// Divides points into groups.
struct PointGrouping: Sendable {
  private var finder = BandFinder()
  /// How much of the next band's kernel each point's kernel has, as far as points have been grouped.
  private(set) var shares: [Float] = []

  /// Begins anew with other points.
  mutating func begin(_ count: Int) {
    if shares.count < count { shares.append(contentsOf: repeatElement(0, count: count - shares.count)) }
  }

  /// The group that begins at `first`.
  mutating func group(_ points: [ControlPoint], from first: Int) -> PointGroup {
    let firstShare = finder.share(of: points[first].width)
    let band = finder.band
    let isBlended = firstShare > 0
    shares[first] = Float(firstShare)
    var (low, high) = (points[first].index >> band.octave, points[first].index >> band.octave)
    var end = first + 1
    while end < points.count {
      let share = finder.share(of: points[end].width)
      guard (share > 0) == isBlended, finder.band == band else { break }
      let index = points[end].index >> band.octave
      let (newLow, newHigh) = (min(low, index), max(high, index))
      guard newHigh - newLow < PointGroup.widestSpan else { break }
      (low, high) = (newLow, newHigh)
      shares[end] = Float(share)
      end += 1
    }
    return PointGroup(points: first..<end, band: band, isBlended: isBlended, span: low..<high + 1)
  }
}
