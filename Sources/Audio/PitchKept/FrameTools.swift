import Glibc

/// How many samples one frame of the phase vocoder has.
///
/// A frame of 85 ms cannot separate tones less than 2 / 85 ms = 24 Hz apart, nor tell in which order events within it
/// happen. Longer frames separate tones better, shorter ones events; a twelfth of a second is the compromise.
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

/// The windows of a frame, both Hann: it is multiplied by one when it is taken from the source, and by the other, which
/// may be shorter, when it is added to the output.
struct FrameWindow: Sendable {
  let size: FrameSize
  let taken: [Float]
  let heard: [Float]
  /// For each number of hops, the sum of the products of what two frames that far apart weigh at the same output.
  private let overlaps: [Float]

  init(_ size: FrameSize) {
    self.size = size
    taken = Self.hann(size.length)
    heard = Self.hann(size.heard)
    let product = zip(taken[size.unheard...], heard).map { $0 * $1 }
    overlaps = stride(from: 0, to: product.count, by: size.hop).map { distance in
      zip(product, product[distance...]).reduce(0) { $0 + $1.0 * $1.1 }
    }
  }

  /// How much louder frames have to be that do not go on from each other as tones do, to add up to the same power.
  ///
  /// - Parameter coherence: the correlation of a frame with the one before it, once that has gone on; 1 for tones. That of
  ///   frames further apart falls off as its powers.
  func gain(coherence: Float) -> Float {
    var (tones, frames) = (overlaps[0], overlaps[0])
    var correlation: Float = 1
    for overlap in overlaps.dropFirst() {
      correlation *= coherence
      tones += 2 * overlap
      frames += 2 * overlap * correlation
    }
    return (tones / frames).squareRoot()
  }

  private static func hann(_ count: Int) -> [Float] {
    (0..<count).map { Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(count))) }
  }
}

/// What frames of one size are made with.
struct FrameTools {
  let size: FrameSize
  let window: FrameWindow
  let transform: FourierTransform

  init(_ size: FrameSize) {
    self.size = size
    window = FrameWindow(size)
    transform = FourierTransform(length: size.length)
  }
}

extension [FrameTools] {
  static func all(rate: Int) -> [FrameTools] {
    let long = FrameSize(rate: rate)
    return FrameKind.allCases.map { FrameTools($0.size(long)) }
  }
}
