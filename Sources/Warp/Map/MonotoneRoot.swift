/// Newton's method that cannot leave its bracket: for functions that never fall, even where their slope is zero.
package enum MonotoneRoot {
  /// The x between `start` and `end` at which `value` reaches `goal`.
  ///
  /// `value` counts from 0 at `start` upward, whichever way x goes; `slope` is the size of its derivative.
  package static func solve(
    goal: Double, from start: Double, to end: Double, first: Double,
    value: (Double) -> Double, slope: (Double) -> Double
  ) -> Double {
    let sign: Double = start < end ? 1 : -1
    var (low, high) = (start, end)
    var x = sign * (first - start) > 0 && sign * (end - first) > 0 ? first : start + (end - start) / 2
    var lastStep = abs(end - start)
    // Newton doubles its digits each time; where it does not, halving takes its place, and 200 halvings exhaust a
    // Double.
    for _ in 0..<200 {
      let excess = value(x) - goal
      if excess > 0 { high = x } else { low = x }
      let newton = x - sign * excess / slope(x)
      let isInside = sign * (newton - low) > 0 && sign * (high - newton) > 0
      // At the last digit of the value there is one more step to gain, and no other; none where the slope is but rounding.
      if abs(excess) <= goal.ulp { return isInside && abs(value(newton) - goal) <= goal.ulp ? newton : x }
      let next = isInside && abs(newton - x) < 0.5 * lastStep ? newton : low + (high - low) / 2
      lastStep = abs(next - x)
      // A step below the spacing of numbers here changes nothing any more.
      if lastStep <= x.magnitude.ulp / 2 || next == x { return next }
      x = next
    }
    return x
  }
}
