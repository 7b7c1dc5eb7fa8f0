import Values

/// One row per source frame: when the frame is first shown, and its scale and speed there.
package enum SourceFrameListing {
  package static let columns = ["frame", "source", "warped", "scale", "speed"]

  /// A frame that is never shown has only a source time.
  package static func row(_ frame: Int, rate: FrameRate, in map: TimeMap) -> [Double?] {
    let source = rate.start(ofFrame: frame)
    guard let visit = map.firstVisit(of: source) else { return [Double(frame), source, nil, nil, nil] }
    // In a freeze the speed is 0, and the field of the infinite scale stays empty.
    let speed = visit.scale.map { 1 / $0 } ?? 0
    return [Double(frame), source, visit.warped, visit.scale, speed.isFinite ? speed : nil]
  }
}

/// One row per output frame of a fixed rate. The rows list the same content that `FixedSchedule` shows, because both
/// types use `OutputWalk` and `Footage`.
package struct OutputFrameListing {
  package static let columns = ["frame", "warped", "source", "position"]

  private let rate: FrameRate
  private let length: Double
  private var walk: OutputWalk
  /// The source frames; nil if their rate is unknown.
  private let footage: Footage?

  /// - Parameters:
  ///  - length: the warped length of the map.
  ///   - clock: the times of all source frames. Nil if they are unknown; then rows have no position.
  package init(_ map: TimeMap, length: Double, rate: FrameRate, clock: FrameClock?) {
    self.rate = rate
    self.length = length
    walk = OutputWalk(map, rate: rate, choice: .hold)
    footage = clock.map { Footage(map, $0) }
  }

  /// The row of the output frame `frame`, which must be greater than in the last call.
  ///
  /// The position counts source frames: the frame on screen, plus the share of its time that has passed (minus in
  /// backward play). The position is a whole number in a freeze and in the last frame before a cut, because no frame
  /// choice can pick another frame there.
  package mutating func row(_ frame: Int) -> [Double?] {
    // The frame count is rounded, so the last frame may start slightly after the end.
    let start = min(rate.start(ofFrame: frame), length)
    guard let source = walk.source(at: walk.seek(frame)) else { return [Double(frame), start, nil, nil] }
    return [Double(frame), start, source, position(at: source)]
  }

  private func position(at source: Double) -> Double? {
    guard let footage, !footage.isEmpty, let view = footage.view(of: source, in: walk.stretchIndex) else { return nil }
    let last = footage.clock.count - 1
    if view.frame > last { return Double(last) }
    // No frame follows the last frame of the clip, so `view.next` is the last frame itself. The row still contains the
    // share of this frame's time that has passed.
    if view.frame == last, footage.stretches[walk.stretchIndex].direction == .forward {
      return Double(last) + view.phase
    }
    return Double(view.frame) + Double(view.next - view.frame) * view.phase
  }
}
