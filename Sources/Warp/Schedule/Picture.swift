/// What one output frame shows.
package enum Picture: Equatable, Sendable {
  /// A source frame as it is.
  case frame(Int)
  /// The weighted sum of source frames, frames rising, weights adding up to 1.
  case mix([Weight])
  /// What lies between two source frames, the first of them the earlier in the source, at a phase over 0 and under 1.
  case between(first: Int, second: Int, phase: Double)
  /// The average of moments, shares adding up to 1.
  case average([Moment])

  /// Weights in any order; those of one frame are added up.
  init(summing weights: [Weight]) {
    var sums: [Weight] = []
    for weight in weights.sorted(by: { $0.frame < $1.frame }) where weight.share > 0 {
      if let last = sums.last, last.frame == weight.frame {
        sums[sums.count - 1] = Weight(frame: last.frame, share: last.share + weight.share)
      } else {
        sums.append(weight)
      }
    }
    self = sums.count == 1 ? .frame(sums[0].frame) : .mix(sums)
  }

  /// Moments in order of play; where all of them are one, it is that.
  init(averaging moments: [Moment]) {
    guard let one = moments.first, moments.allSatisfy({ $0.position == one.position }) else {
      self = .average(moments)
      return
    }
    self = one.phase == 0 ? .frame(one.first) : .between(first: one.first, second: one.second, phase: one.phase)
  }

  var lowestFrame: Int {
    switch self {
    case .frame(let frame): frame
    case .mix(let weights): weights[0].frame
    case .between(let first, _, _): first
    case .average(let moments): moments.reduce(.max) { min($0, $1.first) }
    }
  }

  var highestFrame: Int {
    switch self {
    case .frame(let frame): frame
    case .mix(let weights): weights[weights.count - 1].frame
    case .between(_, let second, _): second
    case .average(let moments): moments.reduce(0) { max($0, $1.second) }
    }
  }
}
