import Glibc

/// What happened to samples that somebody should know of.
package struct SampleTally: Equatable, Sendable {
  /// How many lay beyond what the output's integers can say, and were held at the last they can.
  package var clippedCount = 0
  /// The largest size of a sample that was computed, before it was held; full scale is 1.
  package var peak = 0.0
  /// How many of the input were no finite numbers, and taken for 0.
  package var nonFiniteCount = 0

  package init() {}

  /// The line worth saying, or nil: `12 samples clipped, peak +1.3 dB`.
  package var clause: String? {
    var parts: [String] = []
    if clippedCount > 0 { parts.append("\(Self.samples(clippedCount)) clipped, peak \(Self.decibels(peak)) dB") }
    if nonFiniteCount > 0 {
      parts.append("\(Self.samples(nonFiniteCount)) of the input not finite, taken for 0")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func samples(_ count: Int) -> String { count == 1 ? "1 sample" : "\(count) samples" }

  /// With its sign, to a tenth.
  private static func decibels(_ size: Double) -> String {
    let tenths = (200 * log10(size)).rounded()
    return (tenths < 0 ? "-" : "+") + "\(tenths.magnitude / 10)"
  }
}
