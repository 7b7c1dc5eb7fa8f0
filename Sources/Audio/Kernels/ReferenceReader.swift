import Streams

/// A slow reader with which tests compare `BandReader`. It follows the definition of `KernelShape`, in Double, without
/// tables, octaves or blending. This takes about a thousand times as long as `BandReader`.
package struct ReferenceReader: PointReader {
  private let shape: KernelShape
  private let window: KaiserWindow
  private var buffer: SlidingBuffer<Double>

  package init(_ shape: KernelShape, channels: Int) {
    self.shape = shape
    window = shape.window
    buffer = SlidingBuffer(channels: channels)
  }

  package func reach(atSpeed speed: Double) -> Int {
    Int((max(1, speed) * Double(shape.halfWidth)).rounded(.up)) + 1
  }

  package mutating func read(
    _ points: [ControlPoint], from supply: inout SoundSupply, into output: inout Planes<Double>, at start: Int
  ) throws(StreamFailure) {
    for (number, point) in points.enumerated() {
      let widening = max(1, point.width)
      let reach = reach(atSpeed: widening)
      let range = point.index - reach..<point.index + reach + 1
      try buffer.prepare(range, from: &supply)
      let weights = range.map { sample in
        let x = Double(sample - point.index) - point.fraction
        return normalizedSinc(x / widening) * window.value(at: x / (widening * Double(shape.halfWidth)))
      }
      let total = weights.reduce(0, +)
      for channel in 0..<output.channels {
        let first = buffer.index(of: range.lowerBound, channel: channel)
        var sum = 0.0
        for (tap, weight) in weights.enumerated() { sum += weight * buffer.planes.samples[first + tap] }
        output.samples[channel * output.capacity + start + number] = sum / total
      }
    }
  }
}
