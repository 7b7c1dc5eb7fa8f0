/// Finds where a monotone function reaches a value, by Newton's method, with bisection where a step leaves the bracket.
package enum MonotoneRoot {
  /// The x between `start` and `end` where `value` equals `goal`. The slope may be zero in places.
  ///
  /// - Parameters:
  ///   - first: the x to begin with. If it lies outside the bracket, the search begins in the middle.
  ///   - value: a function that is 0 at `start` and never falls on the way to `end`. `end` may be below `start`.
  ///   - slope: the absolute value of the derivative.
  package static func solve(
    goal: Double, from start: Double, to end: Double, first: Double,
    value: (Double) -> Double, slope: (Double) -> Double
  ) -> Double {
    let sign: Double = start < end ? 1 : -1
    var (low, high) = (start, end)
    var x = sign * (first - start) > 0 && sign * (end - first) > 0 ? first : start + (end - start) / 2
    var lastStep = abs(end - start)
    // A Newton step near the root doubles the number of correct digits. If a step leaves the bracket, or is longer than
    // half the previous step, the bracket is halved instead. After 200 halvings no Double is left in the bracket.
    for _ in 0..<200 {
      let excess = value(x) - goal
      if excess > 0 { high = x } else { low = x }
      let newton = x - sign * excess / slope(x)
      let isInside = sign * (newton - low) > 0 && sign * (high - newton) > 0
      // If the value is within one unit in the last place of the goal, only one more step can improve x. The step is
      // taken only if the value after it is as near. Where the slope is only a rounding error, the step leads away.
      if abs(excess) <= goal.ulp { return isInside && abs(value(newton) - goal) <= goal.ulp ? newton : x }
      let next = isInside && abs(newton - x) < 0.5 * lastStep ? newton : low + (high - low) / 2
      lastStep = abs(next - x)
      // A step of at most half the spacing of Doubles around x does not change x.
      if lastStep <= x.magnitude.ulp / 2 { return next }
      x = next
    }
    return x
  }

  /// The x between 0 and `end` where `value` equals `goal`, for functions that are nearly straight.
  ///
  /// Between two rows of a table, Newton's method without a bracket usually needs three steps. If a step leaves the
  /// interval, or after eight steps, `solve` starts again with a bracket.
  ///
  /// - Parameter smallestStep: the step length that ends the search, as a function of x.
  @inline(__always)
  package static func solveNearlyStraight(
    goal: Double, to end: Double, first: Double, value: (Double) -> Double, slope: (Double) -> Double,
    smallestStep: (Double) -> Double
  ) -> Double {
    var x = first
    for _ in 0..<8 {
      let step = (value(x) - goal) / slope(x)
      x -= step
      guard x >= 0, x <= end else { break }
      if abs(step) <= smallestStep(x) { return x }
    }
    return solve(goal: goal, from: 0, to: end, first: first, value: value, slope: slope)
  }
}
