import Glibc

/// A function known by its values, and its integral, as Chebyshev series on panels that halve until they are exact.
///
/// Built once from a scale to be integrated or from an integral to be differentiated; from then on a value
/// like any closed form. Between neighbouring samples of the coarsest panels (a thousandth of the
/// interval) nothing is looked for: that is the documented resolution.
package struct ChebyshevPanels: Equatable, Sendable {
  /// Samples a panel is made from, less one.
  static let degree = 16
  static let coarsestPanelCount = 64
  /// Panels are halved at most this often: past it a jump is narrower than any rounding of the integral.
  static let deepestHalving = 40
  static let mostPanels = 1 << 16

  /// Where panels meet; one more than there are panels.
  private var edges: [Double]
  /// For every panel the series of the integral from the panel's start, degree + 2 terms.
  private var integrals: [Double] = []
  /// For every panel the series of the scale, degree + 1 terms.
  private var scales: [Double] = []
  /// The integral from the first edge to the start of each panel.
  private var origins: [Double] = []

  /// Integrates `scale` over [start, end], to about 1e-13 of the interval's length times the scale's size.
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

  /// Differentiates `integral` over [start, end]; it is counted from its value at the start.
  init(
    integral: (Double) throws(Refusal) -> Double, from start: Double, to end: Double
  ) throws(Refusal) {
    edges = [start]
    var first: Double?
    // Here what a panel leaves out is missing from the integral itself, whatever the panel's width.
    try Self.forEachPanel(of: integral, from: start, to: end, leavingOut: 1e-14) { panelEnd, values in
      // Small numbers have small roundings: each panel counts from its own start.
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

  /// Samples of the straight line through the first and the last: over a jump a polynomial would swing below zero.
  private static func straight(between values: [Double]) -> [Double] {
    ChebyshevSeries.places(from: values[0], to: values[degree], degree: degree)
  }

  /// Calls `body` with the end and the samples of each panel, from left to right.
  private static func forEachPanel(
    of function: (Double) throws(Refusal) -> Double, from start: Double, to end: Double,
    leavingOut most: Double = .infinity, _ body: (Double, [Double]) -> Void
  ) throws(Refusal) {
    var size = 0.0
    var panelCount = 0
    // A stack of intervals still to be done, the leftmost on top.
    var waiting = (0..<coarsestPanelCount).reversed().map { index in
      let share = Double(index) / Double(coarsestPanelCount)
      let nextShare = Double(index + 1) / Double(coarsestPanelCount)
      return (start: start + (end - start) * share, end: start + (end - start) * nextShare, halvings: 0)
    }
    while let panel = waiting.popLast() {
      var values: [Double] = []
      for place in ChebyshevSeries.places(from: panel.start, to: panel.end, degree: degree) {
        values.append(try function(place))
      }
      size = max(size, values.reduce(0) { max($0, abs($1)) })
      let tail = ChebyshevSeries.interpolating(values).suffix(3).reduce(0) { max($0, abs($1)) }
      // What a panel leaves out counts by its width. By the square root, n panels together leave out 1e-15 √n, below
      // 3e-13.
      let share = (panel.end - panel.start) / (end - start)
      let isExact = tail <= size * min(most, max(2e-15, 1e-15 / share.squareRoot()))
      if isExact || panel.halvings == deepestHalving {
        panelCount += 1
        guard panelCount <= mostPanels else {
          throw .usage(
            "the expression is too rough to be integrated", at: "source \(NumberSyntax.print(panel.start)) s",
            advice: "smooth it, or give keyframes with --speed")
        }
        body(panel.end, isExact ? values : straight(between: values))
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
    return origins[panel] + ChebyshevSeries.value(of: terms(ofIntegral: panel), at: place(of: x, in: panel))
  }

  package func scale(at x: Double) -> Double {
    let panel = panel(at: x)
    let count = Self.degree + 1
    return ChebyshevSeries.value(of: scales[panel * count..<(panel + 1) * count], at: place(of: x, in: panel))
  }

  private func terms(ofIntegral panel: Int) -> ArraySlice<Double> {
    let count = Self.degree + 2
    return integrals[panel * count..<(panel + 1) * count]
  }

  /// The last panel that starts at or before `x`.
  private func panel(at x: Double) -> Int {
    let index = edges.borderIndex { $0 > x }
    return min(max(0, index - 1), edges.count - 2)
  }

  /// Where panels meet inside an interval.
  func edges(between start: Double, and end: Double) -> ArraySlice<Double> {
    edges[edges.borderIndex { $0 > start }..<edges.borderIndex { $0 >= end }]
  }

  private func place(of x: Double, in panel: Int) -> Double {
    let (start, end) = (edges[panel], edges[panel + 1])
    return min(1, max(-1, ((x - start) - (end - x)) / (end - start)))
  }

  /// The samples the panels were made from, in order, each place once.
  var samplePlaces: [Double] {
    var places = [edges[0]]
    for (start, end) in zip(edges, edges.dropFirst()) {
      places += ChebyshevSeries.places(from: start, to: end, degree: Self.degree).dropFirst()
    }
    return places
  }
}
