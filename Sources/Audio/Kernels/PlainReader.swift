import Streams

/// The band-limited kernels as they are defined: every weight reckoned where it is needed, in Double, from the source
/// itself however fast it goes by.
///
/// A thousand times slower than the tables, and what they are checked against.
package struct PlainReader: PointReader {
  private let shape: KernelShape
  private let window: KaiserWindow
  private var sound: SoundWindow<Double>

  package init(_ shape: KernelShape, channels: Int) {
    self.shape = shape
    window = shape.window
    sound = SoundWindow(channels: channels)
  }

  package func reach(atSpeed speed: Double) -> Int {
    Int((max(1, speed) * Double(shape.halfWidth)).rounded(.up)) + 1
  }

  package mutating func read(
    _ points: [ControlPoint], from supply: inout SoundSupply, into output: inout Planes<Double>, at start: Int
  ) throws(StreamFailure) {
    for (number, point) in points.enumerated() {
      let stretch = max(1, point.width)
      let reach = reach(atSpeed: stretch)
      let range = point.index - reach..<point.index + reach + 1
      try sound.prepare(range, from: &supply)
      let weights = range.map { sample in
        let x = Double(sample - point.index) - point.fraction
        return normalizedSinc(x / stretch) * window.value(at: x / (stretch * Double(shape.halfWidth)))
      }
      let total = weights.reduce(0, +)
      for channel in 0..<output.channels {
        var sum = 0.0
        for (tap, weight) in weights.enumerated() {
          sum +=
            weight
            * sound.planes.samples[channel * sound.planes.capacity + range.lowerBound - sound.held.lowerBound + tap]
        }
        output.samples[channel * output.capacity + start + number] = sum / total
      }
    }
  }
}
