import Glibc

/// Chebyshev series on −1…1: made from samples, integrated, differentiated, evaluated.
enum ChebyshevSeries {
  /// Sample places over [start, end], ends included, closest together near the ends.
  static func places(from start: Double, to end: Double, degree: Int) -> [Double] {
    (0...degree).map { index in
      switch index {
      case 0: start
      case degree: end
      default:
        // sin² of half the angle is (1 − cos)/2 without its rounding near the start.
        start + (end - start) * squared(sin(.pi * Double(index) / Double(2 * degree)))
      }
    }
  }

  private static func squared(_ x: Double) -> Double { x * x }

  /// The series through `values` at `places`, by the discrete cosine sum.
  static func interpolating(_ values: [Double]) -> [Double] {
    let degree = values.count - 1
    let cosines = (0..<2 * degree).map { cos(.pi * Double($0) / Double(degree)) }
    return (0...degree).map { term in
      var sum = 0.0
      for (index, value) in values.enumerated() {
        let weight = index == 0 || index == degree ? 0.5 : 1
        // Places run from −1 up, the cosine's angle from 1 down.
        sum += weight * value * cosines[((degree - index) * term) % (2 * degree)]
      }
      return sum * (term == 0 || term == degree ? 1 : 2) / Double(degree)
    }
  }

  /// The antiderivative that is 0 at −1, of a series over an interval of `width`; one term longer.
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

  /// The derivative of a series over an interval of `width`; as many terms, the last one 0.
  static func derivative(of series: [Double], width: Double) -> [Double] {
    var result = [Double](repeating: 0, count: series.count + 1)
    for term in stride(from: series.count - 2, through: 0, by: -1) {
      result[term] = result[term + 2] + 2 * Double(term + 1) * series[term + 1]
    }
    result[0] /= 2
    return result.dropLast().map { $0 * (2 / width) }
  }

  /// Clenshaw's sum at `x`.
  static func value(of series: ArraySlice<Double>, at x: Double) -> Double {
    var (first, second) = (0.0, 0.0)
    for term in series.dropFirst().reversed() {
      (first, second) = (term + 2 * x * first - second, first)
    }
    return series[series.startIndex] + x * first - second
  }
}
