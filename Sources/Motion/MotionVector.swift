/// A displacement between two frames. During the search it is in whole pixels, afterwards in sixteenths of a pixel.
struct MotionVector: Equatable, Sendable, BitwiseCopyable {
  var across: Int16
  var down: Int16

  static let zero = MotionVector(0, 0)

  /// Creates a vector from coordinates that fit into 16 bits. Higher bits are dropped without a check, because a check
  /// would slow down the innermost loops.
  init(_ across: Int, _ down: Int) {
    self.across = Int16(truncatingIfNeeded: across)
    self.down = Int16(truncatingIfNeeded: down)
  }

  /// The coordinate `across` as Int, so that sums do not overflow. `y` does the same for `down`.
  var x: Int { Int(across) }
  var y: Int { Int(down) }

  /// The sum of the distances along both axes.
  func distance(to other: MotionVector) -> Int { abs(x &- other.x) &+ abs(y &- other.y) }

  static prefix func - (vector: MotionVector) -> MotionVector { MotionVector(-vector.x, -vector.y) }

  static func * (vector: MotionVector, factor: Int) -> MotionVector {
    MotionVector(vector.x &* factor, vector.y &* factor)
  }

  /// The vector whose coordinates are the medians of those of the three vectors.
  static func median(_ one: MotionVector, _ two: MotionVector, _ three: MotionVector) -> MotionVector {
    MotionVector(middle(one.x, two.x, three.x), middle(one.y, two.y, three.y))
  }

  private static func middle(_ one: Int, _ two: Int, _ three: Int) -> Int {
    max(min(one, two), min(max(one, two), three))
  }
}

/// A point in time between two source frames.
struct Phase: Sendable {
  /// The time since the first frame, in 65536ths of the time between the two frames. With an integer, results are
  /// exactly repeatable.
  private let parts: Int

  /// - Parameter share: the time since the first frame, as a fraction of the time between the frames, above 0 and below
  ///   1.
  init(_ share: Double) { parts = Int((share * 65536).rounded()) }

  /// A random seed that differs between nearly all new frames. `first` is the number of the first source frame.
  func seed(_ first: Int) -> Int { (first &* 7919 &+ parts &* 31) & 0xFFFF_FFFF }

  /// How far a thing has moved along `vector`, which leads from the first frame to the second, at this point in time.
  func travelled(_ vector: MotionVector) -> MotionVector {
    MotionVector(scaled(vector.x), scaled(vector.y))
  }

  /// The part of `vector` that `travelled` leaves over. A subtraction ensures that the two parts add up to `vector`.
  /// For a vector from the second frame to the first, this part leads from the second frame to this point in time.
  func remaining(_ vector: MotionVector) -> MotionVector {
    let travelled = travelled(vector)
    return MotionVector(vector.x &- travelled.x, vector.y &- travelled.y)
  }

  /// The deviation of a moving thing from a straight line at this point in time. Its motion changes by `first` at the
  /// first frame and by `second` at the second. The thing moves along the cubic through its positions in four frames.
  func bent(_ first: MotionVector, _ second: MotionVector) -> MotionVector {
    let share = (parts * (65536 - parts)) >> 16
    let (early, late) = ((share * (2 * 65536 - parts)) >> 16, (share * (65536 + parts)) >> 16)
    func part(_ first: Int, _ second: Int) -> Int {
      Int((Double(first * early + second * late) / (6 * 65536)).rounded())
    }
    return MotionVector(part(first.x, second.x), part(first.y, second.y))
  }

  /// The weight of the second frame in a mix of both frames, in parts of 1 << `bits`. `bits` is at most 15.
  func weight(bits: Int) -> Int { (parts + (1 << (15 - bits))) >> (16 - bits) }

  private func scaled(_ length: Int) -> Int { (length &* parts &+ 32768) &>> 16 }
}
