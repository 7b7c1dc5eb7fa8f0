/// Source frames in order, one row for each: when the frame is shown first, and how fast the source goes by then.
package enum SourceFrameListing {
  package static let columns = ["frame", "source", "warped", "scale", "speed"]

  /// A frame that is never shown has a source time and nothing else.
  package static func row(_ frame: Int, rate: FrameRate, in map: TimeMap) -> [Double?] {
    let source = rate.start(ofFrame: frame)
    guard let visit = map.firstVisit(of: source) else { return [Double(frame), source, nil, nil, nil] }
    // In a freeze the speed is 0; the scale is infinite and its field stays empty.
    let speed = visit.scale.map { 1 / $0 } ?? 0
    return [Double(frame), source, visit.warped, visit.scale, speed.isFinite ? speed : nil]
  }
}

/// Output frames of a fixed rate in order, one row for each: what a `FixedSchedule` shows in that frame. Both ask the
/// same `OutputWalk` and the same `Footage`.
package struct OutputFrameListing {
  package static let columns = ["frame", "warped", "source", "position"]

  private let rate: FrameRate
  private let length: Double
  private var walk: OutputWalk
  /// The source frames; nil where their rate is not known.
  private let footage: Footage?

  /// - Parameters:
  ///   - length: the warped length of the map, which must have one.
  ///   - clock: when the source frames are on screen; it must have ended. Nil if that is not known: then no row has a
  ///     position.
  package init(_ map: TimeMap, length: Double, rate: FrameRate, clock: FrameClock?) {
    self.rate = rate
    self.length = length
    walk = OutputWalk(map, rate: rate, choice: .hold)
    footage = clock.map { Footage(map, $0) }
  }

  /// The row of the output frame `frame`, which has to come after those asked for before.
  ///
  /// Its position counts source frames: the frame on screen and the part of its interval that has gone by, added where
  /// the source plays forward and subtracted where it plays backward. The position is a whole number where no choice of
  /// frame can pick another one: in a freeze, and in the last frame before a cut.
  package mutating func row(_ frame: Int) -> [Double?] {
    // The frame count has a grace, so the last frame may start just beyond the end.
    let start = min(rate.start(ofFrame: frame), length)
    guard let source = walk.source(at: walk.seek(frame)) else { return [Double(frame), start, nil, nil] }
    return [Double(frame), start, source, position(at: source)]
  }

  private func position(at source: Double) -> Double? {
    guard let footage, !footage.isEmpty, let view = footage.view(of: source, in: walk.stretchIndex) else { return nil }
    let last = footage.clock.count - 1
    if view.frame > last { return Double(last) }
    // No frame follows the clip's last one, so `view.next` is the last frame itself. How much of its interval has gone
    // by is told all the same; readers know that there is no next frame to be picked.
    if view.frame == last, footage.stretches[walk.stretchIndex].direction == .forward {
      return Double(last) + view.phase
    }
    return Double(view.frame) + Double(view.next - view.frame) * view.phase
  }
}
