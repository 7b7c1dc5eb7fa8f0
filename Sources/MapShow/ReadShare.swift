/// How much of a film's sound has been read for a page, as a line in a terminal that overwrites itself.
package struct ReadShare {
  /// Samples in all; nil if that is not to be shown or not known.
  private let total: Double?
  private var count = 0
  private var shown = -1

  /// - Parameter duration: of the clip, in seconds.
  package init(of duration: Double?, isShown: Bool) {
    total = isShown ? duration.map { max(1, $0 * SoundOnsets.samplesPerSecond) } : nil
  }

  /// Takes the number of samples that have come, and returns what is to be shown if that has changed.
  package mutating func take(_ samples: Int) -> String? {
    guard let total else { return nil }
    count += samples
    let percent = Int(min(100, 100 * Double(count) / total))
    guard percent > shown else { return nil }
    shown = percent
    return "\rreading the sound for the page: \(percent) %"
  }

  /// What ends the line, if there is one.
  package var end: String { shown < 0 ? "" : "\n" }
}
