/// The number of samples in a frame of the phase vocoder. A frame of 85 ms (4096 samples at 48 kHz) cannot separate
/// tones less than 2 / 85 ms = 24 Hz apart. Nor can it tell the order of events within it. Longer frames separate tones
/// better, shorter ones separate events better; a twelfth of a second is the compromise.
struct FrameSize: Equatable, Sendable {
  /// The number of source samples from which a frame is made: a power of two.
  let length: Int
  /// The number of output samples for which a frame is heard: the middle ones of its `length`. The whole length is used
  /// to separate and rotate tones. But within a frame everything plays at source speed, so the less of it is heard, the
  /// less is out of place.
  let heard: Int

  /// Creates the size of long frames, all of which is heard.
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
  /// The shortest and the longest length of long frames.
  private static let leastLong = 256
  private static let longest = 65_536

  /// The distance between frames in the output, whatever the map does.
  var hop: Int { heard / 4 }
  var half: Int { length / 2 }
  /// The number of samples at either end of a frame that are not heard.
  var unheard: Int { (length - heard) / 2 }
  /// The number of samples in a block for onset detection: 1.5 ms.
  var onsetBlock: Int { length / 64 }
}
