/// Ticks that stamps are counted in: 1/N s.
package struct Timebase: Equatable, Sendable {
  package let ticksPerSecond: Int

  package static let standard = Timebase(ticksPerSecond: 64000)!

  /// Any number that the longest time still has a countable number of ticks in.
  package init?(ticksPerSecond: Int) {
    guard 1...1 << 31 ~= ticksPerSecond else { return nil }
    self.ticksPerSecond = ticksPerSecond
  }

  /// The tick nearest to `warped`.
  package func tick(at warped: Double) -> Int64 {
    // Times end at 10⁹ s and rates at 2³¹; an input that goes on for longer than that has run out of ticks.
    Int64(min(warped * Double(ticksPerSecond), 0x1p62).rounded())
  }

  package func seconds(_ tick: Int64) -> Double { Double(tick) / Double(ticksPerSecond) }

  /// The coarsest of 1, 2 and 5 times a power of ten in which times this far apart differ; nil if none does.
  static func separating(_ gap: Double) -> Timebase? {
    for power in 0..<10 {
      for digit in [1, 2, 5] {
        let ticks = (0..<power).reduce(digit) { ticks, _ in ticks * 10 }
        if Double(ticks) * gap >= 1 { return Timebase(ticksPerSecond: ticks) }
      }
    }
    return nil
  }
}

extension Timebase: CustomStringConvertible {
  package var description: String { "1/\(ticksPerSecond)" }
}
