/// The scale (warped seconds per source second) as a function of source time within a piece of a map. The integral of
/// the scale is the warped time.
///
/// An enum of values, and not a closure or a protocol, so that maps can be compared and printed.
package enum Law: Equatable, Sendable {
  /// The curve between two rows of a table. Also every constant scale.
  case cubic(Cubic)
  /// A built-in curve on [start, end].
  case curve(Curve, start: Double, end: Double)
  /// The speed between two keyframes.
  indirect case ease(SpeedEase)
  /// An expression, approximated by Chebyshev series on many panels (short intervals).
  case panels(ChebyshevPanels)
  /// The inverse of a piece that plays forward. The warped times of the piece are the source times of this law.
  indirect case inverse(Piece)
  /// A piece of one map, retimed by the law of a second map.
  indirect case succession(Succession)

  /// A piece of one map, and the law by which a second map retimes its result. The source times of the law are warped
  /// times of the piece.
  package struct Succession: Equatable, Sendable {
    let inner: Piece
    let outer: Law
    /// The warped times of `inner` that `outer` retimes. Outside them, `outer` need not be monotone.
    let part: ClosedRange<Double>
  }

  /// The scale at `source`; never below 0, not even by rounding.
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

  /// Warped seconds from the law's origin to `source`. The origin is the start of the interval for which the law was
  /// made, and may lie outside the piece.
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

  /// The source times where the law is not smooth. Pieces end there, so a table has rows exactly there.
  package var kinks: [Double] {
    guard case .curve(let curve, let start, let end) = self else { return [] }
    return curve.kinks.map { start + (end - start) * $0 }
  }

  /// Source times inside an interval, so close together that samples there show every bend of the law: eight per period
  /// of a wave, or the ends of Chebyshev panels. Empty for laws with only a few bends.
  package func landmarks(between start: Double, and end: Double) -> [Double] {
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

  /// The source time between `start` and the later time `end` at which the integral equals `goal`.
  ///
  /// Inverses and successions invert their parts directly, because a search within a search would take too long.
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
  /// −1 if the inner piece plays backward.
  private var sign: Double { inner.direction == .forward ? 1 : -1 }

  func scale(at source: Double) -> Double {
    let scale = outer.scale(at: inner.warped(at: source)) * abs(inner.signedScale(at: source) ?? 0)
    // 0 · infinity can occur only at a single instant, where any scale is right.
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
