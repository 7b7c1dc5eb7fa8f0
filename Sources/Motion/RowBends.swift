/// The bends, which are changes of motion, at the two frames between which a frame is made. A bend is an acceleration
/// only if frames are evenly spaced and things move smoothly. At a duplicate, a dropped frame, a stop or a jump, motion
/// changes once, by about its own size. It changes at one of the two frames, or at both in opposite ways. An
/// acceleration is similar at both. Each of the two bends therefore limits the other.
struct RowBends {
  /// The largest ratio between the mean of the two bends and the shorter bend (compare the `monotonized central`
  /// limiter).
  private static let most = 3
  private static let whole = 256
  /// The smallest agreement, in parts of `whole`, of motion that accelerates. Below it, motion is uneven.
  private static let leastAgreement = 15

  let first: MotionBend
  let second: MotionBend
  /// How far the two bends agree, in parts of `whole`: 1 − (sum of their differences) / (sum of their lengths), over
  /// all blocks where both are known. Nil if there is no such block.
  private(set) var agreement: Int?

  init(columns: Int, rows: Int) {
    first = MotionBend(columns: columns, rows: rows)
    second = MotionBend(columns: columns, rows: rows)
  }

  /// Computes `agreement` after both bends have been filled.
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

  /// The deviation from the straight line, at `phase`, of a thing that moves along `vector` and is in this block at
  /// `phase`. It follows a cubic through the thing's positions in the surrounding frames. Zero if `vector` is zero.
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

  /// Both bends, shortened by one factor if their mean is longer than `most` times the shorter bend. Along an axis on
  /// which they have opposite signs, both become their mean: motion has changed once there, and does not accelerate.
  ///
  /// - Parameter isUneven: whether the bends at the two frames contradict each other nearly everywhere, because frames
  ///   come at uneven times or a hand trembles. The mean of opposite bends is then due to chance. The more the two
  ///   bends cancel out, the less their mean counts.
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

  /// Both bends, if only one is known. Within a shot, the other is assumed to be equal, and both are scaled by
  /// `agreement`. If no block has both bends, as at the ends of a shot, the other is assumed to be zero: a natural
  /// cubic spline. A thing that hardly moves in the outer pair has stopped or just started there, so that both bends
  /// become zero.
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
