import Streams
import Values

/// Computes sound at source speed. At a position on a sample, the sample is copied. Between samples, the best kernel
/// interpolates in Double. At source speed, all positions have the same fraction, so they share one set of weights.
struct UnscaledReader<Element: SoundElement>: Sendable {
  private var buffer: SlidingBuffer<Element>
  private let shape: KernelShape
  private let window: KaiserWindow
  private var weights: [Double]
  private var fraction = 0.0

  init(channels: Int) {
    shape = Kernel.best.shape!
    window = shape.window
    weights = Array(repeating: 0, count: 2 * shape.halfWidth)
    buffer = SlidingBuffer(channels: channels)
  }

  /// The largest difference between the fractions of positions that share weights. The error is below 24-bit precision.
  private static var tolerance: Double { 1e-9 }

  /// Writes the sound at `points` into `sound`, from index `start` on. The points must follow one another at source
  /// speed, forward or backward.
  mutating func read(
    _ points: [ControlPoint], from supply: inout SoundSupply, into sound: inout Planes<Element>, at start: Int
  ) throws(StreamFailure) {
    guard let first = points.first, let last = points.last else { return }
    let (low, high) = (min(first.index, last.index), max(first.index, last.index))
    try buffer.prepare(low - shape.halfWidth..<high + shape.halfWidth + 1, from: &supply)
    for (number, point) in points.enumerated() {
      if point.fraction == 0 {
        copy(point.index, into: &sound, at: start + number)
      } else {
        if abs(point.fraction - fraction) > Self.tolerance { weigh(point.fraction) }
        sum(point.index, into: &sound, at: start + number)
      }
    }
  }

  @_specialize(where Element == Float)
  @_specialize(where Element == Double)
  private func copy(_ sample: Int, into sound: inout Planes<Element>, at index: Int) {
    for channel in 0..<sound.channels {
      sound.samples[channel * sound.capacity + index] =
        buffer.planes.samples[buffer.index(of: sample, channel: channel)]
    }
  }

  /// Computes the filter weights for positions `fraction` samples after a sample, scaled to a sum of 1.
  private mutating func weigh(_ fraction: Double) {
    self.fraction = fraction
    for index in weights.indices {
      let x = Double(index + 1 - shape.halfWidth) - fraction
      weights[index] = normalizedSinc(x) * window.value(at: x / Double(shape.halfWidth))
    }
    let total = weights.reduce(0, +)
    for index in weights.indices { weights[index] /= total }
  }

  @_specialize(where Element == Float)
  @_specialize(where Element == Double)
  private func sum(_ sample: Int, into sound: inout Planes<Element>, at index: Int) {
    for channel in 0..<sound.channels {
      let first = buffer.index(of: sample + 1 - shape.halfWidth, channel: channel)
      var sums = SIMD4<Double>.zero
      for tap in stride(from: 0, to: weights.count, by: 4) {
        var samples = SIMD4<Double>.zero
        var share = SIMD4<Double>.zero
        for lane in 0..<4 {
          samples[lane] = Double(buffer.planes.samples[first + tap + lane])
          share[lane] = weights[tap + lane]
        }
        sums += samples * share
      }
      sound.samples[channel * sound.capacity + index] = Element(sums.sum())
    }
  }
}
