/// Evidence for a cut between two frames: that one cannot be made from parts of the other.
struct CutEvidence: BitwiseCopyable {
  /// A window is found in the other frame if its mean difference along its vector is at most this, in code values.
  private static let mostFound = 10
  /// At a cut, the means of the windows change by at least this on average, in code values. If they change by less,
  /// only detail has changed, as in noise and water.
  private static let leastChange = 15
  /// The smallest `misfit` at a cut. Measured: cuts between eighteen kinds of shots give 220 and more, except for a few
  /// similar shots. One such cut gives 187 if every fourth frame is kept, and 190 if every second is. The fastest pans
  /// of a bicycle race give 160.
  private static let leastProof = 180
  /// The largest `misfit` at which one frame can be made from parts of the other. Measured: fades of fast pans give 62
  /// to 111 after their brightness has been matched; cuts give 250 and more.
  private static let mostOfMade = 150

  private var windowCount = 0
  private var lostCount = 0
  /// The sum of the windows' differences along their vectors.
  private var difference = 0
  /// The sum of the windows' contrasts, the differences of their samples to their own means.
  private var contrast = 0
  /// The sum, over all windows, of how much the mean changes from one frame to the other at the same place.
  private var change = 0

  init() {}

  /// Adds the evidence of one window. Each block adds two windows, one for each direction. A window that leads out of
  /// the frame counts neither for nor against a cut.
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

  /// Whether one frame can be made from parts of the other, however much the windows' means have changed.
  var provesMotion: Bool { misfit <= Self.mostOfMade }

  /// The misfit, 0…400: the windows' differences in percent of their contrast, at most 200, plus twice the percentage
  /// of lost windows.
  private var misfit: Int {
    // At 100, windows differ from their counterparts as much as from flat grey: they have not been found at all.
    let mismatch = min(200, 100 * difference / max(1, contrast))
    return mismatch + 200 * lostCount / max(1, windowCount)
  }
}
