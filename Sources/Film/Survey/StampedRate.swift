import Values

/// The frame rate that the first timestamps of a picture reveal. Matroska's default duration may be a mean: ffmpeg
/// writes a mean, and reads it as a constant rate. If the film lacks frames, its mean is below its rate.
struct StampedRate {
  /// In seconds, in display order.
  private let stamps: [Double]
  /// Some of the last timestamps.
  private let lastStamps: [Double]
  /// Seconds between frames. Nine of ten intervals are at least this long.
  private let shortest: Double
  /// The median of the intervals between frames, in seconds.
  private let median: Double
  private let tick: Double
  /// Frames per second.
  private let mean: Double

  /// Nil if there are too few timestamps.
  ///
  /// - Parameters:
  ///   - stamps: timestamps in seconds, unsorted and possibly repeated.
  ///   - lastStamps: some of the last timestamps, which distinguish similar rates.
  ///   - tick: the unit of the timestamps, in seconds.
  init?(_ stamps: [Double], last lastStamps: [Double] = [], tick: Double) {
    // The last timestamps are not used, because reordered frames between them may be missing. In a short film, packets
    // appear twice, as the first and as the last.
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
  /// The least number of intervals that reveals a rate.
  private static let enough = 8

  /// Rates of still cameras and screen recordings, below those of films.
  private static let slow = [10, 12, 15, 20].compactMap { Rational($0).flatMap(FrameRate.init) }

  /// A higher rate that fits the timestamps better than the stated one. Nil if the stated rate fits, or if no rate
  /// does.
  func rate(above said: FrameRate) -> FrameRate? {
    let fitsFirst = fits(said, stamps)
    if fitsFirst, fits(said, lastStamps) { return nil }
    let fitting = (Self.slow + ClipRate.usual).filter {
      $0.value > said.value && abs(1 / $0.value - median) <= tick && fits($0, stamps)
    }
    if let rate = fitting.first(where: { fits($0, lastStamps) }) ?? (fitsFirst ? nil : fitting.first) { return rate }
    // By rounding, a frame may seem to be a tick shorter than it is.
    if 1 / (shortest + tick) > 1.2 * said.value { return ClipRate.usual(nearest: 1 / max(shortest, tick)) }
    let usual = ClipRate.usual(nearest: mean)
    return mean > 1.02 * said.value && abs(mean / usual.value - 1) < 0.005 ? usual : nil
  }
}

extension StampedRate {
  /// The lowest rate that fits all timestamps, for a film without a stated rate; nil if the rate is variable.
  var even: FrameRate? {
    let whole = Int64(exactly: mean.rounded()).flatMap { Rational($0) }.flatMap(FrameRate.init)
    return (Self.slow + ClipRate.usual + [whole].compactMap(\.self)).first {
      abs(1 / $0.value - median) <= tick && fits($0, stamps) && fits($0, lastStamps)
    }
  }

  /// The mean of the timestamps, to a thousandth of a frame per second.
  fileprivate var meanRate: FrameRate? {
    Int64(exactly: (mean * 1000).rounded()).flatMap { Rational($0, 1000) }.flatMap(FrameRate.init)
  }

  /// Whether each timestamp is that of a frame at this constant rate. The first timestamp and the others are rounded.
  private func fits(_ rate: FrameRate, _ stamps: [Double]) -> Bool {
    guard let first = self.stamps.first else { return false }
    return stamps.allSatisfy { stamp in
      let frames = (stamp - first) * rate.value
      return abs(frames - frames.rounded()) <= 1.01 * tick * rate.value
    }
  }
}

extension PictureFacts {
  /// The facts with the rate that the timestamps reveal. If both stated rates are equal, they were not computed from
  /// timestamps.
  func fitting(_ stamped: StampedRate?) -> PictureFacts {
    // Without a stated rate, ffprobe takes ticks for frames.
    if averageRate == nil, let stamped {
      var facts = self
      let even = stamped.even
      (facts.fittingRate, facts.averageRate) = (even ?? fittingRate, even ?? stamped.meanRate)
      return facts
    }
    guard let said = fittingRate, said == averageRate, let rate = stamped?.rate(above: said) else { return self }
    var facts = self
    facts.fittingRate = rate
    return facts
  }
}
