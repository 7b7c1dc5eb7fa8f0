/// Measures a sound for the page: its peaks, and its onsets.
package struct PageSound {
  private var peaks = SoundPeaks()
  private var onsets = SoundOnsets()

  package static let samplesPerSecond = SoundOnsets.samplesPerSecond

  package init() {}

  /// Takes raw samples: one channel, unsigned 8 bit, 8000 Hz.
  package mutating func take(_ samples: some Sequence<UInt8>) {
    for sample in samples {
      peaks.take(sample)
      onsets.take(sample)
    }
  }

  package var sound: CurvePage.Sound { .init(peaks: peaks.peaks, onsets: onsets.times) }
}
