import Values

/// The missing part of an input that ends before its map does.
package struct Shortfall: Equatable, Sendable, CustomStringConvertible {
  /// In seconds of source time.
  package let inputEnd: Double
  package let mapEnd: Double

  /// In seconds. This much may always be missing, because maps are made from the lengths in file headers, which have
  /// errors of this size.
  private static let leastLimit = 0.1

  /// Nil if the missing part is at most the larger of a frame and a tenth of a second.
  package init?(inputEnd: Double, mapEnd: Double, frameLength: Double) {
    let limit = max(frameLength, Self.leastLimit)
    // Times are rounded in their last digits. A missing part of exactly the limit may seem to be longer.
    guard mapEnd - inputEnd > limit * (1 + FramePosition.grace) else { return nil }
    self.init(inputEnd: inputEnd, mapEnd: mapEnd)
  }

  /// For callers that have already decided that too much is missing.
  package init(inputEnd: Double, mapEnd: Double) {
    self.inputEnd = inputEnd
    self.mapEnd = mapEnd
  }

  /// The text that follows `error: ` in the message.
  package var description: String {
    let (end, due) = BriefNumber.print(inputEnd, besides: mapEnd)
    return
      "the input ends at \(end) s, but the map plays it up to \(due) s; give warp-map the true --duration"
  }
}
