/// A change of brightness or contrast of the whole picture between two frames, such as a fade or a lamp that is
/// switched on. Even where nothing moves, the two frames then differ. For the search, a copy of the frame with less
/// contrast is therefore raised: it gets the mean and the contrast of the other frame. New frames are still mixed from
/// the original samples.
///
/// A fade is recognized from the histograms of the two frames, which hardly depend on motion. One straight line must
/// map each code value of one frame to that of the other. The last step of a fade, to a frame of one flat color, has no
/// such line. It is recognized from the step before, whose line predicts the code value of the flat frame.
struct Fade {
  /// The largest factor by which contrast is raised. With a larger factor, rounding errors would look like a picture.
  private static let mostGain = 16.0
  /// The smallest contrast of each frame, and the smallest distance between the two histograms, in code values.
  private static let least = 0.5
  /// Raising the fainter frame must divide the distance between the two histograms by at least this, for a certain and
  /// for a likely fade.
  private static let leastNearer = (certain: 6.0, likely: 2.5)
  /// The largest difference between the two frames of a fade after the fainter one is raised, as a fraction of the
  /// contrast. Two different scenes with similar histograms differ by as much as their contrast. The frames are
  /// compared at a reduced size (`level`), at which a motion of a few pixels hardly matters.
  private static let mostOfContrast = 0.7
  private static let level = 3
  /// The smallest factor by which the last but one step of a fade reduces the contrast. An even fade halves the
  /// contrast in this step. With a smaller factor, the fade is not about to end.
  private static let leastGainBeforeEnd = 1.5
  /// How far the predicted end of a fade may be from the flat frame that follows, in code values.
  private static let endTolerance = 16.0

  /// Whether the first frame is the fainter one, which is raised for the search. Otherwise the second frame is raised.
  let raisesFirst: Bool
  /// For each code value of the fainter frame, the code value to which it is raised.
  let codes: [UInt8]
  /// The contrast of the stronger frame divided by the contrast of the fainter one.
  private let gain: Double
  /// The code value that does not change during the fade. A flat frame of this code value would be the end of the fade.
  private let end: Double

  /// Returns nil if there is no fade between the two frames.
  ///
  /// - Parameters:
  ///   - histograms: the histograms of `first.means` and `second.means`.
  ///   - isCertain: whether the two frames must prove the fade. If false, a likely fade is enough, and a cut may be
  ///     taken for a fade.
  init?(
    from first: GuidePyramid, to second: GuidePyramid, histograms: (Histogram, Histogram), isCertain: Bool = true
  ) {
    let (one, other) = histograms
    raisesFirst = one.contrast < other.contrast
    let (faint, strong) = raisesFirst ? (one, other) : (other, one)
    guard
      faint.contrast >= Self.least, strong.contrast <= Self.mostGain * faint.contrast,
      faint.distance(to: strong) >= Self.least
    else { return nil }
    let gain = strong.contrast / faint.contrast
    self.gain = gain
    end = (strong.mean - gain * faint.mean) / (1 - gain)
    codes = (0...255).map { UInt8(min(max((strong.mean + gain * (Double($0) - faint.mean)).rounded(), 0), 255)) }
    let leastNearer = isCertain ? Self.leastNearer.certain : Self.leastNearer.likely
    guard leastNearer * faint.raised(by: codes).distance(to: strong) < faint.distance(to: strong) else {
      return nil
    }
    guard isCertain else { return }
    let level = min(Self.level, first.levels.count - 1)
    let small = (first.levels[level], second.levels[level])
    let left = raisesFirst ? Self.difference(small.0, codes, small.1) : Self.difference(small.1, codes, small.0)
    if left > Self.mostOfContrast * strong.contrast { return nil }
  }

  /// Whether the fade may end in a flat frame of this code value, which lies beside the fainter frame.
  func leads(toFlat code: Int) -> Bool {
    gain >= Self.leastGainBeforeEnd && abs(end - Double(code)) <= Self.endTolerance
  }

  /// The mean difference of two planes of the same size. The code values of `faint` are first replaced by `codes`.
  private static func difference(_ faint: PaddedPlane<UInt8>, _ codes: [UInt8], _ strong: PaddedPlane<UInt8>) -> Double
  {
    var sum = 0
    for row in 0..<faint.height {
      for column in 0..<faint.width { sum += abs(Int(codes[Int(faint[column, row])]) - Int(strong[column, row])) }
    }
    return Double(sum) / Double(faint.width * faint.height)
  }
}
