import Glibc

/// A scale and its integral, made from samples of one of the two: a Chebyshev series of each on every panel of an
/// interval. A panel is halved until its series is exact to rounding.
///
/// Built once, either from a scale, which is integrated, or from an integral, which is differentiated. What happens
/// only between neighbouring samples of the coarsest panels, which are about a thousandth of the interval apart, is not
/// found: the documented resolution.
package struct ChebyshevPanels: Equatable, Sendable {
  /// The degree of the polynomial on a panel: it is made from one sample more.
  static let degree = 16
  static let coarsestPanelCount = 64
  /// How often a panel is halved at most: then a jump in it changes the integral by less than the integral is rounded.
  static let deepestHalving = 40
  static let mostPanels = 1 << 16

  /// The borders of the panels, in rising order: one more than there are panels.
  private var edges: [Double]
  /// For each panel the degree + 2 coefficients of the integral, counted from the panel's start.
  private var integrals: [Double] = []
  /// For each panel the degree + 1 coefficients of the scale.
  private var scales: [Double] = []
  /// The integral from the first edge to the start of each panel.
  private var origins: [Double] = []

  /// Integrates `scale` over [start, end]. The error is about 1e-13 times the interval's length times the largest
  /// scale.
  init(
    scale: (Double) throws(Refusal) -> Double, from start: Double, to end: Double
  ) throws(Refusal) {
    edges = [start]
    var gained = 0.0
    try Self.forEachPanel(of: scale, from: start, to: end) { panelEnd, values in
      let series = ChebyshevSeries.interpolating(values)
      let integral = ChebyshevSeries.integral(of: series, width: panelEnd - edges[edges.count - 1])
      append(scale: series, integral: integral, startingFrom: gained, endingAt: panelEnd)
      gained += ChebyshevSeries.value(of: integral[...], at: 1)
    }
  }

  /// Differentiates `integral` over [start, end]. Its value at the start is subtracted from it.
  init(
    integral: (Double) throws(Refusal) -> Double, from start: Double, to end: Double
  ) throws(Refusal) {
    edges = [start]
    var first: Double?
    // What the series of a panel leaves out is an error of the integral itself here, and is not multiplied by the
    // panel's width: so the limit does not depend on the width.
    try Self.forEachPanel(of: integral, from: start, to: end, leavingOut: 1e-14) { panelEnd, values in
      // Counted from the panel's start, as `integrals` has it.
      let series = ChebyshevSeries.interpolating(values.map { $0 - values[0] })
      let derivative = ChebyshevSeries.derivative(of: series, width: panelEnd - edges[edges.count - 1])
      let origin = values[0] - (first ?? values[0])
      append(scale: derivative, integral: series + [0], startingFrom: origin, endingAt: panelEnd)
      first = first ?? values[0]
    }
  }

  private mutating func append(scale: [Double], integral: [Double], startingFrom origin: Double, endingAt end: Double) {
    origins.append(origin)
    scales += scale
    integrals += integral
    edges.append(end)
  }

  /// The samples of the straight line through the first and the last of `values`, for a panel that hides a jump: over a
  /// jump the interpolating polynomial would overshoot, possibly below zero.
  private static func line(through values: [Double]) -> [Double] {
    ChebyshevSeries.nodes(from: values[0], to: values[degree], degree: degree)
  }

  /// Calls `body` with the end and the samples of each panel, from left to right.
  ///
  /// - Parameter most: what the series of a panel may leave out at most, as a share of the largest value seen so far.
  private static func forEachPanel(
    of function: (Double) throws(Refusal) -> Double, from start: Double, to end: Double,
    leavingOut most: Double = .infinity, _ body: (Double, [Double]) -> Void
  ) throws(Refusal) {
    var size = 0.0
    var panelCount = 0
    // A stack of the intervals that are still to be made into panels, the leftmost on top.
    var waiting = (0..<coarsestPanelCount).reversed().map { index in
      let share = Double(index) / Double(coarsestPanelCount)
      let nextShare = Double(index + 1) / Double(coarsestPanelCount)
      return (start: start + (end - start) * share, end: start + (end - start) * nextShare, halvings: 0)
    }
    while let panel = waiting.popLast() {
      var values: [Double] = []
      for node in ChebyshevSeries.nodes(from: panel.start, to: panel.end, degree: degree) {
        values.append(try function(node))
      }
      size = max(size, values.reduce(0) { max($0, abs($1)) })
      let tail = ChebyshevSeries.interpolating(values).suffix(3).reduce(0) { max($0, abs($1)) }
      // The last coefficients tell what the series leaves out. Its share of the integral is proportional to the panel's
      // width. With a limit of 1e-15 over the square root of that width, n panels of the same width together leave out
      // 1e-15 √n, which is below 3e-13 for the largest number of panels.
      let share = (panel.end - panel.start) / (end - start)
      let isExact = tail <= size * min(most, max(2e-15, 1e-15 / share.squareRoot()))
      if isExact || panel.halvings == deepestHalving {
        panelCount += 1
        guard panelCount <= mostPanels else {
          throw .usage(
            "the expression has too many jumps or oscillations",
            at: "from \(BriefNumber.print(panel.start)) s in the source",
            advice: "write a smoother expression, or use keyframes with --speed")
        }
        body(panel.end, isExact ? values : line(through: values))
      } else {
        let middle = panel.start + (panel.end - panel.start) / 2
        waiting.append((middle, panel.end, panel.halvings + 1))
        waiting.append((panel.start, middle, panel.halvings + 1))
      }
    }
  }
}

extension ChebyshevPanels {
  package func integral(to x: Double) -> Double {
    let panel = panel(at: x)
    return origins[panel] + ChebyshevSeries.value(of: terms(ofIntegral: panel), at: argument(of: x, in: panel))
  }

  package func scale(at x: Double) -> Double {
    let panel = panel(at: x)
    let count = Self.degree + 1
    return ChebyshevSeries.value(of: scales[panel * count..<(panel + 1) * count], at: argument(of: x, in: panel))
  }

  private func terms(ofIntegral panel: Int) -> ArraySlice<Double> {
    let count = Self.degree + 2
    return integrals[panel * count..<(panel + 1) * count]
  }

  /// The last panel that starts at or before `x`; the first for an `x` before all of them.
  private func panel(at x: Double) -> Int {
    let index = edges.borderIndex { $0 > x }
    return min(max(0, index - 1), edges.count - 2)
  }

  /// The borders of panels strictly inside an interval.
  func edges(between start: Double, and end: Double) -> ArraySlice<Double> {
    edges[edges.borderIndex { $0 > start }..<edges.borderIndex { $0 >= end }]
  }

  /// Where in −1…1, on which the series are defined, an `x` of the panel lies.
  private func argument(of x: Double, in panel: Int) -> Double {
    let (start, end) = (edges[panel], edges[panel + 1])
    return min(1, max(-1, ((x - start) - (end - x)) / (end - start)))
  }

  /// All nodes at which the panels were sampled, in rising order, those on borders once.
  var nodes: [Double] {
    var nodes = [edges[0]]
    for (start, end) in zip(edges, edges.dropFirst()) {
      nodes += ChebyshevSeries.nodes(from: start, to: end, degree: Self.degree).dropFirst()
    }
    return nodes
  }
}
