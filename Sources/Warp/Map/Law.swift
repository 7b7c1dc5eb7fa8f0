/// How the time scale goes over a stretch of source time: what a piece of a map plays by.
///
/// Every law is exact in its own way and answers two questions, its scale and its integral; data, so that maps can be
/// compared.
package enum Law: Equatable, Sendable {
  /// A row-to-row piece of a table; also every constant scale.
  case cubic(Cubic)
  /// A built-in curve laid over [start, end].
  case curve(Curve, start: Double, end: Double)
  /// Speed going from one keyframe to the next.
  indirect case ease(SpeedEase)
  /// An expression, as polynomials between places.
  case panels(ChebyshevPanels)

  /// The time scale at `source`, never below zero.
  package func scale(at source: Double) -> Double {
    switch self {
    case .cubic(let cubic): cubic.scale(at: source)
    case .curve(let curve, let start, let end): max(0, curve.scale(at: (source - start) / (end - start)))
    case .ease(let ease): ease.scale(at: source)
    case .panels(let panels): max(0, panels.scale(at: source))
    }
  }

  /// Warped seconds from the law's own origin to `source`.
  package func integral(to source: Double) -> Double {
    switch self {
    case .cubic(let cubic): cubic.integral(to: source)
    case .curve(let curve, let start, let end): (end - start) * curve.integral(to: (source - start) / (end - start))
    case .ease(let ease): ease.integral(to: source)
    case .panels(let panels): panels.integral(to: source)
    }
  }

  /// Source times between which the law is smooth; a table has rows exactly there.
  package var kinks: [Double] {
    guard case .curve(let curve, let start, let end) = self else { return [] }
    return curve.kinks.map { start + (end - start) * $0 }
  }

  /// Places inside an interval that show what the law does there, however long the interval: none of its bends lies
  /// between two of them.
  func landmarks(between start: Double, and end: Double) -> [Double] {
    switch self {
    case .cubic, .ease: return []
    case .curve(let curve, let from, let to):
      guard let period = curve.period.map({ $0 * (to - from) }), end - start > period / 8 else { return [] }
      return Array(stride(from: start, to: end, by: period / 8).dropFirst())
    case .panels(let panels): return Array(panels.edges(between: start, and: end))
    }
  }
}
