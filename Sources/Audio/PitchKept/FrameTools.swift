import Glibc

/// How many samples one frame of the phase vocoder has.
///
/// A frame of 85 ms cannot separate tones less than 2 / 85 ms = 24 Hz apart, nor tell in which order events within it
/// happen. Longer frames separate tones better, shorter ones events; a twelfth of a second is the compromise.
struct FrameSize: Equatable, Sendable {
  /// A power of two.
  let length: Int

  private init(length: Int) { self.length = length }

  init(rate: Int) {
    var length = Self.leastLong
    while length < Self.longest, Double(length) < Double(rate) * Self.seconds { length *= 2 }
    self.init(length: length)
  }

  /// 4096 samples at 44.1 and at 48 kHz.
  private static let seconds = 0.085
  /// The frames of full length are no shorter than this; the shortest frames are a quarter of it.
  private static let leastLong = 256
  private static let longest = 65_536

  /// Frames follow each other in the output at this distance, whatever the map does.
  var hop: Int { length / 4 }
  var half: Int { length / 2 }
  /// Frames half as long, at half the hop.
  var halved: FrameSize { FrameSize(length: length / 2) }
  /// Onsets are detected in blocks of this many samples: a millisecond and a half.
  var onsetBlock: Int { length / 64 }
}

/// The Hann window: frames are multiplied by it when they are taken from the source, and again before they are
/// overlapped in the output.
struct FrameWindow: Sendable {
  let size: FrameSize
  let values: [Float]
  init(_ size: FrameSize) {
    self.size = size
    values = (0..<size.length).map { index in
      Float(0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(size.length)))
    }
  }
}

/// What frames of one length are made with.
struct FrameTools {
  let size: FrameSize
  let window: FrameWindow
  let transform: FourierTransform

  init(_ size: FrameSize) {
    self.size = size
    window = FrameWindow(size)
    transform = FourierTransform(length: size.length)
  }

  /// Longest first: frames of full length for tones that last, of half for sound that changes, of a quarter for onsets
  /// close together.
  static func all(rate: Int) -> [FrameTools] {
    let long = FrameSize(rate: rate)
    return [long, long.halved, long.halved.halved].map(FrameTools.init)
  }
}
