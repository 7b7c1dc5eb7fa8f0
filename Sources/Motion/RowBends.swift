/// The bends (changes of motion) at the two frames between which a new frame is made. If a thing accelerates smoothly,
/// the two bends are similar. At a repeated frame, a dropped frame, a stop or a jump, motion changes only once. The
/// bends then differ, and each of the two limits the other.
struct RowBends {
  /// The mean of the two bends may be at most this many times as long as the shorter one. The monotonized central slope
  /// limiter works similarly.
  private static let most = 3
  private static let whole = 256
  /// Motion is uneven if the two bends agree less than this, in parts of `whole`.
  private static let leastAgreement = 15

  let first: MotionBend
  let second: MotionBend
  /// How far the two bends agree over the whole picture, in parts of `whole`: 1 − (sum of their differences) / (sum of
  /// their lengths). Nil if no block has both bends.
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

  /// The deviation from a straight line of a thing that moves along `vector` and is in this block at `phase`. The thing
  /// moves along a cubic through its positions in four frames. Zero if `vector` is zero.
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

  /// Limits two bends by each other. Both are shortened by one factor if their mean is longer than `most` times the
  /// shorter bend. Along an axis on which the bends have opposite signs, both become their mean.
  ///
  /// - Parameter isUneven: whether the bends contradict each other nearly everywhere, for example because frames come
  ///   at uneven times or a hand trembles. The mean of opposite bends is then shortened, because it is due to chance.
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

  /// Supplies the bend at one frame if only the bend at the other frame is known. Within a shot, both are set to the
  /// known bend times `agreement`. At the ends of a shot, the unknown bend is zero, as in a natural cubic spline.
  /// If the thing hardly moves in the neighbouring pair of frames there, both bends are zero: it has just stopped or
  /// started.
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
