import Values

/// Frames that are faster than the rate of their film, which ffprobe finds from the first frames alone. For example,
/// the slow motion of a phone starts at 30 fps and continues at 120 fps. At the reported rate, some frames would be
/// dropped.
struct FasterFrames {
  /// Timestamps in seconds, rising: one run at the start and one at the end. Frames between the runs are missing.
  private let runs: [[Double]]
  private let tick: Double

  /// - Parameters:
  ///   - first: the timestamps of the first frames, in seconds, unsorted and possibly repeated.
  ///   - last: the timestamps of the last frames.
  ///   - tick: the unit of the timestamps, in seconds.
  init(first: [Double], last: [Double], tick: Double) {
    runs = [first, last].map { Set($0).sorted() }
    self.tick = tick
  }

  /// The rate where the frames are fastest, if some would be dropped at `rate`. With many timestamps, one dropped frame
  /// is ignored, because the first or last frame of a regular film may be shorter.
  func fastest(lostAt rate: FrameRate) -> Double? {
    let mostOdd = runs.reduce(0) { $0 + $1.count } < Self.many ? 0 : 1
    guard runs.contains(where: { loses($0, at: rate, moreThan: mostOdd) }) else { return nil }
    let shortest = runs.flatMap { zip($0, $0.dropFirst()) }.map { $1 - $0 }.min() ?? 0
    return 1 / max(shortest, tick)
  }

  private static let many = 50

  /// Whether more than `count` frames would be dropped.
  ///
  /// Output frames show the source at the middle of each frame of `rate`, so a span of time has at most one picture
  /// more than its length. A frame is dropped if more frames than this begin and end in the span, or if a short frame
  /// lies between two pictures. Each timestamp may be off by one tick.
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
  /// The facts with a variable rate if some frames are faster than the reported rate.
  ///
  /// - Parameter seconds: the length of the picture that the file states; nil if it states none.
  func fitting(_ frames: FasterFrames, lasting seconds: Double?) -> PictureFacts {
    guard let rate = fittingRate else { return self }
    let average = averageRate ?? rate
    // The file has more frames than the rate shows. The last frame may be shorter than the others, which raises the
    // average.
    let excess = (average.value - rate.value) * (seconds ?? 0)
    let hasMore = average.value > 1.02 * rate.value && excess > 1.5
    let fastest = frames.fastest(lostAt: rate)
    var facts = self
    facts.excess = Int(min(max(0, excess - 0.5), 1e9))
    guard fastest != nil || hasMore else { return facts }
    // The speed of frames that are only counted is unknown, so the result never exceeds 60 fps because of them.
    facts.fittingRate = ClipRate.uneven(around: average, nearest: fastest ?? 60)
    return facts
  }
}
