/// The way through the source as frames take it: that of the map, but for onsets, which are kept sharp.
///
/// A frame shows everything in it at the speed of the source, so an onset lies where the map wants it only in frames
/// that are as far from it in the output as in the source. Frames around an onset are taken just so. Others must not
/// touch it: they stay before it, or behind it, until the map has caught up.
struct HeldCourse: Sendable {
  private var onsets: [Onset] = []
  private let size: FrameSize

  private let shortest: FrameSize

  /// - Parameters:
  ///   - size: of the longest frames.
  ///   - shortest: of the shortest.
  init(_ size: FrameSize, shortest: FrameSize) {
    self.size = size
    self.shortest = shortest
  }

  /// Takes note of an onset that lies behind those before. Those that share even a short frame cannot all be kept: the
  /// first is.
  mutating func note(_ onset: Onset) {
    if let last = onsets.last {
      let isClear = onset.place - last.place >= shortest.length + shortest.hop
      guard isClear, onset.output - last.output >= shortest.hop else { return }
    }
    onsets.append(onset)
  }

  /// Forgets onsets that no frame from `output` on has to do with, but for the last.
  mutating func release(before output: Int) {
    while onsets.count > 1, onsets[1].output + Self.after(size) < output { onsets.removeFirst() }
  }

  /// Whether onsets around some of `outputs` lie so close that a frame would hold several.
  func isDense(in outputs: ClosedRange<Int>, _ frame: FrameSize) -> Bool {
    zip(onsets, onsets.dropFirst()).contains { first, second in
      second.place - first.place < frame.length && first.output - frame.half <= outputs.upperBound
        && outputs.lowerBound <= second.output + Self.after(frame)
    }
  }

  /// Whether a frame centred on `output` would still hold the onset before it.
  func isBehindOnset(at output: Int, _ frame: FrameSize) -> Bool {
    onsets.contains { $0.output <= output && output <= $0.output + Self.after(frame) }
  }

  /// Where to take a frame centred on `output`, which the map would have taken from `place`.
  ///
  /// - Parameter frame: how long the frame is.
  /// - Returns: the place, and the onset for whose sake it is that.
  func place(_ place: Int, at output: Int, _ frame: FrameSize) -> (place: Int, onset: Onset?) {
    let next = onsets.firstIndex { $0.output > output } ?? onsets.count
    let last = next > 0 ? onsets[next - 1] : nil
    let coming = next < onsets.count ? onsets[next] : nil
    if let onset = Self.nearest(last, coming, to: output, frame) {
      let own = onset.place + output - onset.output
      if abs(own - place) <= farthest { return (own, onset) }
    }
    let start = last.map { $0.place + Self.after(frame) } ?? .min
    let end = coming.map { $0.place - frame.half } ?? .max
    return (start <= end ? min(max(place, start), end) : min(max(place, end), start), nil)
  }

  /// How far the map may have gone on from a place that is held; beyond that an onset is not worth it.
  private var farthest: Int { 8 * size.length }

  /// How far behind an onset a frame has to be: a hop more than to be clear of it, so that the look a hop earlier is
  /// clear of it too.
  private static func after(_ frame: FrameSize) -> Int { frame.half + frame.hop }

  /// The onset in whose time `output` lies.
  private static func nearest(_ last: Onset?, _ coming: Onset?, to output: Int, _ frame: FrameSize) -> Onset? {
    let sinceLast = last.map { Double(output - $0.output) / Double(after(frame)) } ?? .infinity
    let untilComing = coming.map { Double($0.output - output) / Double(frame.half) } ?? .infinity
    if min(sinceLast, untilComing) > 1 { return nil }
    return sinceLast <= untilComing ? last : coming
  }
}
