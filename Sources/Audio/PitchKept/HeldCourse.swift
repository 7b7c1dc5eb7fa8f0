/// Chooses the source position from which each frame is taken. The map gives this position, except near onsets (abrupt
/// beginnings of sounds), which are kept sharp.
///
/// Within a frame, everything plays at source speed. An onset is in the right place only if the frame is as far from
/// the onset in the source as in the output. Frames near an onset are placed by this rule, and are called held. All
/// other frames must not contain the onset: they are taken entirely before or entirely after it.
struct HeldCourse: Sendable {
  private var onsets: [Onset] = []
  private let size: FrameSize

  private let shortest: FrameSize

  /// - Parameters:
  ///   - size: the size of the longest frames.
  ///   - shortest: the size of the shortest frames.
  init(_ size: FrameSize, shortest: FrameSize) {
    self.size = size
    self.shortest = shortest
  }

  /// Adds an onset, which must come after all onsets added before. Ignores it if it is too close to the previous onset:
  /// only the first of several onsets in one frame can be kept sharp.
  mutating func note(_ onset: Onset) {
    if let last = onsets.last {
      let isClear = onset.position - last.position >= shortest.length + shortest.hop
      guard isClear, onset.output - last.output >= shortest.hop else { return }
    }
    onsets.append(onset)
  }

  /// Drops onsets that no later frame contains, but keeps the last of them: all later frames are taken from after it.
  mutating func release(before output: Int) {
    while onsets.count > 1, onsets[1].output + Self.clearance(size) < output { onsets.removeFirst() }
  }

  /// Whether a frame of size `frame` that is centered in `outputs` can contain several onsets.
  func isDense(in outputs: ClosedRange<Int>, _ frame: FrameSize) -> Bool {
    zip(onsets, onsets.dropFirst()).contains { first, second in
      second.position - first.position < frame.length && first.output - frame.half <= outputs.upperBound
        && outputs.lowerBound <= second.output + Self.clearance(frame)
    }
  }

  /// Whether frames of size `frame` may contain an onset. The frames are centered in `outputs`, and the map takes them
  /// from the source positions `positions`. An onset near either range counts.
  func isNear(_ outputs: ClosedRange<Int>, _ positions: ClosedRange<Int>, _ frame: FrameSize) -> Bool {
    let clearance = Self.clearance(frame)
    return onsets.contains { onset in
      onset.output - frame.half <= outputs.upperBound && outputs.lowerBound <= onset.output + clearance
        || onset.position - frame.half <= positions.upperBound && positions.lowerBound <= onset.position + clearance
    }
  }

  /// Whether an onset is heard so shortly before `output` that a frame centered on `output` may contain it. The
  /// previous frame counts too, because `PhaseKeeper` compares each frame with it.
  func reachesBackToOnset(at output: Int, _ frame: FrameSize) -> Bool {
    onsets.contains { $0.output <= output && output <= $0.output + Self.clearance(frame) }
  }

  /// The source position from which to take a frame centered on `output`.
  ///
  /// - Parameters:
  ///   - position: the position that the map gives.
  ///   - frame: the size of the frame.
  /// - Returns: the position to use. If an onset near the frame decides it, also this onset; otherwise nil.
  func position(_ position: Int, at output: Int, _ frame: FrameSize) -> (position: Int, onset: Onset?) {
    let next = onsets.firstIndex { $0.output > output } ?? onsets.count
    let last = next > 0 ? onsets[next - 1] : nil
    let coming = next < onsets.count ? onsets[next] : nil
    if let onset = Self.nearest(last, coming, to: output, frame) {
      let held = onset.position + output - onset.output
      if abs(held - position) <= farthest { return (held, onset) }
    }
    let start = last.map { $0.position + Self.clearance(frame) } ?? .min
    let end = coming.map { $0.position - frame.half } ?? .max
    return (start <= end ? min(max(position, start), end) : min(max(position, end), start), nil)
  }

  /// The largest distance, in samples, between the position of a frame near an onset and the position that the map
  /// gives. If the distance is larger, the map is too fast to keep onsets sharp.
  private var farthest: Int { 8 * size.length }

  /// How far after an onset the middle of a frame must be, in samples, so that neither this frame nor the previous
  /// frame contains the onset. `PhaseKeeper` compares these two frames.
  private static func clearance(_ frame: FrameSize) -> Int { frame.half + frame.hop }

  /// Returns the onset that a frame centered on `output` would contain. If the frame would contain two, returns the
  /// nearer one. Each distance is divided by the largest distance at which a frame contains an onset on that side.
  private static func nearest(_ last: Onset?, _ coming: Onset?, to output: Int, _ frame: FrameSize) -> Onset? {
    let sinceLast = last.map { Double(output - $0.output) / Double(clearance(frame)) } ?? .infinity
    let untilComing = coming.map { Double($0.output - output) / Double(frame.half) } ?? .infinity
    if min(sinceLast, untilComing) > 1 { return nil }
    return sinceLast <= untilComing ? last : coming
  }
}
