import Values

/// The number of samples of silence that fill gaps between packets, and of samples that are dropped at overlaps.
package struct SoundSeams: Equatable, Sendable {
  package private(set) var putIn = 0
  package private(set) var leftOut = 0

  package static let none = SoundSeams()

  static func += (sum: inout SoundSeams, other: SoundSeams) {
    sum.putIn += other.putIn
    sum.leftOut += other.leftOut
  }

  /// Counts silence before a packet that is not the first, and samples dropped where packets overlap.
  mutating func note(_ place: SoundTimeline.Place) {
    if place.row != .first { putIn += place.silence }
    if place.row == .overlap { leftOut += place.dropped }
  }

  /// The warning for the user; nil if silence and dropped sound together last less than a tenth of a second.
  package func clause(rate: Int) -> String? {
    func seconds(_ count: Int) -> String { DecimalText.print(Double(count) / Double(rate), decimals: 3) }
    guard putIn + leftOut >= rate / 10 else { return nil }
    return "the sound has gaps or overlaps: \(seconds(putIn)) s of silence added, "
      + "\(seconds(leftOut)) s of sound dropped"
  }
}
