import Warp

/// How many samples were put in where packets lie apart, and how many were left out where they overlap.
package struct SoundSeams: Equatable, Sendable {
  package private(set) var putIn = 0
  package private(set) var leftOut = 0

  package static let none = SoundSeams()

  static func += (sum: inout SoundSeams, other: SoundSeams) {
    sum.putIn += other.putIn
    sum.leftOut += other.leftOut
  }

  /// A sound may begin late, and what comes before source time 0 is not missed.
  mutating func note(_ place: SoundTimeline.Place) {
    if place.row != .first { putIn += place.silence }
    if place.row == .overlap { leftOut += place.dropped }
  }

  /// What is to be told of them; nil where they last less than a tenth of a second.
  package func clause(rate: Int) -> String? {
    func seconds(_ count: Int) -> String { DecimalText.print(Double(count) / Double(rate), decimals: 3) }
    guard putIn + leftOut >= rate / 10 else { return nil }
    return "the sound has gaps or overlaps: \(seconds(putIn)) s of silence added, "
      + "\(seconds(leftOut)) s of sound dropped"
  }
}
