/// Source frames in order, one row for each: when it is shown first, and how fast it goes by then.
package enum SourceFrameListing {
  package static let columns = ["frame", "source", "warped", "scale", "speed"]

  /// A frame that is never shown has a source time and nothing else.
  package static func row(_ frame: Int, rate: FrameRate, in map: TimeMap) -> [Double?] {
    let source = rate.start(ofFrame: frame)
    guard let visit = map.firstVisit(of: source) else { return [Double(frame), source, nil, nil, nil] }
    // While the picture stands still its speed is 0; its scale is infinite, which no field holds.
    let speed = visit.scale.map { 1 / $0 } ?? 0
    return [Double(frame), source, visit.warped, visit.scale, speed.isFinite ? speed : nil]
  }
}

/// Output frames of a fixed rate in order, one row for each: what a `FixedSchedule` shows in it, by the same walk and
/// the same view of the source frames.
package struct OutputFrameListing {
  package static let columns = ["frame", "warped", "source", "position"]

  private let rate: FrameRate
  private let length: Double
  private var walk: OutputWalk
  /// The source frames; nil where their rate is not known.
  private let footage: Footage?

  /// - Parameter length: the warped length of the map, which must have one.
  /// - Parameter clock: when the source frames are on screen, ended with the last of them.
  package init(_ map: TimeMap, length: Double, rate: FrameRate, clock: FrameClock?) {
    self.rate = rate
    self.length = length
    walk = OutputWalk(map, rate: rate, choice: .hold)
    footage = clock.map { Footage(map, $0) }
  }

  /// The row of `frame`, which has to come after those asked for before.
  ///
  /// Its position counts source frames: the frame on screen and the part of its interval that has gone by, added where
  /// the source plays forward and subtracted where it plays backward. It is whole where no other frame can be picked:
  /// in a freeze, and in the last frame before a cut.
  package mutating func row(_ frame: Int) -> [Double?] {
    // The last frame of a count that was rounded up may start a hair beyond the end.
    let start = min(rate.start(ofFrame: frame), length)
    guard let source = walk.source(at: walk.seek(frame)) else { return [Double(frame), start, nil, nil] }
    return [Double(frame), start, source, position(at: source)]
  }

  private func position(at source: Double) -> Double? {
    guard let footage, !footage.isEmpty, let view = footage.view(of: source, in: walk.stretch) else { return nil }
    let last = footage.clock.count - 1
    if view.frame > last { return Double(last) }
    // Nothing follows the clip's last frame. How much of it has gone by is told all the same: no frame is named by it.
    if view.frame == last, footage.stretches[walk.stretch].direction == .forward { return Double(last) + view.phase }
    return Double(view.frame) + Double(view.next - view.frame) * view.phase
  }
}
