/// A change of brightness or contrast between two frames as a whole: a fade, a lamp that is switched on, a camera that
/// adapts.
///
/// Windows are compared sample by sample, so in a fade all would differ though nothing moves, and flat ones would match best
/// where the picture happens to have the brightness they had. The guide of the fainter frame, the one with less contrast, is
/// therefore raised before anything is compared: it gets the mean and the contrast of the other. Only guides are changed:
/// frames are made from the samples as they are, whose mixture has the brightness of its phase.
///
/// A fade is told by the two histograms, which hardly depend on what moves: the same straight line leads from each code of
/// one to its code in the other.
///
/// The last step of a fade, from a picture to a frame that is flat, has no such line, and looks like a cut. It is told by the
/// step before, whose line tells in which code the fade ends.
struct Fade {
  /// The largest change of contrast: beyond it, rounding errors would be raised to what looks like a picture.
  private static let mostGain = 16.0
  /// In codes, the least contrast of either frame, and the least distance of the two histograms.
  private static let least = 0.5
  /// Of that distance, at most one part in so many may be left, for the fade to be certain or likely.
  private static let leastNearer = (certain: 6.0, likely: 2.5)
  /// Two scenes can have histograms alike, but then differ as much as their contrasts. So at most so much of the contrast may
  /// be left of the difference in this level of the pyramids, or the smallest, where what moves by a few pixels is still in
  /// its place.
  private static let mostOfContrast = 0.7
  private static let level = 3
  /// The step before the last one of an even fade halves the contrast, or leaves so little of it that there is no cut to be
  /// seen. What has lost less is not about to end.
  private static let leastGainBeforeEnd = 1.5
  /// By so many codes the one in which a fade ends may be misjudged.
  private static let endTolerance = 16.0

  /// Whether it is the guide of the first frame that is raised; else that of the second.
  let raisesFirst: Bool
  /// For each code of that guide, the one it would have in the other frame.
  let codes: [UInt8]
  /// How much more contrast the other frame has.
  private let gain: Double
  /// The code that stays what it is: the one in which the fade ends, if it goes on.
  private let end: Double

  /// Nil if there is no such change.
  ///
  /// - Parameters:
  ///   - histograms: those of the means of `first` and `second`.
  ///   - isCertain: whether the two frames have to show that there is a fade; else it only has to be likely, and two scenes may
  ///     look like one.
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

  /// Whether what follows the fainter frame, or comes before it, may be a flat frame of this code.
  func leads(toFlat code: Int) -> Bool {
    gain >= Self.leastGainBeforeEnd && abs(end - Double(code)) <= Self.endTolerance
  }

  /// The mean difference of two planes of the same size, once the first has been raised.
  private static func difference(_ faint: PaddedPlane<UInt8>, _ codes: [UInt8], _ strong: PaddedPlane<UInt8>) -> Double
  {
    var sum = 0
    for row in 0..<faint.height {
      for column in 0..<faint.width { sum += abs(Int(codes[Int(faint[column, row])]) - Int(strong[column, row])) }
    }
    return Double(sum) / Double(faint.width * faint.height)
  }
}
