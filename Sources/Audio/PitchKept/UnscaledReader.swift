import Streams

/// Reads the source at its own speed: whole samples as they are, and what lies between samples as exactly as Double
/// reckons.
///
/// At the speed of the source every point lies as far beyond a sample as the one before, so one set of weights serves
/// them all, and there is no need of tables.
struct UnscaledReader<Element: SoundElement>: Sendable {
  private var reel: SlidingBuffer<Element>
  private let shape: KernelShape
  private let window: KaiserWindow
  private var weights: [Double]
  private var fraction = 0.0

  init(channels: Int) {
    shape = Kernel.best.shape!
    window = shape.window
    weights = Array(repeating: 0, count: 2 * shape.halfWidth)
    reel = SlidingBuffer(channels: channels)
  }

  /// Points no farther apart than this share their weights: it changes less than what a sample of 24 bits can hold.
  private static var tolerance: Double { 1e-9 }

  /// Reads `points`, which follow each other at the speed of the source, into `sound` from `start` on.
  mutating func read(
    _ points: [ControlPoint], from supply: inout SoundSupply, into sound: inout Planes<Element>, at start: Int
  ) throws(StreamFailure) {
    guard let first = points.first, let last = points.last else { return }
    let (low, high) = (min(first.index, last.index), max(first.index, last.index))
    try reel.prepare(low - shape.halfWidth..<high + shape.halfWidth + 1, from: &supply)
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
  private func copy(_ sample: Int, into sound: inout Planes<Element>, at place: Int) {
    for channel in 0..<sound.channels {
      sound.samples[channel * sound.capacity + place] = reel.planes.samples[reel.index(of: sample, channel: channel)]
    }
  }

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
  private func sum(_ sample: Int, into sound: inout Planes<Element>, at place: Int) {
    for channel in 0..<sound.channels {
      let first = reel.index(of: sample + 1 - shape.halfWidth, channel: channel)
      var sums = SIMD4<Double>.zero
      for index in stride(from: 0, to: weights.count, by: 4) {
        var samples = SIMD4<Double>.zero
        var share = SIMD4<Double>.zero
        for lane in 0..<4 {
          samples[lane] = Double(reel.planes.samples[first + index + lane])
          share[lane] = weights[index + lane]
        }
        sums += samples * share
      }
      sound.samples[channel * sound.capacity + place] = Element(sums.sum())
    }
  }
}
