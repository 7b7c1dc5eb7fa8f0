/// The content of one output frame.
package enum Picture: Equatable, Sendable {
  /// A source frame.
  case frame(Int)
  /// The weighted sum of source frames. The frame numbers rise, and the weights add up to 1.
  case mix([Weight])
  /// An interpolated picture between two source frames. `phase` is 0 at `first` and 1 at `second`, the later frame.
  case between(first: Int, second: Int, phase: Double)
  /// The weighted average of source frames and interpolated pictures. Their shares add up to 1.
  case average([Moment])

  /// Accepts weights in any order and adds up the weights of each frame.
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

  /// The weighted average of `moments`, given in playing order. If all have the same position in the source, the result
  /// is the single source frame or interpolated picture at that position.
  init(averaging moments: [Moment]) {
    guard let first = moments.first, moments.allSatisfy({ $0.position == first.position }) else {
      self = .average(moments)
      return
    }
    self =
      first.phase == 0
      ? .frame(first.first) : .between(first: first.first, second: first.second, phase: first.phase)
  }

  /// A picture in which one picture turns into another; `share` is that of the second.
  init(dissolving first: Picture, into second: Picture, share: Double) {
    let parts = first.moments.map { ($0, $0.share * (1 - share)) } + second.moments.map { ($0, $0.share * share) }
    // Each share is the difference of two rounded sums, and the last sum is 1. Therefore they add up to exactly 1.
    var (sum, rounded) = (0.0, 0.0)
    let moments = parts.enumerated().map { number, part in
      sum += part.1
      let next = number + 1 == parts.count ? 1 : max(rounded, Weight.rounded(sum))
      defer { rounded = next }
      return Moment(first: part.0.first, second: part.0.second, phase: part.0.phase, share: next - rounded)
    }
    let isWhole = moments.allSatisfy { $0.phase == 0 }
    self =
      isWhole
      ? Picture(summing: moments.map { Weight(frame: $0.first, share: $0.share) })
      : Picture(averaging: moments.filter { $0.share > 0 })
  }

  /// The moments that the picture is the average of.
  private var moments: [Moment] {
    func whole(_ frame: Int, _ share: Double) -> Moment {
      Moment(first: frame, second: frame, phase: 0, share: share)
    }
    switch self {
    case .frame(let frame): return [whole(frame, 1)]
    case .mix(let weights): return weights.map { whole($0.frame, $0.share) }
    case .between(let first, let second, let phase):
      return [Moment(first: first, second: second, phase: phase, share: 1)]
    case .average(let moments): return moments
    }
  }

  /// Whether the picture contains motion interpolation.
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

/// The share of a source frame in an output frame.
package struct Weight: Equatable, Sendable {
  package let frame: Int
  /// A multiple of 2⁻⁵². Therefore shares can be added in any order, or subtracted from 1, without rounding.
  package let share: Double

  package init(frame: Int, share: Double) {
    self.frame = frame
    self.share = share
  }

  /// The multiple of 2⁻⁵² nearest to `share`.
  static func rounded(_ share: Double) -> Double { (share * 0x1p52).rounded() * 0x1p-52 }
}

/// A source frame or a point between two source frames, with its share in an output frame.
package struct Moment: Equatable, Sendable {
  package let first: Int
  /// The frame after `first`; equal to `first` if the phase is 0.
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
