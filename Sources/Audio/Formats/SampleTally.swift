import Glibc

/// What happened to samples on the way that the user should be told.
package struct SampleTally: Equatable, Sendable {
  /// How many samples were limited: to full scale of the output's integers, to the largest number of its floating point,
  /// or before the sound was computed (`SoundRenderer.limit`).
  package var clippedCount = 0
  /// The largest magnitude of a sample that was computed or limited, before it was limited; full scale is 1.
  package var peak = 0.0
  /// How many samples of the input were not finite and became 0.
  package var nonFiniteCount = 0

  package init() {}

  package static func += (tally: inout SampleTally, other: SampleTally) {
    tally.clippedCount += other.clippedCount
    tally.peak = max(tally.peak, other.peak)
    tally.nonFiniteCount += other.nonFiniteCount
  }

  /// What to tell the user, as `12 samples clipped, peak +1.3 dB`; nil if nothing.
  package var clause: String? {
    var parts: [String] = []
    if clippedCount > 0 { parts.append("\(Self.samples(clippedCount)) clipped, peak \(Self.decibels(peak)) dB") }
    if nonFiniteCount > 0 {
      parts.append("\(Self.samples(nonFiniteCount)) of the input not finite, replaced by 0")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func samples(_ count: Int) -> String { count == 1 ? "1 sample" : "\(count) samples" }

  /// Always with a sign, to a tenth.
  private static func decibels(_ size: Double) -> String {
    let tenths = (200 * log10(size)).rounded()
    return (tenths < 0 ? "-" : "+") + "\(tenths.magnitude / 10)"
  }
}
