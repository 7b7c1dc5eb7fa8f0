/// Goes through the output frames of a fixed rate in rising order: for each, the stretch it lies in and the source
/// instant it shows.
///
/// `FixedSchedule` decides with it what is shown, and `OutputFrameListing` prints it.
struct OutputWalk: Sendable {
  private let map: TimeMap
  private let rate: FrameRate
  /// Whether a frame shows the instant halfway to the next frame, and not the one at its start.
  private let showsMiddles: Bool
  private var cursor: MapCursor
  /// The index of the stretch in which the frame last sought lies.
  private(set) var stretchIndex = 0

  init(_ map: TimeMap, rate: FrameRate, choice: FrameChoice) {
    self.map = map
    self.rate = rate
    showsMiddles = choice == .middle
    cursor = MapCursor(map)
  }

  /// The warped time that an output frame shows, not limited to the length of the map.
  func warped(of output: Int) -> Double {
    showsMiddles ? rate.middle(ofFrame: output) : rate.start(ofFrame: output)
  }

  /// Moves to the stretch in which `output` lies, which must not come before the frame sought last.
  ///
  /// - Returns: the warped time that `output` shows, limited to that stretch.
  mutating func seek(_ output: Int) -> Double {
    let warped = warped(of: output)
    // A cut that is meant to lie on an output frame may come out just after it, its last digits being rounded: within
    // the grace the frame shows what follows the cut.
    let grace = FramePosition.grace / rate.value
    while map.stretches[stretchIndex].warpedEnd <= warped + grace, stretchIndex < map.stretches.count - 1 {
      stretchIndex += 1
    }
    let stretch = map.stretches[stretchIndex]
    return min(max(warped, stretch.warpedStart), stretch.warpedEnd)
  }

  /// The source instant shown at `warped`, as `seek` returned it; nil outside the map.
  mutating func source(at warped: Double) -> Double? { cursor.instant(at: warped)?.source }
}
