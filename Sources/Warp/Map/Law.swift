/// The scale as a function of source time over a piece, together with its integral.
///
/// An enum of values and not a closure or a protocol, so that maps can be compared and printed.
package enum Law: Equatable, Sendable {
  /// From one row of a table to the next; also every constant scale.
  case cubic(Cubic)
  /// A built-in curve laid over [start, end].
  case curve(Curve, start: Double, end: Double)
  /// Speed going from one keyframe to the next.
  indirect case ease(SpeedEase)
  /// An expression, as a Chebyshev series on each of many panels.
  case panels(ChebyshevPanels)
  /// The inverse of a piece that plays forward: its warped times are the source times.
  indirect case inverse(Piece)
  /// A piece, the result of which another law plays.
  indirect case succession(Succession)

  /// A law on the warped times of a piece that plays.
  package struct Succession: Equatable, Sendable {
    let inner: Piece
    let outer: Law
    /// The warped times of the inner piece that the outer law plays. It need not rise outside.
    let part: ClosedRange<Double>
  }

  /// The scale at `source`; clamped to 0, below which rounding could take it.
  package func scale(at source: Double) -> Double {
    switch self {
    case .cubic(let cubic): cubic.scale(at: source)
    case .curve(let curve, let start, let end): max(0, curve.scale(at: (source - start) / (end - start)))
    case .ease(let ease): ease.scale(at: source)
    case .panels(let panels): max(0, panels.scale(at: source))
    case .inverse(let piece): piece.instant(at: source).scale.map { 1 / $0 } ?? .infinity
    case .succession(let succession): succession.scale(at: source)
    }
  }

  /// Warped seconds from the law's origin to `source`. The origin is the start of the interval the law was made for; it
  /// may lie outside the piece.
  package func integral(to source: Double) -> Double {
    switch self {
    case .cubic(let cubic): cubic.integral(to: source)
    case .curve(let curve, let start, let end): (end - start) * curve.integral(to: (source - start) / (end - start))
    case .ease(let ease): ease.integral(to: source)
    case .panels(let panels): panels.integral(to: source)
    case .inverse(let piece): piece.instant(at: source).source
    case .succession(let succession): succession.integral(to: source)
    }
  }

  /// Source times at which the law is not smooth. Pieces end there, so a table has rows exactly there.
  package var kinks: [Double] {
    guard case .curve(let curve, let start, let end) = self else { return [] }
    return curve.kinks.map { start + (end - start) * $0 }
  }

  /// Source times inside an interval at which to sample the law so that no bend of it is missed, however long the
  /// interval is: eight to a wave, or the ends of panels. None for laws that bend only a few times in all.
  func landmarks(between start: Double, and end: Double) -> [Double] {
    switch self {
    case .cubic, .ease: return []
    case .curve(let curve, let from, let to):
      guard let period = curve.period.map({ $0 * (to - from) }), end - start > period / 8,
        period / 8 > 0
      else { return [] }
      return Array(stride(from: start, to: end, by: period / 8).dropFirst())
    case .panels(let panels): return Array(panels.edges(between: start, and: end))
    case .inverse(let piece): return piece.warpedLandmarks.filter { start < $0 && $0 < end }
    case .succession(let succession): return succession.landmarks(between: start, and: end)
    }
  }

  /// The source time between `start` and `end`, which is later, at which the integral is `goal`.
  ///
  /// Inverses and successions take their parts one by one: a search within a search would take too long.
  func source(reaching goal: Double, between start: Double, and end: Double) -> Double {
    switch self {
    case .inverse(let piece): return piece.warped(at: min(max(goal, piece.sourceStart), piece.sourceEnd))
    case .succession(let succession): return succession.source(reaching: goal)
    case .cubic, .curve, .ease, .panels:
      let (first, last) = (integral(to: start), integral(to: end))
      return MonotoneRoot.solve(
        goal: goal - first, from: start, to: end, first: start + (goal - first) / (last - first) * (end - start),
        value: { integral(to: $0) - first }, slope: scale(at:))
    }
  }
}

extension Law.Succession {
  /// -1 where later source times come earlier in the result of the inner piece.
  private var sign: Double { inner.direction == .forward ? 1 : -1 }

  func scale(at source: Double) -> Double {
    let scale = outer.scale(at: inner.warped(at: source)) * abs(inner.signedScale(at: source) ?? 0)
    // 0 times infinity, at a single instant: any number does.
    return scale.isNaN ? 1 : scale
  }

  func integral(to source: Double) -> Double { sign * outer.integral(to: inner.warped(at: source)) }

  func source(reaching goal: Double) -> Double {
    let warped = outer.source(reaching: sign * goal, between: part.lowerBound, and: part.upperBound)
    return inner.instant(at: warped).source
  }

  func landmarks(between start: Double, and end: Double) -> [Double] {
    let own = inner.sourceLandmarks
    let others = outer.landmarks(between: part.lowerBound, and: part.upperBound).map { inner.instant(at: $0).source }
    return (own + others).filter { start < $0 && $0 < end }.sorted()
  }
}
