/// How the speed changes from one keyframe to the next.
package enum Easing: Equatable, Hashable, Sendable {
  case linear
  /// The speed stays at the earlier keyframe's value and jumps at this keyframe.
  case hold
  /// Follows the smoothstep S(x) = 3x² − 2x³.
  case smooth
  /// Follows a timing curve of CSS: a cubic Bézier curve from (0, 0) to (1, 1).
  case bezier(CubicBezier)
}

/// A timing curve of CSS: x and y are cubic polynomials of a parameter in 0…1. `x1` and `x2` must lie in 0…1, so that x
/// rises with the parameter.
package struct CubicBezier: Equatable, Hashable, Sendable {
  let x1: Double
  let y1: Double
  let x2: Double
  let y2: Double

  static let easeIn = CubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  static let easeOut = CubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  static let easeInOut = CubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  func x(at parameter: Double) -> Double { Self.cubic(x1, x2, parameter) }
  func y(at parameter: Double) -> Double { Self.cubic(y1, y2, parameter) }
  func xSlope(at parameter: Double) -> Double { Self.slope(x1, x2, parameter) }

  /// The parameter where x equals `goal`, by Newton's method.
  func parameter(atX goal: Double) -> Double {
    if goal <= 0 { return 0 }
    if goal >= 1 { return 1 }
    return MonotoneRoot.solve(
      goal: goal, from: 0, to: 1, first: goal, value: { x(at: $0) }, slope: { xSlope(at: $0) })
  }

  /// The parameters where y may be smallest or largest: both ends, and the zeros of its slope.
  var turningParameters: [Double] {
    // y′/3 = y1 + 2(y2 − 2y1)p + (1 + 3y1 − 3y2)p²
    let (constant, half, square) = (y1, y2 - 2 * y1, 1 + 3 * y1 - 3 * y2)
    let root = max(0, half * half - square * constant).squareRoot()
    let roots = square == 0 ? [-constant / (2 * half)] : [(-half - root) / square, (-half + root) / square]
    return [0, 1] + roots.filter { $0 > 0 && $0 < 1 }
  }

  private static func cubic(_ first: Double, _ second: Double, _ p: Double) -> Double {
    let q = 1 - p
    return 3 * first * p * q * q + 3 * second * p * p * q + p * p * p
  }

  private static func slope(_ first: Double, _ second: Double, _ p: Double) -> Double {
    let q = 1 - p
    return 3 * (first * q * q + 2 * (second - first) * p * q + (1 - second) * p * p)
  }
}
