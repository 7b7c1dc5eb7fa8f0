import Glibc

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
