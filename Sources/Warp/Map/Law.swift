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

  /// The scale at `source`; clamped to 0, below which rounding could take it.
  package func scale(at source: Double) -> Double {
    switch self {
    case .cubic(let cubic): cubic.scale(at: source)
    case .curve(let curve, let start, let end): max(0, curve.scale(at: (source - start) / (end - start)))
    case .ease(let ease): ease.scale(at: source)
    case .panels(let panels): max(0, panels.scale(at: source))
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
    }
  }
}
