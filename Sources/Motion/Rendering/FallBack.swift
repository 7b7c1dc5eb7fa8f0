/// Decides how much of a block is taken from a blend without motion. If no vector fits, a blend looks less wrong than a
/// thing that moves the wrong way.
enum FallBack {
  /// The share of the blend in a block is in parts of 1 << this. 7 is the most that fits into `UInt8.Wide`.
  static var bits: Int { 7 }
  static var whole: Int { 1 << bits }
  /// A vector fits if the two frames disagree along it by at most this, in code values. If they disagree by `unfitting`
  /// more, the share would be `whole`, but `mostUnfit` limits it.
  private static let fitting = 6
  private static let unfitting = 18
  /// The largest contradiction of the two fields, in pixels, at which nothing is blended. The block may lie at an edge
  /// that uncovers the background.
  private static let trusted = 6
  /// The largest share of the blend if the vector does not fit.
  private static let mostUnfit = 64
  /// The largest share of the blend if the forward and backward fields contradict the vector.
  private static let mostDoubted = 96
  /// Windows of less contrast than this, in code values, match any flat area. If the frames differ by more than
  /// `stillDifference` code values without motion, such a match proves nothing.
  private static let flatContrast = 4
  private static let stillDifference = 8
  /// The trial's shares are multiples of an eighth. More neighbours then share a choice, which is predicted once.
  private static let step = whole / 8

  /// The share of the blend, in parts of `whole`: the largest that disagreement, doubt or the trial justifies.
  ///
  /// - Parameters:
  ///   - disagreement: the disagreement of the two frames along the vector, from `PhaseMatch`.
  ///   - still: the difference of the two frames in the block's window without motion.
  ///   - doubt: how far the two fields contradict the vector, in sixteenths.
  ///   - trial: the result of blending known frames; nil if there is none.
  ///   - windows: returns the difference of the windows that the vector leads to, and the contrast of the first. Called
  ///     only if the share depends on them.
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
    // If the frames differ even more without motion, the blend would be worse than the vector, so its share is reduced.
    return min(mostUnfit, still > disagreement ? share * disagreement / still : share)
  }

  /// One 128th for each pixel of contradiction beyond `trusted`, at most `mostDoubted`. If windows disagree by less
  /// than a code value per sample, they match whichever vector led to them, so the share shrinks with the disagreement.
  /// If they match because they are flat, it shrinks with their contrast instead.
  private static func doubted(_ doubt: Int, _ disagreement: Int, _ still: Int, _ contrast: () -> Int) -> Int {
    let share = min(mostDoubted, doubt / MotionGeometry.unitsPerPixel - trusted)
    guard share > 0 else { return 0 }
    let area = MotionGeometry.windowArea
    var misfit = min(max(disagreement, 0), area)
    if misfit < area, still > stillDifference * area { misfit = max(misfit, area - contrast() / flatContrast) }
    return share * misfit / area
  }

  /// The share that the trial justifies. Two guesses at the same samples are best mixed by the inverse squares of their
  /// errors. The trial gives the error of the blend. The difference of the two frames along the vector gives the error
  /// of the vector.
  ///
  /// A step between two frames, as at a passing edge, gives an error as large as the change. If the error is half as
  /// large again, the trial has shown nothing but motion.
  private static func proven(_ trial: BlendTrial.Outcome, _ difference: () -> Int) -> Int {
    let change = trial.change + rounding
    let evidence = min(change, 3 * change - 2 * trial.error)
    guard evidence > 0 else { return 0 }
    let moved = expectedError(difference())
    let share = whole * moved * moved / (moved * moved + trial.error * trial.error) * evidence / change
    return (share + step / 2) / step * step
  }

  /// The expected error along a vector, on the scale of the trial's error: of two frames together, blended over twice
  /// the time. It is therefore larger than the difference.
  private static func expectedError(_ difference: Int) -> Int { (difference + rounding) * 3 / 2 }

  /// The mean rounding error of whole code values, a quarter per sample.
  private static var rounding: Int { MotionGeometry.windowArea / 4 }
}
