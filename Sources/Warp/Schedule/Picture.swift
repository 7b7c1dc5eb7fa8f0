/// What one output frame shows.
enum Picture: Equatable {
  case frame(Int)
  case mix([Weight])

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

  var lowestFrame: Int {
    switch self {
    case .frame(let frame): frame
    case .mix(let weights): weights[0].frame
    }
  }

  var highestFrame: Int {
    switch self {
    case .frame(let frame): frame
    case .mix(let weights): weights[weights.count - 1].frame
    }
  }
}
