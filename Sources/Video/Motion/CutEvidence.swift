/// What speaks for a cut between two frames: that the one cannot be made from parts of the other.
struct CutEvidence: BitwiseCopyable {
  /// The mean difference, in codes, that says a window is not to be found in the other frame.
  private static let failure = 10
  /// Frames whose windows' means differ by less than this, in codes, have changed in detail only, as noise and water do.
  private static let leastChange = 15
  /// How bad all signs together have to be, in hundredths. Shots of eighteen kinds cut against each other come to 220
  /// and more, but for a few that are alike; the fastest pans of a bicycle race come to 160.
  private static let leastProof = 190

  private var windowCount = 0
  /// Windows that are not found in the other frame.
  private var lostCount = 0
  /// Sums of the windows' differences along the vectors, and of each to its own mean.
  private var difference = 0
  private var contrast = 0
  /// The sum of the differences between means of windows in one place.
  private var change = 0

  init() {}

  /// Of one row of blocks, in both directions.
  init(_ row: Int, _ first: PaddedPlane<UInt8>, _ second: PaddedPlane<UInt8>, _ motion: PairMotion) {
    for column in 0..<motion.still.columns {
      add(column, row, first, second, motion.forward[column, row])
      add(column, row, second, first, motion.backward[column, row])
    }
  }

  private mutating func add(
    _ column: Int, _ row: Int, _ here: PaddedPlane<UInt8>, _ there: PaddedPlane<UInt8>, _ vector: MotionVector
  ) {
    let (x, y) = FieldSearch.window(column, row)
    let rest = here.fineDifference(x, y, to: there, moved: vector)
    let mean = here.mean(x, y)
    windowCount += 1
    if rest > Self.failure * CompareWindow.area { lostCount += 1 }
    difference += rest
    contrast += here.difference(x, y, toPlain: mean)
    change += abs(Int(mean) - Int(there.mean(x, y)))
  }

  mutating func add(_ other: CutEvidence) {
    windowCount += other.windowCount
    lostCount += other.lostCount
    difference += other.difference
    contrast += other.contrast
    change += other.change
  }

  var provesCut: Bool {
    guard windowCount > 0, change >= Self.leastChange * windowCount else { return false }
    // A window that differs from where it should be found by as much as from plain grey has not been found at all.
    let mismatch = min(200, 100 * difference / max(1, contrast))
    return mismatch + 200 * lostCount / windowCount > Self.leastProof
  }
}
