import Warp

/// Frames that come faster than the rate of their film, which ffprobe finds by the first of them alone: as in a telephone's slow
/// motion, with 30 frames a second and then 120. At that rate some of them would not be shown.
struct FasterFrames {
  /// In seconds, rising: some of the first, and some of the last. Between two of them others may be missing.
  private let runs: [[Double]]
  private let tick: Double

  /// - Parameters:
  ///   - first: stamps of the first frames, in seconds, in any order; the same may come twice.
  ///   - last: of the last ones.
  ///   - tick: seconds, in which stamps are whole.
  init(first: [Double], last: [Double], tick: Double) {
    runs = [first, last].map { Set($0).sorted() }
    self.tick = tick
  }

  /// How many frames a second there are where they come fastest, if at `rate` some of them would not be shown. A single one
  /// counts if few are known: the first or the last frame of an even film may be shorter than the others.
  func fastest(lostAt rate: FrameRate) -> Double? {
    let mostOdd = runs.reduce(0) { $0 + $1.count } < Self.many ? 0 : 1
    guard runs.contains(where: { loses($0, at: rate, moreThan: mostOdd) }) else { return nil }
    let shortest = runs.flatMap { zip($0, $0.dropFirst()) }.map { $1 - $0 }.min() ?? 0
    return 1 / max(shortest, tick)
  }

  private static let many = 50

  /// Whether more than so many of some frames would not be shown.
  ///
  /// Frames are picked in the middle of those of `rate`, so in a span of time there are so many pictures and one more at most.
  /// Where more frames begin and end in it, or where a short one lies between two pictures, one is lost. Each stamp may be off by
  /// a tick.
  private func loses(_ stamps: [Double], at rate: FrameRate, moreThan count: Int) -> Bool {
    guard let first = runs[0].first else { return false }
    let between = zip(stamps, stamps.dropFirst()).filter { start, end in
      guard end - start + tick < 0.75 / rate.value else { return false }
      let positions = ((start - tick - first) * rate.value - 0.5, (end + tick - first) * rate.value - 0.5)
      return positions.0.rounded(.up) > positions.1
    }
    return between.count > count
      || stamps.indices.contains { start in
        stamps.indices.dropFirst(start).contains { end in
          let pictures = (stamps[end] - stamps[start] + 2 * tick) * rate.value + 1.01
          return Double(end - start) > pictures + Double(count)
        }
      }
  }
}

extension PictureFacts {
  /// The same, uneven if some frames come faster than its rate.
  ///
  /// - Parameter seconds: how long the picture lasts by what the file says; nil if it does not.
  func fitting(_ frames: FasterFrames, lasting seconds: Double?) -> PictureFacts {
    guard let rate = fittingRate else { return self }
    let average = averageRate ?? rate
    // There are more frames than the rate shows. The last one may be shorter than the others, and the average higher by that.
    let excess = (average.value - rate.value) * (seconds ?? 0)
    let hasMore = average.value > 1.02 * rate.value && excess > 1.5
    let fastest = frames.fastest(lostAt: rate)
    var facts = self
    facts.excess = Int(min(max(0, excess - 0.5), 1e9))
    guard fastest != nil || hasMore else { return facts }
    // How fast they come is not known where they are only counted: no result is made faster than 60 because of it.
    facts.fittingRate = ClipRate.uneven(around: average, nearest: fastest ?? 60)
    return facts
  }
}
