import CAvutil

/// The Fourier transform of a real frame, by libavutil, which converts samples to bins and back. Memory for samples and
/// bins is aligned as libavutil requires, and allocated once. Several users share a transform, so its samples and bins
/// are valid only until another user overwrites them.
@safe final class FourierTransform {
  let length: Int
  /// The frame in the time domain.
  let samples: UnsafeMutableBufferPointer<Float>
  /// The frame in the frequency domain, from 0 to half the sample rate.
  let bins: UnsafeMutableBufferPointer<Bin>

  /// A complex number: its real and its imaginary part.
  typealias Bin = SIMD2<Float>

  private let forwardPlan: Plan
  private let inversePlan: Plan

  /// - Parameter length: a power of two.
  init(length: Int) {
    self.length = length
    unsafe samples = Self.allocate(length)
    unsafe bins = Self.allocate(length / 2 + 1)
    forwardPlan = Plan(length, isInverse: false, scale: 1)
    inversePlan = Plan(length, isInverse: true, scale: 1 / Float(length))
  }

  deinit {
    unsafe samples.deallocate()
    unsafe bins.deallocate()
  }

  /// Computes the bins from the samples.
  func forward() {
    unsafe forwardPlan.run(
      from: UnsafeMutableRawPointer(samples.baseAddress!), to: bins.baseAddress!, stride: MemoryLayout<Float>.stride)
    // In the last bin, at half the sample rate, the imaginary part is 0. libavutil does not write it.
    unsafe bins[length / 2].y = 0
  }

  /// Computes the samples from the bins, scaled so that `forward` and `inverse` cancel. libavutil overwrites the bins.
  func inverse() {
    // A real signal has no imaginary part at 0 Hz and at half the sample rate, but rotating its phases may leave one.
    unsafe bins[0].y = 0
    unsafe bins[length / 2].y = 0
    unsafe inversePlan.run(
      from: UnsafeMutableRawPointer(bins.baseAddress!), to: samples.baseAddress!, stride: MemoryLayout<Bin>.stride)
  }

  /// Allocates zeroed memory, aligned for libavutil's widest vectors. The caller deallocates it.
  private static func allocate<Element>(_ count: Int) -> UnsafeMutableBufferPointer<Element> {
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: count * MemoryLayout<Element>.stride, alignment: 64)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
    return unsafe bytes.bindMemory(to: Element.self)
  }
}

/// A transform of libavutil in one direction, from samples to bins or back.
@safe private final class Plan {
  private var context: OpaquePointer?
  private var function: av_tx_fn?

  init(_ length: Int, isInverse: Bool, scale: Float) {
    var scale = scale
    let status = unsafe av_tx_init(
      &context, &function, AV_TX_FLOAT_RDFT, isInverse ? 1 : 0, CInt(length), &scale, 0)
    precondition(status >= 0, "libavutil transforms every power of two")
  }

  deinit { unsafe av_tx_uninit(&context) }

  /// - Parameter stride: the size of an element of the input, in bytes.
  func run(from input: UnsafeMutableRawPointer, to output: UnsafeMutableRawPointer, stride: Int) {
    unsafe function!(context, output, input, stride)
  }
}
