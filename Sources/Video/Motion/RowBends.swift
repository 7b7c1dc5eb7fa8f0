/// The bends at the two frames between which a frame is made.
///
/// A second difference is acceleration only where frames are evenly spaced and things move smoothly. At a duplicate, a lost
/// frame, a stop or a jump, motion changes by about its own size, once: at one of the two frames, or at both in opposite
/// ways. Acceleration is much the same at both. So each of the two bounds the other, as slope limiters do.
struct RowBends {
  /// The mean of the two bends is at most so many times as long as the shorter one, as in the limiter `monotonized central`.
  private static let most = 3
  private static let whole = 256

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
  /// a block: a parabola through its positions in the frames around. Zero for what stands still.
  func offset(at phase: Phase, along vector: MotionVector, _ column: Int, _ row: Int) -> MotionVector {
    if vector == .zero { return .zero }
    let (gone, ahead) = (phase.travelled(vector), phase.remaining(vector))
    let (half, bits) = (MotionGeometry.blockUnits / 2, MotionGeometry.blockUnitBits)
    let one = first.values.nearest(column &+ (half &- gone.x) &>> bits, row &+ (half &- gone.y) &>> bits)
    let other = second.values.nearest(column &+ (half &+ ahead.x) &>> bits, row &+ (half &+ ahead.y) &>> bits)
    switch (one, other) {
    case (let one?, let other?): return phase.bent(Self.limited(one, other))
    case (let known?, nil), (nil, let known?): return phase.bent(alone(known, along: vector))
    case (nil, nil): return .zero
    }
  }

  /// The mean of two bends, bounded by the shorter.
  static func limited(_ one: MotionVector, _ other: MotionVector) -> MotionVector {
    let (x, y) = (one.x + other.x, one.y + other.y)
    let length = abs(x) + abs(y)
    let bound = 2 * most * min(one.distance(to: .zero), other.distance(to: .zero))
    return length <= bound
      ? MotionVector(x / 2, y / 2) : MotionVector(x * bound / (2 * length), y * bound / (2 * length))
  }

  /// What counts of a bend to which the other is not known: as much as the two agree elsewhere in the frame. Where nothing
  /// tells, at the ends of a shot, all of it, if it is no more than half of the motion.
  private func alone(_ bend: MotionVector, along vector: MotionVector) -> MotionVector {
    guard let agreement else {
      return 2 * bend.distance(to: .zero) <= vector.distance(to: .zero) ? bend : .zero
    }
    return MotionVector(bend.x * agreement / Self.whole, bend.y * agreement / Self.whole)
  }
}
