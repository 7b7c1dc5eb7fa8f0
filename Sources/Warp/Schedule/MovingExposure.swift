/// What a shutter that stays open sees where there are pictures between frames too.
extension Footage {
  /// Eight a frame are a smear, not a row of pictures, of anything that moves by less than some ten pixels a frame.
  private static let momentsPerFrame = 8.0
  /// Where more frames than this go by, their own steps do not show.
  private static let mostFrames = 16.0

  /// Moments from `warped` on for `length`, each of which stands for an equal part of its span; nil before all of them
  /// have come. The shutter closes early at a cut and at the end of the map.
  ///
  /// `source` is what is shown at the start, in the stretch `index`.
  func movingExposure(of source: Double, from warped: Double, for length: Double, in index: Int) -> Picture? {
    guard let spans = spans(from: source, at: warped, for: length, in: index) else { return nil }
    let end = spans[spans.count - 1].warpedEnd
    // A shutter too fast for a Double sees an instant.
    guard end > warped else { return view(of: source, in: index).map { limited($0).picture(.motion) } }
    var moments: [Moment] = []
    var (start, share) = (warped, 0.0)
    for span in spans {
      guard let count = momentCount(from: start, in: span) else { return nil }
      let step = (span.warpedEnd - start) / Double(count)
      for number in 0..<count {
        guard let view = view(at: start + (Double(number) + 0.5) * step, in: span.index) else { return nil }
        // Shares are differences of places on one grid: they cannot but add up to 1.
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
    map.instant(at: warped).flatMap { view(of: $0.source, in: index) }.map(limited)
  }

  /// Once the input has ended there are no more frames than have come.
  private func limited(_ view: FrameView) -> FrameView { clock.isEnded ? view.limited(to: clock.count) : view }

  /// How many moments stand for a span that begins at `warped`.
  private func momentCount(from warped: Double, in span: Span) -> Int? {
    // Not where the map is at the end of a stretch: that may be behind a cut.
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
