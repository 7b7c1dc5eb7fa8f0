import Glibc
import Values

/// A scale and its integral as Chebyshev series, one pair of series for each panel (a part of the interval). A panel is
/// halved until its series is exact up to rounding.
///
/// The panels are built from samples of the scale, which is integrated, or of the integral, which is differentiated. A
/// feature that lies between two neighbouring samples of the coarsest panels is missed. These samples are about a
/// thousandth of the interval apart: the documented resolution.
package struct ChebyshevPanels: Equatable, Sendable {
  /// The degree of the polynomials of a panel, which is made from `degree` + 1 samples.
  static let degree = 16
  static let coarsestPanelCount = 64
  /// The most halvings of a panel. A jump in a panel halved this often changes the integral by less than rounding.
  static let deepestHalving = 40
  static let mostPanels = 1 << 16

  /// The borders of the panels, rising.
  private var edges: [Double]
  /// The `degree` + 2 coefficients of the integral for each panel. The integral is 0 at the panel's start.
  private var integrals: [Double] = []
  /// The `degree` + 1 coefficients of the scale for each panel.
  private var scales: [Double] = []
  /// The integral from the first edge to the start of each panel.
  private var origins: [Double] = []

  /// Integrates `scale` over [start, end]. The error is about 1e-13 of the interval's length times the largest scale.
  package init(
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

  /// Differentiates `integral` over [start, end]. Subtracts the value of the integral at the start.
  package init(
    integral: (Double) throws(Refusal) -> Double, from start: Double, to end: Double
  ) throws(Refusal) {
    edges = [start]
    var first: Double?
    // The truncation error of a panel's series is an error of the integral itself, and is not multiplied by the panel's
    // width. Therefore this limit does not depend on the width.
    try Self.forEachPanel(of: integral, from: start, to: end, leavingOut: 1e-14) { panelEnd, values in
      // Each panel's series in `integrals` is 0 at the start of its panel.
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

  /// The samples of the straight line through the first and last of `values`, for a panel that contains a jump. In
  /// such a panel, the interpolating polynomial would overshoot, possibly below zero.
  private static func line(through values: [Double]) -> [Double] {
    ChebyshevSeries.nodes(from: values[0], to: values[degree], degree: degree)
  }

  /// Calls `body` with the end and the samples of each panel, from left to right.
  ///
  /// - Parameter most: the largest allowed truncation error of a panel, relative to the largest value so far.
  private static func forEachPanel(
    of function: (Double) throws(Refusal) -> Double, from start: Double, to end: Double,
    leavingOut most: Double = .infinity, _ body: (Double, [Double]) -> Void
  ) throws(Refusal) {
    var size = 0.0
    var panelCount = 0
    // A stack of the intervals still to be tested or halved, with the leftmost on top.
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
      // The last coefficients estimate the truncation error. Integration multiplies this error by the panel's width,
      // which is `share` of the whole interval. With a limit of 1e-15 / √`share`, n equal panels have a total error of
      // 1e-15 √n. This is below 3e-13 for the largest number of panels.
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

  /// The last panel that starts at or before `x`, or the first panel if `x` lies before it.
  private func panel(at x: Double) -> Int {
    let index = edges.borderIndex { $0 > x }
    return min(max(0, index - 1), edges.count - 2)
  }

  /// The borders between panels strictly inside an interval.
  func edges(between start: Double, and end: Double) -> ArraySlice<Double> {
    edges[edges.borderIndex { $0 > start }..<edges.borderIndex { $0 >= end }]
  }

  /// Maps an `x` of the panel to −1…1, where the series are defined.
  private func argument(of x: Double, in panel: Int) -> Double {
    let (start, end) = (edges[panel], edges[panel + 1])
    return min(1, max(-1, ((x - start) - (end - x)) / (end - start)))
  }

  /// All sample points of the panels, rising, without duplicates at the borders.
  package var nodes: [Double] {
    var nodes = [edges[0]]
    for (start, end) in zip(edges, edges.dropFirst()) {
      nodes += ChebyshevSeries.nodes(from: start, to: end, degree: Self.degree).dropFirst()
    }
    return nodes
  }
}
