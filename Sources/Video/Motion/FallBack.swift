/// Where no vector fits, part of a plain blend is less wrong than something that moves the wrong way.
enum FallBack {
  /// Shares are parts of this.
  static let whole = 128
  /// The mean disagreement, in codes, up to which a vector fits, and how many more until nothing of it does.
  private static let fitting = 6
  private static let unfitting = 18
  /// The contradiction, in pixels, up to which it may be an edge behind which something appears.
  private static let trusted = 6
  /// The most that is blended of what does not fit, and of what is contradicted.
  private static let mostUnfit = 64
  private static let mostDoubted = 96

  /// How much of a block is blended.
  ///
  /// - Parameters:
  ///   - disagreement: of the two frames along the vector, in sums over a window.
  ///   - still: of the window without motion.
  ///   - doubt: how far, in sixteenths, the two fields contradict the vector.
  static func share(disagreement: Int, still: Int, doubt: Int) -> Int16 {
    Int16(max(unfit(disagreement, still), doubted(doubt, disagreement)))
  }

  private static func unfit(_ disagreement: Int, _ still: Int) -> Int {
    let excess = disagreement - fitting * CompareWindow.area
    guard excess > 0 else { return 0 }
    let share = excess * whole / (unfitting * CompareWindow.area)
    // Where a blend fits worse still, it is not the way out.
    return min(mostUnfit, still > disagreement ? share * disagreement / still : share)
  }

  /// One part more for each pixel of contradiction; windows that disagree by less than a code are right, however they
  /// were come by.
  private static func doubted(_ doubt: Int, _ disagreement: Int) -> Int {
    let share = min(mostDoubted, max(0, doubt / MotionVector.unitsPerPixel - trusted))
    return share * min(max(disagreement, 0), CompareWindow.area) / CompareWindow.area
  }
}
