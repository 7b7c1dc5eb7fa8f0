import Values

/// Walks through the output frames of a fixed rate in rising order. Finds the source time that each frame shows, and
/// the stretch (a part of the map without a cut) that shows it.
struct OutputWalk: Sendable {
  private let map: TimeMap
  private let rate: FrameRate
  /// Whether an output frame shows the source instant at the output frame's middle instead of its start.
  private let showsMiddles: Bool
  private var cursor: MapCursor
  /// The index of the stretch that contains the frame of the last `seek`.
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

  /// Moves to the stretch that contains `output`, which must not be less than in the last call.
  ///
  /// - Returns: the warped time that `output` shows, limited to this stretch.
  mutating func seek(_ output: Int) -> Double {
    let warped = warped(of: output)
    // By rounding, a cut that should lie on an output frame may lie slightly after it. Within this tolerance, the
    // frame shows the source after the cut.
    let grace = FramePosition.grace / rate.value
    while map.stretches[stretchIndex].warpedEnd <= warped + grace, stretchIndex < map.stretches.count - 1 {
      stretchIndex += 1
    }
    let stretch = map.stretches[stretchIndex]
    return min(max(warped, stretch.warpedStart), stretch.warpedEnd)
  }

  /// The source instant shown at `warped`, a time that `seek` returned; nil outside the map.
  mutating func source(at warped: Double) -> Double? { cursor.instant(at: warped)?.source }
}
