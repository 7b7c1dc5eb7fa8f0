/// The bends at the two frames between which a frame is made.
///
/// A second difference is acceleration only where frames are evenly spaced and things move smoothly. At a duplicate, a lost
/// frame, a stop or a jump, motion changes by about its own size, once: at one of the two frames, or at both in opposite
/// ways. Acceleration is much the same at both. So each of the two bounds the other, as slope limiters do.
struct RowBends {
  /// The mean of the two bends is at most so many times as long as the shorter one, as in the limiter `monotonized central`.
  private static let most = 3
  private static let whole = 256
  /// In parts of `whole`: with less agreement than this, motion is uneven, and does not accelerate.
  private static let leastAgreement = 15

  let first: MotionBend
  let second: MotionBend
  /// How far the two agree, in parts of `whole`: 1 less the sum of their differences by the sum of their lengths, over all
  /// blocks for which both are known. Nil if there is no such block.
  private(set) var agreement: Int?

  init(columns: Int, rows: Int) {
    first = MotionBend(columns: columns, rows: rows)
    second = MotionBend(columns: columns, rows: rows)
  }

  /// Finds out how far the two agree, once both have been filled.
  mutating func compare() {
    var (difference, length, count) = (0, 0, 0)
    for row in 0..<first.values.rows {
      for column in 0..<first.values.columns {
        guard let one = first.values[column, row], let other = second.values[column, row] else { continue }
        difference += one.distance(to: other)
        length += one.distance(to: .zero) + other.distance(to: .zero)
        count += 1
      }
    }
    agreement = count == 0 ? nil : length == 0 ? Self.whole : max(0, length - difference) * Self.whole / length
  }

  /// How far off the straight line between two positions something is at `phase`, which moves along `vector` and is then in
  /// a block: on a cubic through its positions in the frames around. Zero for what stands still.
  func offset(at phase: Phase, along vector: MotionVector, _ column: Int, _ row: Int) -> MotionVector {
    if vector == .zero { return .zero }
    let (gone, ahead) = (phase.travelled(vector), phase.remaining(vector))
    let one = first.values.landing(column, row, movedBy: -gone)
    let other = second.values.landing(column, row, movedBy: ahead)
    switch (one, other) {
    case (let one?, let other?):
      let limited = Self.limited(one, other, isUneven: (agreement ?? 0) < Self.leastAgreement)
      return phase.bent(limited.first, limited.second)
    case (let known?, nil):
      let both = completed(known, of: vector, beside: MotionVector(vector.x - known.x, vector.y - known.y))
      return phase.bent(both.known, both.other)
    case (nil, let known?):
      let both = completed(known, of: vector, beside: MotionVector(vector.x + known.x, vector.y + known.y))
      return phase.bent(both.other, both.known)
    case (nil, nil): return .zero
    }
  }

  /// Both bends, shortened alike if their mean is longer than `most` times the shorter of them. Along an axis on which they
  /// do not have the same direction, both are their mean: that is no acceleration that changes, but motion that changes once.
  ///
  /// - Parameter isUneven: whether the bends at the two frames contradict each other nearly everywhere: frames come at uneven times,
  ///   or a hand trembles. What two opposite bends leave over as their mean is chance then, and only a part of it counts: the
  ///   less, the more of them cancels out.
  static func limited(
    _ one: MotionVector, _ other: MotionVector, isUneven: Bool
  ) -> (first: MotionVector, second: MotionVector) {
    let length = abs(one.x + other.x) + abs(one.y + other.y)
    let bound = 2 * most * min(one.distance(to: .zero), other.distance(to: .zero))
    func part(_ own: Int, _ other: Int) -> Int {
      let twice = own * other > 0 ? 2 * own : sum(own, other)
      return length <= bound ? twice / 2 : twice * bound / (2 * length)
    }
    func sum(_ own: Int, _ other: Int) -> Int {
      let sum = own + other
      return isUneven ? sum * abs(sum) / max(1, abs(own) + abs(other)) : sum
    }
    return (
      MotionVector(part(one.x, other.x), part(one.y, other.y)), MotionVector(part(other.x, one.x), part(other.y, one.y))
    )
  }

  /// Both bends where one alone is known. Within a shot the other is taken for the same, and of both counts as much
  /// as bends agree elsewhere in the frame. Where no block of the frame knows both, as at the ends of a shot, the
  /// other is taken for zero: a natural cubic spline. What hardly moves in the pair beside has stopped, or has just
  /// begun to move: there is no acceleration to go on with.
  private func completed(
    _ bend: MotionVector, of vector: MotionVector, beside: MotionVector
  ) -> (known: MotionVector, other: MotionVector) {
    guard let agreement else {
      return 4 * beside.distance(to: .zero) < vector.distance(to: .zero) ? (.zero, .zero) : (bend, .zero)
    }
    let part = MotionVector(bend.x * agreement / Self.whole, bend.y * agreement / Self.whole)
    return (part, part)
  }
}
