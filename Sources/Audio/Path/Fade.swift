import Warp

/// How one sound goes over into another.
enum Fade {
  /// How much of the later one is heard at an output of `range`. What is left of the earlier makes it one.
  static func share(_ output: Int, of range: Range<Int>) -> Double {
    // Taken in the middle of the sample, so that the share is as far from 0 at the first as from 1 at the last.
    Smoothstep.value((Double(output - range.lowerBound) + 0.5) / Double(range.count))
  }
}
