/// The frames on screen while a shutter is open.
///
///     warped                                  warped + length
///       |<------------ shutter open ------------>|
///     --+--------+-----------------+-------------+--> warped time
///       frame 3  | frame 4         | frame 5
///       share    = part of the time the shutter is open
///
/// The shutter may be open over several stretches. A `Span` is the exposed part of one stretch.
extension Footage {
  /// The average of all frames shown for `length` seconds from the warped time `warped`, weighted by their time on
  /// screen. Nil until all these frames have arrived. The shutter closes early at a cut and at the end of the map.
  ///
  /// `source` is the source time shown at `warped`; `index` is the index of the stretch that shows it.
  func exposure(of source: Double, from warped: Double, for length: Double, in index: Int) -> Picture? {
    guard let spans = spans(from: source, at: warped, for: length, in: index) else { return nil }
    let end = spans[spans.count - 1].warpedEnd
    // If the shutter is open for less than the rounding of `warped`, it exposes one instant.
    guard end > warped else { return .frame(spans[0].first) }
    var weights: [Weight] = []
    var share = 0.0
    for span in spans {
      for (frame, warpedEnd) in showings(in: span) {
        // Each share is the difference of two multiples of 2⁻⁵², and the last multiple is 1. Therefore the shares add
        // up to exactly 1.
        let next = max(share, Weight.rounded((warpedEnd - warped) / (end - warped)))
        weights.append(Weight(frame: frame, share: next - share))
        share = next
      }
    }
    return Picture(summing: weights)
  }

  /// The part of a stretch during which the shutter is open, with its first and last source frame in playing order.
  struct Span {
    /// The index of the stretch.
    let index: Int
    let stretch: Stretch
    let first: Int
    let last: Int
    let warpedEnd: Double
  }

  /// The parts of stretches shown for `length` seconds from `warped`, up to a cut. Nil until their frames have arrived.
  func spans(from source: Double, at warped: Double, for length: Double, in index: Int) -> [Span]? {
    let end = warped + length
    var (source, index) = (source, index)
    var spans: [Span] = []
    while true {
      guard let span = span(from: source, until: end, in: index) else { return nil }
      spans.append(span)
      // By rounding, a shutter that closes at the end of a stretch may close slightly later. Within the
      // tolerance `FramePosition.grace`, it exposes nothing of the next stretch.
      guard
        end - span.warpedEnd > FramePosition.grace * length, span.warpedEnd == span.stretch.warpedEnd,
        index + 1 < stretches.count, span.stretch.isFollowed(by: stretches[index + 1])
      else { return spans }
      index += 1
      source = stretches[index].sourceStart
    }
  }

  private func span(from source: Double, until warped: Double, in index: Int) -> Span? {
    let stretch = stretches[index]
    let warpedEnd = min(warped, warpedEnd(of: stretch))
    guard
      let first = view(of: source, in: index)?.frame,
      let last = lastFrame(at: warpedEnd, in: index)
    else { return nil }
    if clock.isEnded {
      let (first, last) = (min(first, clock.count - 1), min(last, clock.count - 1))
      return Span(index: index, stretch: stretch, first: first, last: last, warpedEnd: warpedEnd)
    }
    guard max(first, last) < clock.count else { return nil }
    return Span(index: index, stretch: stretch, first: first, last: last, warpedEnd: warpedEnd)
  }

  /// The warped end of a stretch. A stretch that plays forward may end with the input.
  private func warpedEnd(of stretch: Stretch) -> Double {
    guard clock.isEnded, stretch.direction == .forward else { return stretch.warpedEnd }
    return min(stretch.warpedEnd, warpedEnd(in: stretch))
  }

  /// The frame on screen just before `warped`, which may be the end of the stretch.
  private func lastFrame(at warped: Double, in index: Int) -> Int? {
    let stretch = stretches[index]
    let isWhole = warped >= stretch.warpedEnd
    guard
      let frames = frames(of: index),
      let source = isWhole ? stretch.sourceEnd : map.instant(at: warped)?.source,
      // At a border of two frames, the earlier one in playing order is wanted. `position` returns the frame that starts
      // at the border, which is the earlier one if asked for the opposite direction.
      let position = clock.position(at: source, stretch.direction == .backward ? .forward : .backward)
    else { return nil }
    return min(max(position.frame, frames.lowerBound), frames.upperBound)
  }

  /// The frames of a span in playing order, each with the warped time at which it leaves the screen.
  private func showings(in span: Span) -> some Sequence<(frame: Int, warpedEnd: Double)> {
    let step = span.stretch.direction == .backward ? -1 : 1
    // If a span begins and ends on the border of two frames, rounding can swap its first and last frame. Then it shows
    // only the first one.
    let last = (span.last - span.first) * step < 0 ? span.first : span.last
    return stride(from: span.first, through: last, by: step).lazy.map { frame in
      let edge = clock.start(of: step > 0 ? frame + 1 : frame)
      return (frame, frame == last ? span.warpedEnd : min(span.warpedEnd, map.warped(at: edge, in: span.stretch)))
    }
  }
}
