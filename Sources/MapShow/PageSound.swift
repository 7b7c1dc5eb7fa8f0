import CurvePage
import Streams
import Tool

/// Measures a sound for the page: its peaks, and its onsets.
package struct PageSound {
  private var peaks = SoundPeaks()
  private var onsets = SoundOnsets()

  package init() {}

  /// Takes raw samples: one channel, unsigned 8 bit, 8000 Hz.
  package mutating func take(_ samples: some Sequence<UInt8>) {
    for sample in samples {
      peaks.take(sample)
      onsets.take(sample)
    }
  }

  package var sound: CurvePage.Sound { .init(peaks: peaks.peaks, onsets: onsets.times) }

  static func read(_ source: any ByteSource) throws(StreamFailure) -> PageSound {
    var (sound, block) = (PageSound(), [UInt8](repeating: 0, count: 64 * 1024))
    while case let count = try source.read(into: &block), count > 0 { sound.take(block[..<count]) }
    return sound
  }
}
