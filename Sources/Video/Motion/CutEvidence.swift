/// What speaks for a cut between two frames: that one cannot be made from parts of the other.
struct CutEvidence: BitwiseCopyable {
  /// The mean difference, in codes, above which a window has not been found in the other frame.
  private static let failure = 10
  /// Frames whose windows' means differ by less than this, in codes, have changed in detail only, as noise and water do.
  private static let leastChange = 15
  /// How bad all signs together have to be, in hundredths. Shots of eighteen kinds cut against each other come to 220
  /// and more, but for a few that are alike; the fastest pans of a bicycle race come to 160.
  private static let leastProof = 190

  private var windowCount = 0
  /// Windows that have not been found in the other frame.
  private var lostCount = 0
  /// The sum of the windows' differences along their vectors.
  private var difference = 0
  /// The sum of the windows' differences to their own means.
  private var contrast = 0
  /// The sum of the differences between the means of two windows at the same coordinates.
  private var change = 0

  init() {}

  /// The evidence of one row of blocks, in both directions.
  init(_ row: Int, _ first: PaddedPlane<UInt8>, _ second: PaddedPlane<UInt8>, _ motion: PairMotion) {
    for column in 0..<motion.still.columns {
      add(column, row, from: first, to: second, motion.forward[column, row])
      add(column, row, from: second, to: first, motion.backward[column, row])
    }
  }

  private mutating func add(
    _ column: Int, _ row: Int, from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, _ vector: MotionVector
  ) {
    let (x, y) = MotionGeometry.window(column, row)
    let rest = from.fineDifference(x, y, to: to, moved: vector)
    let mean = from.mean(x, y)
    windowCount += 1
    if rest > Self.failure * MotionGeometry.windowArea { lostCount += 1 }
    difference += rest
    contrast += from.difference(x, y, toFlat: mean)
    change += abs(Int(mean) - Int(to.mean(x, y)))
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
    // In hundredths. A window that differs from its counterpart as much as from a flat grey has not been found at all.
    let mismatch = min(200, 100 * difference / max(1, contrast))
    return mismatch + 200 * lostCount / windowCount > Self.leastProof
  }
}
