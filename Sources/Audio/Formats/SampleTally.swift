import Glibc

/// Counts of changed samples, for a warning to the user.
package struct SampleTally: Equatable, Sendable {
  /// The number of samples clipped to the output format's range, or to `SoundRenderer.limit` before interpolation.
  package var clippedCount = 0
  /// The largest magnitude before clipping; full scale is 1. Exact copies of input samples do not count.
  package var peak = 0.0
  /// The number of input samples that were not finite and became 0.
  package var nonFiniteCount = 0

  package init() {}

  package static func += (tally: inout SampleTally, other: SampleTally) {
    tally.clippedCount += other.clippedCount
    tally.peak = max(tally.peak, other.peak)
    tally.nonFiniteCount += other.nonFiniteCount
  }

  /// The warning, such as `12 samples clipped, peak +1.3 dB`; nil if there is nothing to report.
  package var clause: String? {
    var parts: [String] = []
    if clippedCount > 0 { parts.append("\(Self.samples(clippedCount)) clipped, peak \(Self.decibels(peak)) dB") }
    if nonFiniteCount > 0 {
      parts.append("\(Self.samples(nonFiniteCount)) of the input not finite, replaced by 0")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func samples(_ count: Int) -> String { count == 1 ? "1 sample" : "\(count) samples" }

  /// A level in dB with its sign and one decimal.
  private static func decibels(_ size: Double) -> String {
    let tenths = (200 * log10(size)).rounded()
    return (tenths < 0 ? "-" : "+") + "\(tenths.magnitude / 10)"
  }
}
