/// How far time has gone from the first frame of a pair to the second.
struct Phase: Sendable {
  /// As a part of 65536.
  private let fixed: Int

  /// - Parameter share: over 0 and under 1.
  init(_ share: Double) { fixed = Int((share * 65536).rounded()) }

  /// How far something has gone that goes as far as `vector` in all.
  func travelled(_ vector: MotionVector) -> MotionVector {
    MotionVector(scaled(vector.x), scaled(vector.y))
  }

  /// How far it has still to go.
  func remaining(_ vector: MotionVector) -> MotionVector {
    let travelled = travelled(vector)
    return MotionVector(vector.x &- travelled.x, vector.y &- travelled.y)
  }

  /// The weight of the second frame as so many bits' part of one.
  func weight(bits: Int) -> Int { (fixed + 1 << (15 - bits)) >> (16 - bits) }

  private func scaled(_ length: Int) -> Int { (length &* fixed &+ 32768) &>> 16 }
}
