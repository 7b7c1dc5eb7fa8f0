/// Samples a function more densely where it bends more.
enum CurveSamples {
  /// The arguments from `start` to `end` at which to sample. Between two neighbours, the function is within `error` of
  /// a straight line.
  ///
  /// - Parameters:
  ///   - landmarks: arguments in ascending order. Between two neighbours, the function bends only a few times.
  ///   - finest: intervals that are at most this long are not halved.
  static func arguments(
    from start: Double, to end: Double, landmarks: [Double], error: Double, finest: Double,
    of function: (Double) -> Double
  ) -> [Double] {
    var arguments = [start]
    var (left, leftValue) = (start, function(start))
    for right in landmarks + [end] where right > left {
      let rightValue = function(right)
      halve(from: left, leftValue, to: right, rightValue, (error, finest), depth: 0, &arguments, function)
      (left, leftValue) = (right, rightValue)
    }
    return arguments
  }

  /// Adds the arguments after `left`, up to and including `right`.
  private static func halve(
    from left: Double, _ leftValue: Double, to right: Double, _ rightValue: Double,
    _ limits: (error: Double, finest: Double),
    depth: Int,
    _ arguments: inout [Double], _ function: (Double) -> Double
  ) {
    let middle = left + (right - left) / 2
    let middleValue = function(middle)
    func misses(_ share: Double, _ value: Double) -> Bool {
      abs(value - (leftValue + share * (rightValue - leftValue))) > limits.error
    }
    let isBent =
      misses(0.5, middleValue)
      || [0.13, 0.31, 0.69, 0.87].contains { misses($0, function(left + $0 * (right - left))) }
    if isBent, depth < mostHalvings, right - left > limits.finest, left < middle, middle < right {
      halve(from: left, leftValue, to: middle, middleValue, limits, depth: depth + 1, &arguments, function)
      halve(from: middle, middleValue, to: right, rightValue, limits, depth: depth + 1, &arguments, function)
    } else {
      arguments.append(right)
    }
  }

  /// 36 halvings divide 19 hours into microseconds, which is enough for a film.
  private static let mostHalvings = 36
}
