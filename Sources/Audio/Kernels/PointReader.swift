import Streams

/// A method of interpolation: computes the source's sound at control points, which are positions with a speed.
package protocol PointReader: Sendable {
  associatedtype Element: SoundElement

  /// Computes the sound at each of `points` into the planes of `sound`, from index `start` on.
  mutating func read(
    _ points: [ControlPoint], from supply: inout SoundSupply, into sound: inout Planes<Element>, at start: Int
  ) throws(StreamFailure)

  /// The number of samples that are read on each side of the two samples around a point, at speeds up to `speed`.
  func reach(atSpeed speed: Double) -> Int

  /// The magnitude to which samples are limited before sound is computed from them, at speeds up to `speed`.
  func limit(atSpeed speed: Double) -> Double
}

extension PointReader {
  package func limit(atSpeed speed: Double) -> Double { .infinity }
}

/// Consecutive points that are read with the same kernels, from samples close enough to be in memory together.
struct PointGroup: Sendable {
  /// The indices of the points.
  let points: Range<Int>
  let band: Band
  /// Whether the band's kernel is blended with the kernel of the next faster band.
  let isBlended: Bool
  /// The range of samples at or just before the points. Samples are counted at the sample rate that `band` uses.
  let span: Range<Int>

  /// This group's points, read only with the narrower of the two blended kernels.
  var unblended: PointGroup { PointGroup(points: points, band: band, isBlended: false, span: span) }

  /// This group's points, read with the wider of the two blended kernels, at half the sample rate.
  var below: PointGroup {
    PointGroup(
      points: points, band: band.next, isBlended: false, span: span.lowerBound >> 1..<(span.upperBound >> 1) + 1)
  }

  /// The largest number of samples that a group may span. It limits the samples that must be in memory at any speed.
  static let widestSpan = 8192
}

struct PointGrouping: Sendable {
  private var finder = BandFinder()
  /// For each point grouped so far, the share of the wider kernel in the blend of two kernels.
  private(set) var shares: [Float] = []

  /// Must be called before the first group of `count` new points.
  mutating func begin(_ count: Int) {
    if shares.count < count { shares.append(contentsOf: repeatElement(0, count: count - shares.count)) }
  }

  /// Returns the longest series of points, from index `first` on, that can be read together.
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
