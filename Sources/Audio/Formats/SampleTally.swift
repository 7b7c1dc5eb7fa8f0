import Glibc

/// What happened to samples on the way that the user should be told.
package struct SampleTally: Equatable, Sendable {
  /// How many samples were beyond full scale of the output's integers and were limited to it.
  package var clippedCount = 0
  /// The largest magnitude of a computed sample before it was limited; full scale is 1.
  package var peak = 0.0
  /// How many samples of the input were not finite and became 0.
  package var nonFiniteCount = 0

  package init() {}

  /// What to tell the user, as `12 samples clipped, peak +1.3 dB`; nil if nothing.
  package var clause: String? {
    var parts: [String] = []
    if clippedCount > 0 { parts.append("\(Self.samples(clippedCount)) clipped, peak \(Self.decibels(peak)) dB") }
    if nonFiniteCount > 0 {
      parts.append("\(Self.samples(nonFiniteCount)) of the input not finite, taken for 0")
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
