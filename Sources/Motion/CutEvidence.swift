/// What speaks for a cut between two frames: that one cannot be made from parts of the other.
struct CutEvidence: BitwiseCopyable {
  /// A window whose mean difference is more than this, in codes, has not been found in the other frame.
  private static let mostFound = 10
  /// Frames whose windows' means differ by less than this, in codes, have changed in detail only, as noise and water
  /// do.
  private static let leastChange = 15
  /// The least sum of `mismatch` (0…200, in hundredths of what flat windows would give) and of twice the percentage of
  /// lost windows (0…200). Shots of eighteen kinds cut against each other come to 220 and more, but for a few that are
  /// alike: one such cut comes to 187 where every fourth frame is kept, and to 190 where every second is. The fastest pans of a
  /// bicycle race come to 160.
  private static let leastProof = 180
  /// Up to this sum, one frame has been made from parts of the other. Fades of fast pans come to 62 to 111 once one frame has the
  /// other's brightness, shots cut against each other to 250 and more.
  private static let mostOfMade = 150

  private var windowCount = 0
  /// Windows that have not been found in the other frame.
  private var lostCount = 0
  /// The sum of the windows' differences along their vectors.
  private var difference = 0
  /// The sum of the windows' differences to their own means.
  private var contrast = 0
  /// The sum of the differences between the means of two windows at the same coordinates.
  private var change = 0

  /// No evidence yet: what sums begin with.
  init() {}

  /// Adds the evidence of one window. Each block counts twice, once in each direction; what leads out of the picture speaks neither
  /// for a cut nor against one.
  mutating func add(_ fit: WindowFit) {
    guard fit.isSeen else { return }
    windowCount += 1
    if fit.difference > Self.mostFound * MotionGeometry.windowArea { lostCount += 1 }
    difference += fit.difference
    contrast += fit.contrast
    change += fit.change
  }

  mutating func add(_ other: CutEvidence) {
    windowCount += other.windowCount
    lostCount += other.lostCount
    difference += other.difference
    contrast += other.contrast
    change += other.change
  }

  var provesCut: Bool { change >= Self.leastChange * windowCount && misfit >= Self.leastProof }

  /// Whether one frame can be made from parts of the other, whatever has changed in the large.
  var provesMotion: Bool { misfit <= Self.mostOfMade }

  /// 0…400: the sum that is compared with `leastProof`.
  private var misfit: Int {
    // In hundredths. A window that differs from its counterpart as much as from a flat grey has not been found at all.
    let mismatch = min(200, 100 * difference / max(1, contrast))
    return mismatch + 200 * lostCount / max(1, windowCount)
  }
}
