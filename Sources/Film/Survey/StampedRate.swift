import Warp

/// How many frames a second the first stamps of a picture tell. Matroska's default duration of a frame may be a mean: ffmpeg writes
/// that, and reads it as the rate of an even film.
struct StampedRate {
  /// Seconds from a frame to the next: nine of ten are at least as long.
  private let shortest: Double
  private let tick: Double
  /// Frames a second.
  private let mean: Double

  /// Nil where there are too few stamps to tell.
  ///
  /// - Parameters:
  ///   - stamps: in seconds, in any order; the same may come twice.
  ///   - tick: seconds, in which stamps are whole.
  init?(_ stamps: [Double], tick: Double) {
    // Of frames that are decoded in another order than they are shown, some between the last are not there yet. In a short film
    // packets come twice, as the first and as the last.
    let sorted = Set(stamps).sorted().dropLast(Self.unsure)
    guard sorted.count > Self.unsure, let first = sorted.first, let last = sorted.last, last > first else { return nil }
    let lengths = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.sorted()
    shortest = lengths[lengths.count / 10]
    mean = Double(lengths.count) / (last - first)
    self.tick = tick
  }

  private static let unsure = 16

  /// A rate in which the stamps fit better than in the one that is said, since frames come faster; nil where they do not, or it is
  /// not known in which.
  func rate(above said: FrameRate) -> FrameRate? {
    // Rounded, a frame may be shorter by a tick than it is.
    if 1 / (shortest + tick) > 1.2 * said.value { return ClipRate.usual(nearest: 1 / max(shortest, tick)) }
    let usual = ClipRate.usual(nearest: mean)
    return mean > 1.02 * said.value && abs(mean / usual.value - 1) < 0.005 ? usual : nil
  }
}

extension PictureFacts {
  /// The same with the rate that its stamps tell. One that was not worked out from stamps is both rates of the two.
  func fitting(_ stamped: StampedRate?) -> PictureFacts {
    guard let said = fittingRate, said == averageRate, let rate = stamped?.rate(above: said) else { return self }
    var facts = self
    facts.fittingRate = rate
    return facts
  }
}
