/// How much of a block is taken from a blend without motion. Where no vector fits, a blend looks less wrong than
/// something that moves the wrong way.
enum FallBack {
  /// Shares are parts of 1 << this; 7 is the most that fits in `UInt8.Wide`.
  static var bits: Int { 7 }
  static var whole: Int { 1 << bits }
  /// A vector fits up to this mean disagreement, in codes; `unfitting` codes above it, `whole` would be blended but for
  /// `mostUnfit`.
  private static let fitting = 6
  private static let unfitting = 18
  /// Up to this contradiction of the two fields, in pixels, the block may be at an edge that uncovers what is behind
  /// it: nothing is blended for it.
  private static let trusted = 6
  /// The most that is blended because the vector does not fit, and because the fields contradict it.
  private static let mostUnfit = 64
  private static let mostDoubted = 96
  /// Windows of less contrast than so many codes are found again wherever the ground is flat: that a vector leads to one
  /// proves nothing where without motion the frames differ by more than so many codes.
  private static let flatContrast = 4
  private static let stillDifference = 8
  /// What a trial proves has steps of an eighth: blocks that are chosen alike as their neighbours are predicted once.
  private static let step = whole / 8

  /// The largest of the three shares, in parts of `whole`.
  ///
  /// - Parameters:
  ///   - disagreement: of the two frames along the vector, from `PhaseMatch`.
  ///   - still: the difference of the two frames in the block's window without motion.
  ///   - doubt: how far, in sixteenths, the two fields contradict the vector.
  ///   - trial: what came out where frames that are known were blended; nil if nothing is known.
  ///   - windows: how much the windows that the vector leads to differ, and the contrast of the first. Only asked for where
  ///     it matters.
  static func share(
    disagreement: Int, still: Int, doubt: Int, trial: BlendTrial.Outcome?,
    windows: () -> (difference: Int, contrast: Int)
  ) -> Int16 {
    let misfit = max(unfit(disagreement, still), doubted(doubt, disagreement, still) { windows().contrast })
    return Int16(max(misfit, trial.map { proven($0) { windows().difference } } ?? 0))
  }

  private static func unfit(_ disagreement: Int, _ still: Int) -> Int {
    let excess = disagreement - fitting * MotionGeometry.windowArea
    guard excess > 0 else { return 0 }
    let share = excess * whole / (unfitting * MotionGeometry.windowArea)
    // Where the frames differ even more without motion, the blend would be worse than the vector: less of it.
    return min(mostUnfit, still > disagreement ? share * disagreement / still : share)
  }

  /// One 128th for each pixel of contradiction beyond `trusted`, at most `mostDoubted`. Windows that disagree by less
  /// than a code a sample match, whichever vector led to them, so the share shrinks with the disagreement below that;
  /// unless they match because they are flat. Then it shrinks with their contrast.
  private static func doubted(_ doubt: Int, _ disagreement: Int, _ still: Int, _ contrast: () -> Int) -> Int {
    let share = min(mostDoubted, doubt / MotionGeometry.unitsPerPixel - trusted)
    guard share > 0 else { return 0 }
    let area = MotionGeometry.windowArea
    var misfit = min(max(disagreement, 0), area)
    if misfit < area, still > stillDifference * area { misfit = max(misfit, area - contrast() / flatContrast) }
    return share * misfit / area
  }

  /// Two guesses at the same samples are best mixed by the inverse squares of their errors. That of the blend is what came
  /// out of the trial; that of the vector follows from the difference of the two frames along it.
  ///
  /// A step from one frame to the next, as at an edge that passes by, gives an error as large as the change; half as much
  /// again, and the trial has shown nothing but motion.
  private static func proven(_ trial: BlendTrial.Outcome, _ difference: () -> Int) -> Int {
    let change = trial.change + rounding
    let evidence = min(change, 3 * change - 2 * trial.error)
    guard evidence > 0 else { return 0 }
    let moved = expectedError(difference())
    let share = whole * moved * moved / (moved * moved + trial.error * trial.error) * evidence / change
    return (share + step / 2) / step * step
  }

  /// Of what is made along a vector, as the trial counts errors: of two frames together, blended over twice the time. That is
  /// why it is more than the difference.
  private static func expectedError(_ difference: Int) -> Int { (difference + rounding) * 3 / 2 }

  /// A quarter of a code, by which whole codes are off on the average.
  private static var rounding: Int { MotionGeometry.windowArea / 4 }
}
