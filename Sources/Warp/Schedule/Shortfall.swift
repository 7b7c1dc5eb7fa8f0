/// How much earlier than its map the input ended.
package struct Shortfall: Equatable, Sendable, CustomStringConvertible {
  /// Source times.
  package let inputEnd: Double
  package let mapEnd: Double

  /// So many seconds may always be missing: the lengths in files' headers, which maps are made from, are off by as
  /// much.
  private static let leastLimit = 0.1

  /// Nil where no more is missing than the larger of a frame and a tenth of a second.
  package init?(inputEnd: Double, mapEnd: Double, frameLength: Double) {
    let limit = max(frameLength, Self.leastLimit)
    // Times are rounded in their last digits: what lacks one frame or a tenth of a second exactly may seem to lack more.
    guard mapEnd - inputEnd > limit * (1 + FramePosition.grace) else { return nil }
    self.init(inputEnd: inputEnd, mapEnd: mapEnd)
  }

  /// For callers that have decided themselves that too much is missing.
  package init(inputEnd: Double, mapEnd: Double) {
    self.inputEnd = inputEnd
    self.mapEnd = mapEnd
  }

  /// The clause that follows `error: `.
  package var description: String {
    let (end, due) = BriefNumber.print(inputEnd, besides: mapEnd)
    return
      "the input ends at \(end) s, but the map plays it up to \(due) s; give warp-map the true --duration"
  }
}
