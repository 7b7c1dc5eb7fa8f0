import Foundation

/// Gauss–Legendre quadrature with eight nodes per panel: the reference for closed forms.
enum Quadrature {
  /// Accepts functions that are not smooth at `breaks`. Panels end there and become shorter towards each break.
  static func integral(
    from start: Double, to end: Double, breaks: [Double] = [], panels: Int = 64, of function: (Double) -> Double
  ) -> Double {
    let stops = ([start, end] + breaks.filter { $0 > start && $0 < end }).sorted()
    var sum = 0.0
    for (low, high) in zip(stops, stops.dropFirst()) {
      for index in 0..<panels {
        sum += panel(from: edge(index, panels, low, high), to: edge(index + 1, panels, low, high), of: function)
      }
    }
    return sum
  }

  /// The start of a panel. Starts are spaced by the smoothstep, so they are closest together at both ends.
  private static func edge(_ index: Int, _ count: Int, _ low: Double, _ high: Double) -> Double {
    let x = Double(index) / Double(count)
    return low + (high - low) * x * x * (3 - 2 * x)
  }

  private static func panel(from start: Double, to end: Double, of function: (Double) -> Double) -> Double {
    let nodes = [0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363]
    let weights = [0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763]
    let (middle, half) = ((start + end) / 2, (end - start) / 2)
    return zip(nodes, weights).reduce(0) { sum, pair in
      sum + half * pair.1 * (function(middle - half * pair.0) + function(middle + half * pair.0))
    }
  }
}
