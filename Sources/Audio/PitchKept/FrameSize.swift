/// The number of samples in a frame of the phase vocoder. A frame of 85 ms (4096 samples at 48 kHz) cannot separate
/// tones less than 2 / 85 ms = 24 Hz apart. It also hides the order of events within the frame. Longer frames separate
/// tones better, shorter ones separate events better; a twelfth of a second is the compromise.
struct FrameSize: Equatable, Sendable {
  /// The number of source samples from which a frame is made: a power of two.
  let length: Int
  /// The number of samples in the middle of a frame that are added to the output. All `length` samples are analyzed.
  /// Within a frame, everything plays at source speed. The fewer samples are added, the closer they are to their
  /// correct times.
  let heard: Int

  /// Creates the size of long frames, whose samples are all added to the output.
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

  /// The least duration of a long frame, in seconds. The number of samples is rounded up to a power of two: 4096 at
  /// 44.1 and at 48 kHz.
  private static let seconds = 0.085
  /// The smallest and the largest number of samples in a long frame.
  private static let leastLong = 256
  private static let longest = 65_536

  /// The distance between two frames in the output, in samples, at every speed.
  var hop: Int { heard / 4 }
  var half: Int { length / 2 }
  /// The number of samples at either end of a frame that are analyzed but not added to the output.
  var unheard: Int { (length - heard) / 2 }
  /// The number of samples in a block for the detection of onsets: 1.3 ms at 48 kHz.
  var onsetBlock: Int { length / 64 }
}
