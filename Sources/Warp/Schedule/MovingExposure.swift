/// Simulates an open shutter, with motion interpolation between the source frames.
extension Footage {
  /// Eight pictures per source frame blur into a smooth trail if the motion is below about ten pixels per frame. With
  /// fewer, single pictures are visible.
  private static let momentsPerFrame = 8.0
  /// A blur over more source frames than this is made from no more pictures than a blur over exactly this many. The
  /// steps between the pictures are invisible in such a long blur.
  private static let mostFrames = 16.0

  /// The average of interpolated pictures while the shutter is open: `length` seconds from the warped time `warped`.
  /// Nil until all source frames for the pictures have arrived. The shutter closes early at a cut and at the map's end.
  ///
  /// `source` is the source time shown at `warped`; `index` is the index of the stretch that shows it.
  func movingExposure(of source: Double, from warped: Double, for length: Double, in index: Int) -> Picture? {
    guard let spans = spans(from: source, at: warped, for: length, in: index) else { return nil }
    let end = spans[spans.count - 1].warpedEnd
    // If the shutter is open for less than the rounding of `warped`, it exposes one instant.
    guard end > warped else { return view(of: source, in: index).flatMap { counted($0, in: index) }?.picture(.motion) }
    var moments: [Moment] = []
    var (start, share) = (warped, 0.0)
    for span in spans {
      guard let count = momentCount(from: start, in: span) else { return nil }
      let step = (span.warpedEnd - start) / Double(count)
      for number in 0..<count {
        guard let view = view(at: start + (Double(number) + 0.5) * step, in: span.index) else { return nil }
        // Each share is the difference of two multiples of 2⁻⁵², and the last multiple is 1. Therefore the shares add
        // up to exactly 1.
        let partEnd = number + 1 == count ? span.warpedEnd : start + Double(number + 1) * step
        let next = max(share, Weight.rounded((partEnd - warped) / (end - warped)))
        if next > share { moments.append(view.moment(share: next - share)) }
        share = next
      }
      start = span.warpedEnd
    }
    return Picture(averaging: moments)
  }

  private func view(at warped: Double, in index: Int) -> FrameView? {
    map.instant(at: warped).flatMap { view(of: $0.source, in: index) }.flatMap { counted($0, in: index) }
  }

  /// The view without duplicates and, once the input has ended, without missing frames. Nil until these are known.
  private func counted(_ view: FrameView, in index: Int) -> FrameView? {
    withoutDuplicates(clock.isEnded ? view.limited(to: clock.count) : view, in: index)
  }

  /// The number of pictures to average until the end of `span`. Nil if it depends on frames that have not arrived.
  private func momentCount(from warped: Double, in span: Span) -> Int? {
    // At the end of a stretch, the map may already show the source after a cut. Therefore the end comes from the
    // stretch.
    let sourceEnd = span.warpedEnd >= span.stretch.warpedEnd ? span.stretch.sourceEnd : nil
    guard
      let first = map.instant(at: warped).flatMap({ clock.position(at: $0.source, .forward) }),
      let end = sourceEnd ?? map.instant(at: span.warpedEnd)?.source,
      let last = clock.position(at: end, .forward)
    else { return nil }
    let passed = abs(Double(last.frame - first.frame) + last.phase - first.phase)
    return max(1, Int((min(passed, Self.mostFrames) * Self.momentsPerFrame).rounded(.up)))
  }
}
