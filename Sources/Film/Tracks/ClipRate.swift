import Warp

/// The rate that keeps the look of a clip.
package enum ClipRate {
  /// The lowest rate in which all stamps fit is right for an even clip and far too high for an uneven one; that gets the
  /// nearest usual rate to its average, or the average itself.
  package static func rate(of picture: PictureFacts) -> FrameRate {
    let average = picture.averageRate ?? picture.fittingRate.flatMap { $0.value <= 240 ? $0 : nil } ?? unknown
    if let fitting = picture.fittingRate, fitting.value < 1.2 * average.value { return fitting }
    func distance(_ rate: FrameRate) -> Double { abs(rate.value / average.value - 1) }
    let nearest = usual.min { distance($0) < distance($1) }
    return nearest.flatMap { distance($0) < 0.02 ? $0 : nil } ?? average
  }

  private static let unknown = rate(25, 1)
  private static let usual = [
    rate(24000, 1001), rate(24, 1), rate(25, 1), rate(30000, 1001), rate(30, 1), rate(48, 1), rate(50, 1),
    rate(60000, 1001), rate(60, 1), rate(100, 1), rate(120000, 1001), rate(120, 1), rate(240, 1),
  ]

  private static func rate(_ top: Int64, _ bottom: Int64) -> FrameRate { FrameRate(Rational(top, bottom)!)! }
}
