/// Decides how much of a block is taken from a plain blend of the two frames. If no vector fits, a blend looks less
/// wrong than motion in a wrong direction.
enum FallBack {
  /// The share of the blend in a block is in parts of 1 << `bits`.
  static var bits: Int { 7 }
  static var whole: Int { 1 << bits }
  /// A vector fits if the two frames disagree along it by at most this, in code values per sample. Above this, the
  /// share of the blend grows, and would be `whole` at `unfitting` more if `mostUnfit` did not limit it.
  private static let fitting = 6
  private static let unfitting = 18
  /// Nothing is blended if the forward and backward vectors contradict the block's vector by at most this, in pixels.
  /// Such small contradictions are normal at the edges of moving things.
  private static let trusted = 6
  /// The largest share of the blend if the vector does not fit.
  private static let mostUnfit = 64
  /// The largest share of the blend if the forward and backward vectors of the frames contradict the block's vector.
  private static let mostDoubted = 96
  /// A window with less contrast than this, in code values per sample, matches any flat area. Such a match proves
  /// nothing if the frames differ by more than `stillDifference` at the same place.
  private static let flatContrast = 4
  private static let stillDifference = 8
  /// Shares that a `BlendTrial` justifies are rounded to multiples of an eighth. More blocks are then equal, which
  /// saves time.
  private static let step = whole / 8

  /// The share of the blend, in parts of `whole`: the largest that `disagreement`, `doubt` or `trial` justifies.
  ///
  /// - Parameters:
  ///   - disagreement: how badly the two frames match along the vector, from `PhaseMatch`.
  ///   - still: the difference of the two frames in the block's window at the same place.
  ///   - doubt: how far the vectors of the two frames contradict the block's vector, in sixteenths of a pixel.
  ///   - trial: how well a blend matches known frames here; nil if unknown.
  ///   - windows: returns the difference of the two windows along the vector, and the contrast of the first. Called
  ///     only if needed.
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
    // If the frames differ more without motion than along the vector, the blend is worse, and gets a smaller share.
    return min(mostUnfit, still > disagreement ? share * disagreement / still : share)
  }

  /// The share of the blend that `doubt` justifies: one 128th for each pixel beyond `trusted`, at most `mostDoubted`.
  /// If the windows differ by less than a code value per sample, the vector is good anyway, and the share is reduced.
  /// If they match only because they are flat, a low contrast keeps the share large.
  private static func doubted(_ doubt: Int, _ disagreement: Int, _ still: Int, _ contrast: () -> Int) -> Int {
    let share = min(mostDoubted, doubt / MotionGeometry.unitsPerPixel - trusted)
    guard share > 0 else { return 0 }
    let area = MotionGeometry.windowArea
    var misfit = min(max(disagreement, 0), area)
    if misfit < area, still > stillDifference * area { misfit = max(misfit, area - contrast() / flatContrast) }
    return share * misfit / area
  }

  /// The share of the blend that `trial` justifies. The blend and the moved block are mixed with the inverse squares of
  /// their errors as weights. `trial` gives the error of the blend, and the difference along the vector gives the error
  /// of the moved block.
  ///
  /// If the trial's error is larger than the change between the frames, the share is reduced. If it is one and a half
  /// times as large, something moves, and the share is 0.
  private static func proven(_ trial: BlendTrial.Outcome, _ difference: () -> Int) -> Int {
    let change = trial.change + rounding
    let evidence = min(change, 3 * change - 2 * trial.error)
    guard evidence > 0 else { return 0 }
    let moved = expectedError(difference())
    let share = whole * moved * moved / (moved * moved + trial.error * trial.error) * evidence / change
    return (share + step / 2) / step * step
  }

  /// The expected error of motion along a vector, made comparable to the trial's error. The trial adds up the errors of
  /// two frames, and blends frames twice as far apart, so the result is larger than the difference.
  private static func expectedError(_ difference: Int) -> Int { (difference + rounding) * 3 / 2 }

  /// The mean rounding error of a window's samples: a quarter of a code value per sample.
  private static var rounding: Int { MotionGeometry.windowArea / 4 }
}
