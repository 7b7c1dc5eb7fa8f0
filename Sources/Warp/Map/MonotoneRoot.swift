/// Where a function that never falls reaches a value: Newton's method, kept inside a bracket.
package enum MonotoneRoot {
  /// The x between `start` and `end` at which `value` reaches `goal`. The slope may be zero in places.
  ///
  /// - Parameters:
  ///   - first: where to begin; anything outside the bracket stands for its middle.
  ///   - value: counts from 0 at `start` upward, whichever way x goes.
  ///   - slope: the size of its derivative.
  package static func solve(
    goal: Double, from start: Double, to end: Double, first: Double,
    value: (Double) -> Double, slope: (Double) -> Double
  ) -> Double {
    let sign: Double = start < end ? 1 : -1
    var (low, high) = (start, end)
    var x = sign * (first - start) > 0 && sign * (end - first) > 0 ? first : start + (end - start) / 2
    var lastStep = abs(end - start)
    // Each Newton step doubles the number of right digits. Where it does not, the bracket is halved instead; after 200
    // halvings no Double is left inside it.
    for _ in 0..<200 {
      let excess = value(x) - goal
      if excess > 0 { high = x } else { low = x }
      let newton = x - sign * excess / slope(x)
      let isInside = sign * (newton - low) > 0 && sign * (high - newton) > 0
      // Within one unit in the last place of the goal one more step may help and no further one can. Not even that one
      // helps where the slope is only rounding: then the value there is farther off.
      if abs(excess) <= goal.ulp { return isInside && abs(value(newton) - goal) <= goal.ulp ? newton : x }
      let next = isInside && abs(newton - x) < 0.5 * lastStep ? newton : low + (high - low) / 2
      lastStep = abs(next - x)
      // A step smaller than the spacing of Doubles around x changes nothing any more.
      if lastStep <= x.magnitude.ulp / 2 || next == x { return next }
      x = next
    }
    return x
  }

  /// The x between 0 and `end` at which `value` reaches `goal`, for functions that are nearly straight.
  ///
  /// Between two rows of a table three steps of Newton's method are enough. On a function that bends more a step may
  /// leave the interval, or eight may not be enough; then the bracketed method of `solve` takes over.
  ///
  /// - Parameter smallestStep: at which x a step of which size ends the search.
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
