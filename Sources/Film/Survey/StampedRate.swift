import Warp

/// How many frames a second the first stamps of a picture tell. Matroska's default duration of a frame may be a mean: ffmpeg writes
/// that, and reads it as the rate of an even film. The mean of a film that lacks frames is less than its rate.
struct StampedRate {
  /// In seconds, in the order in which frames are shown.
  private let stamps: [Double]
  /// Some of the last ones.
  private let lastStamps: [Double]
  /// Seconds from a frame to the next: nine of ten are at least as long.
  private let shortest: Double
  /// The median of the seconds from a frame to the next.
  private let median: Double
  private let tick: Double
  /// Frames a second.
  private let mean: Double

  /// Nil where there are too few stamps to tell.
  ///
  /// - Parameters:
  ///   - stamps: in seconds, in any order; the same may come twice.
  ///   - lastStamps: some of the last ones, which tell rates apart that are nearly the same.
  ///   - tick: seconds, in which stamps are whole.
  init?(_ stamps: [Double], last lastStamps: [Double] = [], tick: Double) {
    // Of frames that are decoded in another order than they are shown, some between the last are not there yet. In a short film
    // packets come twice, as the first and as the last.
    let sorted = Set(stamps).sorted().dropLast(Self.unsure)
    guard sorted.count > Self.enough, let first = sorted.first, let last = sorted.last, last > first else { return nil }
    let lengths = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.sorted()
    self.stamps = Array(sorted)
    self.lastStamps = lastStamps
    median = lengths[lengths.count / 2]
    shortest = lengths[lengths.count / 10]
    mean = Double(lengths.count) / (last - first)
    self.tick = tick
  }

  private static let unsure = 16
  /// So many lengths of frames tell a rate.
  private static let enough = 8

  /// Rates of cameras for stills and of recorded screens, lower than any of films.
  private static let slow = [10, 12, 15, 20].compactMap { Rational($0).flatMap(FrameRate.init) }

  /// A rate in which the stamps fit better than in the one that is said, since frames come faster; nil where they do not, or it is
  /// not known in which.
  func rate(above said: FrameRate) -> FrameRate? {
    let fitsFirst = fits(said, stamps)
    if fitsFirst, fits(said, lastStamps) { return nil }
    let fitting = (Self.slow + ClipRate.usual).filter {
      $0.value > said.value && abs(1 / $0.value - median) <= tick && fits($0, stamps)
    }
    if let rate = fitting.first(where: { fits($0, lastStamps) }) ?? (fitsFirst ? nil : fitting.first) { return rate }
    // Rounded, a frame may be shorter by a tick than it is.
    if 1 / (shortest + tick) > 1.2 * said.value { return ClipRate.usual(nearest: 1 / max(shortest, tick)) }
    let usual = ClipRate.usual(nearest: mean)
    return mean > 1.02 * said.value && abs(mean / usual.value - 1) < 0.005 ? usual : nil
  }
}

extension StampedRate {
  /// The lowest rate in which all stamps fit, for a film of which no rate is said; nil for an uneven one.
  var even: FrameRate? {
    (Self.slow + ClipRate.usual).first {
      abs(1 / $0.value - median) <= tick && fits($0, stamps) && fits($0, lastStamps)
    }
  }

  /// Whether each of some stamps is that of a frame of an even film of this rate. The first stamp and each other are rounded.
  private func fits(_ rate: FrameRate, _ stamps: [Double]) -> Bool {
    guard let first = self.stamps.first else { return false }
    return stamps.allSatisfy { stamp in
      let frames = (stamp - first) * rate.value
      return abs(frames - frames.rounded()) <= 1.01 * tick * rate.value
    }
  }
}

extension PictureFacts {
  /// The same with the rate that its stamps tell. One that was not worked out from stamps is both rates of the two.
  func fitting(_ stamped: StampedRate?) -> PictureFacts {
    // Ticks are frames to ffprobe where it knows no better.
    if averageRate == nil, let even = stamped?.even {
      var facts = self
      facts.fittingRate = even
      return facts
    }
    guard let said = fittingRate, said == averageRate, let rate = stamped?.rate(above: said) else { return self }
    var facts = self
    facts.fittingRate = rate
    return facts
  }
}
