/// How many samples one frame of the phase vocoder has.
///
/// A frame of 85 ms, which 4096 samples last at 48 kHz, cannot separate tones less than 2 / 85 ms = 24 Hz apart, nor tell in which
/// order events within it happen. Longer frames separate tones better, shorter ones events; a twelfth of a second is the compromise.
struct FrameSize: Equatable, Sendable {
  /// How many samples of the source a frame is made from: a power of two.
  let length: Int
  /// How many output samples a frame is heard for: the middle ones of its `length`.
  ///
  /// By the whole length tones are told apart and turned. But within a frame everything goes by at the speed of the
  /// source, so the less of it is heard, the less is out of its place.
  let heard: Int

  /// The size of long frames, all of which is heard.
  init(rate: Int) {
    var length = Self.leastLong
    while length < Self.longest, Double(length) < Double(rate) * Self.seconds { length *= 2 }
    self.length = length
    heard = length
  }

  init(length: Int, heard: Int) {
    self.length = length
    self.heard = heard
  }

  /// 4096 samples at 44.1 and at 48 kHz.
  private static let seconds = 0.085
  /// Frames of full length are no shorter and no longer than this.
  private static let leastLong = 256
  private static let longest = 65_536

  /// Frames follow each other in the output at this distance, whatever the map does.
  var hop: Int { heard / 4 }
  var half: Int { length / 2 }
  /// How many samples at either end of a frame are not heard.
  var unheard: Int { (length - heard) / 2 }
  /// Onsets are detected in blocks of this many samples: a millisecond and a half.
  var onsetBlock: Int { length / 64 }
}
