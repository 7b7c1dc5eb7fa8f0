import Glibc

/// The two windows of a frame, both Hann. The samples taken from the source are multiplied by `taken`. The frame added
/// to the output is multiplied by `heard`, which may be shorter.
struct FrameWindow: Sendable {
  let size: FrameSize
  let taken: [Float]
  let heard: [Float]
  /// The autocorrelation of the product of both windows. Element n is for a shift by n steps from frame to frame.
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

  /// Returns the gain that frames of noise need to have the same power as tones after overlap-add. Noise does not
  /// continue exactly from frame to frame, so its frames add up to less.
  ///
  /// - Parameter coherence: the correlation between a frame and the previous one: 1 for tones. For frames n steps
  ///   apart, the correlation is the n-th power of `coherence`.
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
