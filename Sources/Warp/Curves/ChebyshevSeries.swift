import Glibc

/// Chebyshev series Σ cₙTₙ(x) on −1…1, as arrays of coefficients.
enum ChebyshevSeries {
  /// The nodes of Chebyshev interpolation on [start, end], rising. They are the extremes of the Chebyshev polynomial of
  /// this degree: both ends are included, and nodes near the ends are closest together.
  static func nodes(from start: Double, to end: Double, degree: Int) -> [Double] {
    (0...degree).map { index in
      switch index {
      case 0: start
      case degree: end
      default:
        // (1 − cos a)/2, written as sin²(a/2): near the start, 1 − cos a would lose digits by cancellation.
        start + (end - start) * squared(sin(.pi * Double(index) / Double(2 * degree)))
      }
    }
  }

  private static func squared(_ x: Double) -> Double { x * x }

  /// The series of the polynomial with these values at the nodes. A discrete cosine transform is applied to the
  /// differences from the first value, because small differences are rounded more finely. If all values are equal, the
  /// series has exactly this value everywhere.
  static func interpolating(_ values: [Double]) -> [Double] {
    let (first, degree) = (values[0], values.count - 1)
    let cosines = (0..<2 * degree).map { cos(.pi * Double($0) / Double(degree)) }
    var series = (0...degree).map { term in
      var sum = 0.0
      for (index, value) in values.enumerated() {
        let weight = index == 0 || index == degree ? 0.5 : 1
        // The nodes rise from −1, but the cosines of the transform fall from 1.
        sum += weight * (value - first) * cosines[((degree - index) * term) % (2 * degree)]
      }
      return sum * (term == 0 || term == degree ? 1 : 2) / Double(degree)
    }
    series[0] += first
    return series
  }

  /// The antiderivative of a series, with value 0 at −1, for a function on an interval of `width`. The result has
  /// one more term than `series`.
  static func integral(of series: [Double], width: Double) -> [Double] {
    let padded = series + [0, 0]
    var result = [0.0]
    for term in 1...series.count {
      let before = term == 1 ? 2 * padded[0] : padded[term - 1]
      result.append((before - padded[term + 1]) / Double(2 * term) * (width / 2))
    }
    result[0] = -value(of: result[...], at: -1)
    return result
  }

  /// The derivative of a series, for a function on an interval of `width`. The result has as many terms as
  /// `series`, and the last one is 0.
  static func derivative(of series: [Double], width: Double) -> [Double] {
    var result = [Double](repeating: 0, count: series.count + 1)
    for term in stride(from: series.count - 2, through: 0, by: -1) {
      result[term] = result[term + 2] + 2 * Double(term + 1) * series[term + 1]
    }
    result[0] /= 2
    return result.dropLast().map { $0 * (2 / width) }
  }

  /// The value at `x` in −1…1, by Clenshaw's recurrence.
  static func value(of series: ArraySlice<Double>, at x: Double) -> Double {
    var (first, second) = (0.0, 0.0)
    for term in series.dropFirst().reversed() {
      (first, second) = (term + 2 * x * first - second, first)
    }
    return series[series.startIndex] + x * first - second
  }
}
