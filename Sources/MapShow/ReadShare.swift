import CurvePage

/// Shows the progress of decoding a film's sound for a page, in a terminal line that overwrites itself.
package struct ReadShare {
  /// The expected number of samples; nil if progress is not shown or the duration is unknown.
  private let total: Double?
  private var count = 0
  private var shown = -1

  /// - Parameter duration: the duration of the clip, in seconds.
  package init(of duration: Double?, isShown: Bool) {
    total = isShown ? duration.map { max(1, $0 * PageSound.samplesPerSecond) } : nil
  }

  /// Takes the number of new samples. Returns the line to print if the percentage has changed.
  package mutating func take(_ samples: Int) -> String? {
    guard let total else { return nil }
    count += samples
    let percent = Int(min(100, 100 * Double(count) / total))
    guard percent > shown else { return nil }
    shown = percent
    return "\rreading the sound for the page: \(percent) %"
  }

  /// The end of the line, if one has been printed.
  package var end: String { shown < 0 ? "" : "\n" }
}
