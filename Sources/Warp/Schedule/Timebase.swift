/// Ticks that stamps are counted in: 1/N s.
package struct Timebase: Equatable, Sendable {
  package let ticksPerSecond: Int

  package static let standard = Timebase(ticksPerSecond: 64000)!

  /// Up to 2³¹ a second: then the longest time of a map, 10⁹ s, has fewer than 2⁶² ticks.
  package init?(ticksPerSecond: Int) {
    guard 1...1 << 31 ~= ticksPerSecond else { return nil }
    self.ticksPerSecond = ticksPerSecond
  }

  /// Begins the advice in which a timebase is named that is fine enough.
  package static let advice = "to keep the frames apart, write --timebase "

  /// The tick nearest to `warped`.
  package func tick(at warped: Double) -> Int64 {
    // Only an open end goes on for longer than the longest time of a map; there ticks stop rising before they overflow.
    Int64(min(warped * Double(ticksPerSecond), 0x1p62).rounded())
  }

  package func seconds(_ tick: Int64) -> Double { Double(tick) / Double(ticksPerSecond) }

  /// The coarsest of 1, 2 and 5 times a power of ten in which times this far apart differ; nil if none does.
  package static func separating(_ gap: Double) -> Timebase? {
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
