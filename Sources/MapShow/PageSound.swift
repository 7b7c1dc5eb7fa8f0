import CurvePage
import Streams
import Tool

/// What the page draws of a sound: how loud it is, and when sounds begin.
package struct PageSound {
  private var peaks = SoundPeaks()
  private var onsets = SoundOnsets()

  package init() {}

  /// Takes raw samples of one channel, unsigned, 8 bit, 8000 a second.
  package mutating func take(_ samples: some Sequence<UInt8>) {
    for sample in samples {
      peaks.take(sample)
      onsets.take(sample)
    }
  }

  package var sound: CurvePage.Sound { .init(peaks: peaks.peaks, onsets: onsets.times) }

  static func read<Source: ByteSource & ~Copyable>(_ source: consuming Source) throws(StreamFailure) -> PageSound {
    var (sound, block) = (PageSound(), [UInt8](repeating: 0, count: 64 * 1024))
    while case let count = try source.read(into: &block), count > 0 { sound.take(block[..<count]) }
    return sound
  }
}
