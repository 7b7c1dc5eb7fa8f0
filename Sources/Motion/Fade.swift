/// A change of brightness or contrast of the whole picture between two frames, such as a fade or a lamp that is
/// switched on. Windows of the two frames would differ even if nothing moves. The fainter frame has less contrast. Its
/// guide, in which motion is searched, is raised: the guide gets the mean and the contrast of the other frame. Made
/// frames are still mixed from the original samples.
///
/// A fade is recognised from the two histograms, which hardly depend on motion: one straight line maps each code value
/// of one frame to its code value in the other. The last step of a fade, to a flat frame, has no such line and looks
/// like a cut. It is recognised from the step before, whose line predicts the code value of the flat frame.
struct Fade {
  /// The largest ratio of contrasts. Beyond it, raised rounding errors would look like a picture.
  private static let mostGain = 16.0
  /// The smallest contrast of either frame and the smallest distance of the two histograms, in code values.
  private static let least = 0.5
  /// A fade is certain or likely if the straight line divides the distance of the histograms by at least this.
  private static let leastNearer = (certain: 6.0, likely: 2.5)
  /// The largest difference between the two frames after the fainter one is raised, as a fraction of the contrast. Two
  /// scenes may have similar histograms, but they differ by as much as their contrast. The difference is measured in
  /// `level` of the pyramids or in the smallest level. Things that move by a few pixels are still in their place there.
  private static let mostOfContrast = 0.7
  private static let level = 3
  /// The smallest loss of contrast, as a ratio, in the step before the last step of a fade. In an even fade, this step
  /// halves the contrast, or leaves too little for a visible cut. With a smaller loss, the fade is not about to end.
  private static let leastGainBeforeEnd = 1.5
  /// The tolerance for the code value at which a fade ends.
  private static let endTolerance = 16.0

  /// Whether the guide of the first frame is raised. Otherwise the guide of the second frame is.
  let raisesFirst: Bool
  /// The raised code value for each code value of that guide.
  let codes: [UInt8]
  /// The contrast of the other frame divided by the contrast of the raised one.
  private let gain: Double
  /// The code value that the line maps to itself. If the fade continues, it ends there.
  private let end: Double

  /// Returns nil if there is no such change.
  ///
  /// - Parameters:
  ///   - histograms: the histograms of `first.means` and `second.means`.
  ///   - isCertain: whether the two frames must prove the fade. If false, a likely fade is enough, and two scenes may
  ///     pass for one.
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

  /// Whether the fade may end in a flat frame of this code value, next to the fainter frame.
  func leads(toFlat code: Int) -> Bool {
    gain >= Self.leastGainBeforeEnd && abs(end - Double(code)) <= Self.endTolerance
  }

  /// The mean difference of two planes of the same size after the first has been raised.
  private static func difference(_ faint: PaddedPlane<UInt8>, _ codes: [UInt8], _ strong: PaddedPlane<UInt8>) -> Double
  {
    var sum = 0
    for row in 0..<faint.height {
      for column in 0..<faint.width { sum += abs(Int(codes[Int(faint[column, row])]) - Int(strong[column, row])) }
    }
    return Double(sum) / Double(faint.width * faint.height)
  }
}
