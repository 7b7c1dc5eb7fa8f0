/// The unit of timestamps: 1/N second.
package struct Timebase: Equatable, Sendable {
  package let ticksPerSecond: Int

  package static let standard = Timebase(ticksPerSecond: 64000)!

  /// Accepts up to 2³¹ ticks per second. The longest time of a map, 10⁹ s, then has fewer than 2⁶² ticks.
  package init?(ticksPerSecond: Int) {
    guard 1...1 << 31 ~= ticksPerSecond else { return nil }
    self.ticksPerSecond = ticksPerSecond
  }

  /// What to advise instead of a finer timebase, such as `use .mp4 or .mov`.
  package var remedy: String?
  /// The environment variable in which warp-film tells warp-video the remedy.
  package static let remedyVariable = "WARP_REMEDY"

  package func tick(at warped: Double) -> Int64 {
    // Only an open end exceeds the longest time of a map. There ticks stop rising before they overflow.
    Int64(min(warped * Double(ticksPerSecond), 0x1p62).rounded())
  }

  package func seconds(_ tick: Int64) -> Double { Double(tick) / Double(ticksPerSecond) }

  /// How to give times `gap` seconds apart different ticks; nil if no timebase does.
  package func advice(separating gap: Double) -> String? {
    guard let finer = Self.separating(gap) else { return nil }
    // The formats of the remedy hold ticks as fine as the standard.
    if remedy != nil, finer.ticksPerSecond > Self.standard.ticksPerSecond { return nil }
    return "to keep the frames apart, \(remedy ?? "write --timebase \(finer)")"
  }

  /// The coarsest timebase in which times `gap` seconds apart always get different ticks. Its ticks per second are 1, 2
  /// or 5 times a power of ten. Nil if there is none.
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
