/// What is seen while a shutter is open, where motion makes up the moments between frames.
extension Footage {
  /// Eight moments a frame blur into one smear whatever moves by less than about ten pixels a frame; with fewer, single
  /// pictures can be told apart.
  private static let momentsPerFrame = 8.0
  /// If more frames than this go by in a span, it gets moments for this many: the steps between moments cannot be seen
  /// in such a blur.
  private static let mostFrames = 16.0

  /// Moments from `warped` on for `length`, evenly spaced within each span and weighted by the warped time each stands
  /// for; nil before all of them have come. The shutter closes early at a cut and at the end of the map.
  ///
  /// `source` is what is shown at the start, in the stretch `index`.
  func movingExposure(of source: Double, from warped: Double, for length: Double, in index: Int) -> Picture? {
    guard let spans = spans(from: source, at: warped, for: length, in: index) else { return nil }
    let end = spans[spans.count - 1].warpedEnd
    // The shutter may be open for less than the last digit of `warped`: it then sees one instant.
    guard end > warped else { return view(of: source, in: index).flatMap { counted($0, in: index) }?.picture(.motion) }
    var moments: [Moment] = []
    var (start, share) = (warped, 0.0)
    for span in spans {
      guard let count = momentCount(from: start, in: span) else { return nil }
      let step = (span.warpedEnd - start) / Double(count)
      for number in 0..<count {
        guard let view = view(at: start + (Double(number) + 0.5) * step, in: span.index) else { return nil }
        // A share is the difference of two multiples of 2⁻⁵², the last of which is 1: so shares add up to 1 exactly.
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

  /// The view by the frames that count: once the input has ended there are no more than have come. Nil while it is not
  /// known which they are.
  private func counted(_ view: FrameView, in index: Int) -> FrameView? {
    withoutDuplicates(clock.isEnded ? view.limited(to: clock.count) : view, in: index)
  }

  /// How many moments a span that begins at `warped` is divided into; nil if that depends on frames still to come.
  private func momentCount(from warped: Double, in span: Span) -> Int? {
    // At the end of a stretch the map may show what follows a cut: the stretch says where it ends itself.
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
