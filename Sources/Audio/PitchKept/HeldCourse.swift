/// The position along the leg from which each frame is taken: that of the map, except near onsets, which are kept
/// sharp.
///
/// Within a frame, everything plays at source speed. A frame puts an onset in its right place only if it is as far from
/// the onset in the output as in the source. Frames around an onset are taken exactly so: they are held. All other
/// frames must not contain the onset: until the map has passed it, they stay entirely before it or entirely after it.
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

  /// Adds an onset that comes after those added before. If several onsets fall into one frame, even the shortest, only
  /// the first can be kept sharp; the others are ignored.
  mutating func note(_ onset: Onset) {
    if let last = onsets.last {
      let isClear = onset.position - last.position >= shortest.length + shortest.hop
      guard isClear, onset.output - last.output >= shortest.hop else { return }
    }
    onsets.append(onset)
  }

  /// Drops onsets whose frames have all been made, except the last one: frames must still be taken from after it.
  mutating func release(before output: Int) {
    while onsets.count > 1, onsets[1].output + Self.clearance(size) < output { onsets.removeFirst() }
  }

  /// Whether some frames centred in `outputs` would contain several onsets.
  func isDense(in outputs: ClosedRange<Int>, _ frame: FrameSize) -> Bool {
    zip(onsets, onsets.dropFirst()).contains { first, second in
      second.position - first.position < frame.length && first.output - frame.half <= outputs.upperBound
        && outputs.lowerBound <= second.output + Self.clearance(frame)
    }
  }

  /// Whether some frames centred in `outputs`, which the map takes from `positions`, would contain an onset, in its
  /// place or out of it.
  func isNear(_ outputs: ClosedRange<Int>, _ positions: ClosedRange<Int>, _ frame: FrameSize) -> Bool {
    let clearance = Self.clearance(frame)
    return onsets.contains { onset in
      onset.output - frame.half <= outputs.upperBound && outputs.lowerBound <= onset.output + clearance
        || onset.position - frame.half <= positions.upperBound && positions.lowerBound <= onset.position + clearance
    }
  }

  /// Whether an onset lies so shortly before `output` that a frame centred there may still contain it. This also counts
  /// the earlier frame with which that frame is compared.
  func reachesBackToOnset(at output: Int, _ frame: FrameSize) -> Bool {
    onsets.contains { $0.output <= output && output <= $0.output + Self.clearance(frame) }
  }

  /// The position from which to take a frame centred on `output`.
  ///
  /// - Parameters:
  ///   - position: the position that the map gives.
  ///   - frame: the size of the frame.
  /// - Returns: the position, and the onset around which the frame is held; nil if it is not held.
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

  /// The largest distance between a held position and the map's. Beyond it, the map is too fast to keep onsets sharp.
  private var farthest: Int { 8 * size.length }

  /// How far after an onset the middle of a frame must be: half a frame and a hop. Then neither the frame nor the one a
  /// hop before it, with which `PhaseKeeper` compares it, contains the onset.
  private static func clearance(_ frame: FrameSize) -> Int { frame.half + frame.hop }

  /// The onset that a frame centred on `output` would contain; of two, the one that is relatively nearer.
  private static func nearest(_ last: Onset?, _ coming: Onset?, to output: Int, _ frame: FrameSize) -> Onset? {
    let sinceLast = last.map { Double(output - $0.output) / Double(clearance(frame)) } ?? .infinity
    let untilComing = coming.map { Double($0.output - output) / Double(frame.half) } ?? .infinity
    if min(sinceLast, untilComing) > 1 { return nil }
    return sinceLast <= untilComing ? last : coming
  }
}
