/// How far something moves, in units that depend on where it is used: whole pixels while it is searched for, sixteenths
/// of a pixel afterwards.
struct MotionVector: Equatable, Sendable, BitwiseCopyable {
  /// Sixteenths of a pixel.
  static let unitsPerPixel = 16
  /// The farthest a search looks, in pixels of its level: sixteenths of it fit in 16 bits.
  static let farthest = 1024

  var across: Int16
  var down: Int16

  static let zero = MotionVector(0, 0)

  init(_ across: Int, _ down: Int) {
    self.across = Int16(truncatingIfNeeded: across)
    self.down = Int16(truncatingIfNeeded: down)
  }

  var x: Int { Int(across) }
  var y: Int { Int(down) }

  /// The sum of the distances along both axes.
  func distance(to other: MotionVector) -> Int { abs(x &- other.x) &+ abs(y &- other.y) }

  static prefix func - (vector: MotionVector) -> MotionVector { MotionVector(-vector.x, -vector.y) }

  static func * (vector: MotionVector, factor: Int) -> MotionVector {
    MotionVector(vector.x &* factor, vector.y &* factor)
  }

  static func median(_ one: MotionVector, _ two: MotionVector, _ three: MotionVector) -> MotionVector {
    MotionVector(middle(one.x, two.x, three.x), middle(one.y, two.y, three.y))
  }

  private static func middle(_ one: Int, _ two: Int, _ three: Int) -> Int {
    max(min(one, two), min(max(one, two), three))
  }
}
