/// The fewest straight lines that fit the measured pairs of times on two clocks.
struct ClockFit {
  struct Knot: Equatable {
    let other: Double
    let reference: Double
  }

  /// The end points of the lines; at least two.
  let knots: [Knot]

  /// Lines fit if the median distance of any nine successive points from them is at most this, in seconds.
  private static let tolerance = 0.06e-3
  /// The shortest duration of a line, in seconds.
  private static let shortest = 60.0

  /// - Parameters:
  ///   - slice: the measured points in order of time.
  ///   - drift: the clock drift to assume if there is only one point.
  init(_ slice: ArraySlice<ClockPoint>, drift: Double) {
    let points = Array(slice)
    guard let first = points.first, let last = points.last, last.other > first.other else {
      let point = points.first ?? ClockPoint(other: 0, reference: 0, height: 0)
      knots = [
        Knot(other: point.other, reference: point.reference),
        Knot(other: point.other + 1, reference: point.reference + 1 + drift),
      ]
      return
    }
    let length = last.other - first.other
    let most = max(1, Int(length / Self.shortest))
    var (fit, count) = ([Knot](), 0)
    repeat {
      count += 1
      fit = Self.robustFit(points, count)
    } while count < most && Self.largestMedian(points, fit) > Self.tolerance
    knots = fit
  }

  /// Fits by least squares twice, the second time without outliers.
  private static func robustFit(_ points: [ClockPoint], _ count: Int) -> [Knot] {
    let fit = fit(points, from: points[0].other, to: points[points.count - 1].other, count)
    let distances = points.map { abs(distance($0, fit)) }
    let usual = distances.sorted()[distances.count / 2]
    let near = zip(points, distances).filter { $0.1 <= 4 * usual + 0.02e-3 }.map(\.0)
    return self.fit(near, from: points[0].other, to: points[points.count - 1].other, count)
  }

  /// Returns the polyline of `count` segments of equal duration that fits the points best by least squares.
  private static func fit(_ points: [ClockPoint], from start: Double, to end: Double, _ count: Int) -> [Knot] {
    let length = (end - start) / Double(count)
    // The normal equations for the values at the knots (the ends of segments) are tridiagonal. A small weight keeps the
    // values of two neighbouring knots close if no point lies between them.
    var diagonal = [Double](repeating: 0, count: count + 1)
    var (beside, right) = ([Double](repeating: 0, count: count + 1), [Double](repeating: 0, count: count + 1))
    let shift = points[points.count / 2].reference - points[points.count / 2].other
    for point in points {
      let place = min(Double(count) - 1e-9, max(0, (point.other - start) / length))
      let (knot, share) = (Int(place), place - place.rounded(.down))
      let (value, weight) = (point.reference - point.other - shift, min(400, point.height * point.height))
      diagonal[knot] += weight * (1 - share) * (1 - share)
      diagonal[knot + 1] += weight * share * share
      beside[knot] += weight * share * (1 - share)
      right[knot] += weight * (1 - share) * value
      right[knot + 1] += weight * share * value
    }
    for knot in 0..<count {
      let little = 1e-3
      diagonal[knot] += little
      diagonal[knot + 1] += little
      beside[knot] -= little
    }
    // Solves the equations by Thomas's algorithm.
    for knot in 1...count {
      let factor = beside[knot - 1] / diagonal[knot - 1]
      diagonal[knot] -= factor * beside[knot - 1]
      right[knot] -= factor * right[knot - 1]
    }
    var values = [Double](repeating: 0, count: count + 1)
    for knot in stride(from: count, through: 0, by: -1) {
      let next = knot < count ? beside[knot] * values[knot + 1] : 0
      values[knot] = (right[knot] - next) / diagonal[knot]
    }
    return values.indices.map { knot in
      let time = start + Double(knot) * length
      return Knot(other: time, reference: time + shift + values[knot])
    }
  }

  static func distance(_ point: ClockPoint, _ knots: [Knot]) -> Double {
    point.reference - reference(at: point.other, knots)
  }

  private static func reference(at time: Double, _ knots: [Knot]) -> Double {
    let next = min(max(1, knots.firstIndex { $0.other > time } ?? knots.count), knots.count - 1)
    let (a, b) = (knots[next - 1], knots[next])
    return a.reference + (b.reference - a.reference) * (time - a.other) / (b.other - a.other)
  }

  /// Returns the largest median distance of any nine successive points from the lines. A median ignores outliers.
  private static func largestMedian(_ points: [ClockPoint], _ knots: [Knot]) -> Double {
    let distances = points.map { distance($0, knots) }
    let count = min(9, distances.count)
    return (0...distances.count - count).map { start in
      abs(distances[start..<start + count].sorted()[count / 2])
    }.max() ?? 0
  }
}
