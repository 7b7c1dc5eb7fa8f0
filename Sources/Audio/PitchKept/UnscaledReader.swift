import Streams

/// Reads the source at source speed. Points on samples are copied; points between samples are interpolated with the
/// best kernel, in Double. At source speed all points have the same fraction, so one set of weights serves them all,
/// and no table is needed.
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

  /// Points whose fractions differ by at most this share their weights. The error is below the precision of 24 bits.
  private static var tolerance: Double { 1e-9 }

  /// Computes the sound at `points`, which follow each other at source speed in either direction, into `sound` from
  /// index `start` on.
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

  @specialized(where Element == Float)
  @specialized(where Element == Double)
  private func copy(_ sample: Int, into sound: inout Planes<Element>, at index: Int) {
    for channel in 0..<sound.channels {
      sound.samples[channel * sound.capacity + index] =
        buffer.planes.samples[buffer.index(of: sample, channel: channel)]
    }
  }

  /// Computes the weights for points at `fraction`, scaled to a sum of 1.
  private mutating func weigh(_ fraction: Double) {
    self.fraction = fraction
    for index in weights.indices {
      let x = Double(index + 1 - shape.halfWidth) - fraction
      weights[index] = normalizedSinc(x) * window.value(at: x / Double(shape.halfWidth))
    }
    let total = weights.reduce(0, +)
    for index in weights.indices { weights[index] /= total }
  }

  @specialized(where Element == Float)
  @specialized(where Element == Double)
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
