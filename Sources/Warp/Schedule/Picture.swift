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

  /// Moments in order of play. If all of them have one position, the picture is the frame, or the point between two
  /// frames, at that position.
  init(averaging moments: [Moment]) {
    guard let first = moments.first, moments.allSatisfy({ $0.position == first.position }) else {
      self = .average(moments)
      return
    }
    self =
      first.phase == 0
      ? .frame(first.first) : .between(first: first.first, second: first.second, phase: first.phase)
  }

  /// Whether it shows what lies between frames.
  var isMadeUp: Bool {
    switch self {
    case .frame, .mix: false
    case .between: true
    case .average(let moments): moments.contains { $0.phase > 0 }
    }
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

/// The part a source frame has in an output frame.
package struct Weight: Equatable, Sendable {
  package let frame: Int
  /// A multiple of 2⁻⁵², so that sums and differences from 1 are exact in every order.
  package let share: Double

  package init(frame: Int, share: Double) {
    self.frame = frame
    self.share = share
  }

  /// The multiple of 2⁻⁵² nearest to `share`.
  static func rounded(_ share: Double) -> Double { (share * 0x1p52).rounded() * 0x1p-52 }
}

/// A point between two source frames, or a source frame, and the part it has in an output frame.
package struct Moment: Equatable, Sendable {
  package let first: Int
  /// The frame after `first`; `first` itself where the phase is 0.
  package let second: Int
  package let phase: Double
  package let share: Double

  package init(first: Int, second: Int, phase: Double, share: Double) {
    self.first = first
    self.second = second
    self.phase = phase
    self.share = share
  }

  /// The position in the source, counted in frames.
  var position: Double { Double(first) + phase }
}
