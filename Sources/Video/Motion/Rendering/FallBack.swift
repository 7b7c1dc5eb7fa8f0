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

  /// The larger of the two shares, in parts of `whole`.
  ///
  /// - Parameters:
  ///   - disagreement: of the two frames along the vector, from `PhaseMatch`.
  ///   - still: the difference of the two frames in the block's window without motion.
  ///   - doubt: how far, in sixteenths, the two fields contradict the vector.
  static func share(disagreement: Int, still: Int, doubt: Int) -> Int16 {
    Int16(max(unfit(disagreement, still), doubted(doubt, disagreement)))
  }

  private static func unfit(_ disagreement: Int, _ still: Int) -> Int {
    let excess = disagreement - fitting * MotionGeometry.windowArea
    guard excess > 0 else { return 0 }
    let share = excess * whole / (unfitting * MotionGeometry.windowArea)
    // Where the frames differ even more without motion, the blend would be worse than the vector: less of it.
    return min(mostUnfit, still > disagreement ? share * disagreement / still : share)
  }

  /// One 128th for each pixel of contradiction beyond `trusted`, at most `mostDoubted`. Windows that disagree by less
  /// than a code a sample match, whichever vector led to them, so the share shrinks with the disagreement below that.
  private static func doubted(_ doubt: Int, _ disagreement: Int) -> Int {
    let share = min(mostDoubted, max(0, doubt / MotionGeometry.unitsPerPixel - trusted))
    return share * min(max(disagreement, 0), MotionGeometry.windowArea) / MotionGeometry.windowArea
  }
}
