/// How far a block is smeared along its motion: where the two frames do not agree along its vector, what it shows is
/// somewhere about there at the phase, and not quite there. Arms and legs swing, cloth flaps, and single vectors lead astray.
/// What is drawn sharply in the wrong place is wrong twice, where it is and where it ought to be; smeared as by the shutter
/// of a camera it is nearer to the truth, and looks it.
enum Smear {
  /// Shares of the vector are parts of this.
  private static let whole = 65536
  /// For each code by which the frames disagree in the mean, so much of the vector to either side; but no
  /// larger a part of `most` than their difference is of their contrast, so that hard edges stay what they are.
  private static let perCode = whole / 30
  /// The most: a quarter of the vector, as a shutter that is open half of the time would smear; and six pixels.
  private static let most = whole / 4
  private static let farthest = 6 * MotionGeometry.unitsPerPixel
  /// Less contrast than so many codes counts as so many: there is noise.
  private static let leastContrast = 4

  /// Which share of `vector` a block is smeared to either side: less near the two frames, where the place is known.
  ///
  /// - Parameters:
  ///   - disagreement: of the two frames along the vector, from `PhaseMatch`.
  ///   - windows: how they differ there, from `PhaseMatch`; not asked for where there is nothing to be smeared.
  static func share(
    of vector: MotionVector, at phase: Phase, _ disagreement: Int, _ windows: () -> (difference: Int, contrast: Int)
  ) -> Int16 {
    let length = max(abs(vector.x), abs(vector.y))
    let area = MotionGeometry.windowArea
    guard disagreement > 0, length > 0 else { return 0 }
    let (difference, contrast) = windows()
    let wanted = min(most, most * difference / max(contrast, leastContrast * area), perCode * disagreement / area)
    let share = phase.faded(min(wanted, farthest * whole / length))
    // Less than a sixteenth of a pixel is nothing.
    return share * length < whole ? 0 : Int16(share)
  }

  /// How far a share of the vector is, in sixteenths of a pixel.
  static func reach(_ share: Int16, of vector: MotionVector) -> MotionVector {
    MotionVector(vector.x * Int(share) / whole, vector.y * Int(share) / whole)
  }
}
