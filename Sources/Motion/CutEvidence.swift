/// Evidence for a cut between two frames: how badly one frame can be made from moved parts of the other.
struct CutEvidence: BitwiseCopyable {
  /// A window is found in the other frame if it differs by at most this along its vector, in code values per sample.
  private static let mostFound = 10
  /// At a cut, the mean of a window changes by at least this between the two frames, on average, in code values. In
  /// noise and water, only detail changes, and the means stay.
  private static let leastChange = 15
  /// The smallest `misfit` at a cut. Measured: most cuts between eighteen kinds of shots give 220 and more. One cut
  /// between similar shots gives 187 if every fourth frame is kept. The fastest pans of a bicycle race, which are not
  /// cuts, give 160.
  private static let leastProof = 180
  /// The largest `misfit` at which one frame can be made from parts of the other. Measured after both frames got the
  /// same brightness: fast pans during a fade give 62 to 111, and cuts give 250 and more.
  private static let mostOfMade = 150

  private var windowCount = 0
  private var lostCount = 0
  /// The sum, over all windows, of the difference between the window and the other frame along the window's vector.
  private var difference = 0
  /// The sum, over all windows, of the contrast: how much the samples differ from the window's mean.
  private var contrast = 0
  /// The sum, over all windows, of how much the mean changes from one frame to the other at the same place.
  private var change = 0

  init() {}

  /// Adds the evidence of one window. Each block adds two windows, one for each direction. A window whose vector leads
  /// out of the frame is not counted.
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

  /// Whether one frame can be made from moved parts of the other.
  var provesMotion: Bool { misfit <= Self.mostOfMade }

  /// How badly the windows match, 0…400. It is their difference in percent of their contrast, at most 200, plus twice
  /// the percentage of windows not found.
  private var misfit: Int {
    // At 100, windows match the other frame no better than they match a flat gray area.
    let mismatch = min(200, 100 * difference / max(1, contrast))
    return mismatch + 200 * lostCount / max(1, windowCount)
  }
}
