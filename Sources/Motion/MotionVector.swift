/// A displacement: in whole pixels during a search, in sixteenths of a pixel afterwards
/// (`MotionGeometry.unitsPerPixel`). Each use says which.
struct MotionVector: Equatable, Sendable, BitwiseCopyable {
  var across: Int16
  var down: Int16

  static let zero = MotionVector(0, 0)

  /// Both must fit into 16 bits. Higher bits are dropped, because a check would slow down the innermost loops. Searches
  /// stay within `MotionGeometry.farthest`.
  init(_ across: Int, _ down: Int) {
    self.across = Int16(truncatingIfNeeded: across)
    self.down = Int16(truncatingIfNeeded: down)
  }

  /// `across` and `down` as Int, so that sums do not overflow.
  var x: Int { Int(across) }
  var y: Int { Int(down) }

  /// The sum of the distances along both axes.
  func distance(to other: MotionVector) -> Int { abs(x &- other.x) &+ abs(y &- other.y) }

  static prefix func - (vector: MotionVector) -> MotionVector { MotionVector(-vector.x, -vector.y) }

  static func * (vector: MotionVector, factor: Int) -> MotionVector {
    MotionVector(vector.x &* factor, vector.y &* factor)
  }

  /// The median of each coordinate separately.
  static func median(_ one: MotionVector, _ two: MotionVector, _ three: MotionVector) -> MotionVector {
    MotionVector(middle(one.x, two.x, three.x), middle(one.y, two.y, three.y))
  }

  private static func middle(_ one: Int, _ two: Int, _ three: Int) -> Int {
    max(min(one, two), min(max(one, two), three))
  }
}

/// A point in time between the two frames of a pair.
struct Phase: Sendable {
  /// The share of the time that has passed, in parts of 65536, so that all samples are computed in integers.
  private let parts: Int

  /// - Parameter share: above 0 and below 1.
  init(_ share: Double) { parts = Int((share * 65536).rounded()) }

  /// A seed that differs between nearly all made frames. `first` is the number of the first frame.
  func seed(_ first: Int) -> Int { (first &* 7919 &+ parts &* 31) & 0xFFFF_FFFF }

  /// The part of `vector` that is covered at this phase, rounded half up. `vector` leads from the first frame to the
  /// second.
  func travelled(_ vector: MotionVector) -> MotionVector {
    MotionVector(scaled(vector.x), scaled(vector.y))
  }

  /// The rest of `vector`, by subtraction: rounded separately, the two parts would not add up to `vector`. For a vector
  /// from the second frame to the first, this is the part that is covered at this phase.
  func remaining(_ vector: MotionVector) -> MotionVector {
    let travelled = travelled(vector)
    return MotionVector(vector.x &- travelled.x, vector.y &- travelled.y)
  }

  /// The deviation from the straight line at this phase, if motion changes by `first` at the first frame and by
  /// `second` at the second. It follows the cubic through the positions in the two frames and in the frames beside
  /// them.
  func bent(_ first: MotionVector, _ second: MotionVector) -> MotionVector {
    let share = (parts * (65536 - parts)) >> 16
    let (early, late) = ((share * (2 * 65536 - parts)) >> 16, (share * (65536 + parts)) >> 16)
    func part(_ first: Int, _ second: Int) -> Int {
      Int((Double(first * early + second * late) / (6 * 65536)).rounded())
    }
    return MotionVector(part(first.x, second.x), part(first.y, second.y))
  }

  /// The weight of the second frame in parts of 1 << `bits`, rounded half up. `bits` is at most 15.
  func weight(bits: Int) -> Int { (parts + (1 << (15 - bits))) >> (16 - bits) }

  private func scaled(_ length: Int) -> Int { (length &* parts &+ 32768) &>> 16 }
}
