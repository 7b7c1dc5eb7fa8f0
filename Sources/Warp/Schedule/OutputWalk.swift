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
  /// The index of the stretch in which the frame looked at last lies.
  private(set) var stretch = 0

  init(_ map: TimeMap, rate: FrameRate, choice: FrameChoice) {
    self.map = map
    self.rate = rate
    showsMiddles = choice == .middle
    cursor = MapCursor(map)
  }

  /// The warped time that an output frame shows, wherever the map ends.
  func warped(of output: Int) -> Double {
    showsMiddles ? rate.middle(ofFrame: output) : rate.start(ofFrame: output)
  }

  /// Moves to the stretch in which `output` lies, which must not come before the frame looked at last.
  ///
  /// - Returns: its warped time, within that stretch.
  mutating func seek(_ output: Int) -> Double {
    let warped = warped(of: output)
    // A cut that is meant to lie on an output frame may have lost its last digits: its later row holds all the same.
    let grace = FramePosition.grace / rate.value
    while map.stretches[stretch].warpedEnd <= warped + grace, stretch < map.stretches.count - 1 { stretch += 1 }
    let current = map.stretches[stretch]
    return min(max(warped, current.warpedStart), current.warpedEnd)
  }

  /// The source instant shown at `warped`, as `seek` returned it; nil outside the map.
  mutating func source(at warped: Double) -> Double? { cursor.instant(at: warped)?.source }
}
