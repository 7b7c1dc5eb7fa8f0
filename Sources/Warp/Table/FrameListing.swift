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

/// One row per output frame of a fixed rate.
package struct OutputFrameListing {
  package static let columns = ["frame", "warped", "source", "position", "shown", "shown_source"]

  private let rate: FrameRate
  private let length: Double
  private var walk: OutputWalk
  /// The source frames, and what is shown of them; nil if their rate is unknown.
  private let footage: Footage?
  private var shown: ShownFrames?

  /// - Parameters:
  ///   - length: the warped length of the map.
  ///   - basis: nil if the source frames are unknown; then rows have no position and no shown frame.
  package init(_ map: TimeMap, length: Double, rate: FrameRate, _ basis: ShownFrames.Basis?) throws(Refusal) {
    self.rate = rate
    self.length = length
    walk = OutputWalk(map, rate: rate, choice: .hold)
    footage = basis.map { Footage(Crossfades(map), $0.clock) }
    if let basis { shown = try ShownFrames(map, basis, rate: rate) }
  }

  /// The row of the output frame `frame`, which must be greater than in the last call.
  ///
  /// The position counts source frames at the start of the output frame: the frame on screen, plus the share of its
  /// time that has passed (minus in backward play). The position is a whole number in a freeze and in the last frame
  /// before a cut, because no frame choice can pick another frame there. The shown frame has a fraction where a picture
  /// is made from several frames.
  package mutating func row(_ frame: Int) -> [Double?] {
    // The frame count is rounded, so the last frame may start slightly after the end.
    let start = min(rate.start(ofFrame: frame), length)
    let place = shown?.picture(of: frame).flatMap { shown?.place(of: $0) }
    guard let source = walk.source(at: walk.seek(frame)) else { return [Double(frame), start, nil, nil, nil, nil] }
    return [Double(frame), start, source, position(at: source), place?.frame, place?.source]
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
