import Glibc

/// Resamples any rate to 8 kHz. It first averages the input over the duration of each sample at 16 kHz, and then halves
/// this rate with a filter. Output sample m is centered on m / 8000 s exactly.
struct Decimator {
  /// The number of input samples for each sample at 16 kHz.
  private let ratio: Double
  /// The end of the next sample at 16 kHz, in samples of the input. Input sample n lasts from n to n + 1.
  private var border: Double
  /// How many borders between output samples (at 16 kHz) the input has passed so far.
  private var passed = 0
  private var position = 0
  /// The sum of the input since the last border between samples at 16 kHz.
  private var sum = 0.0
  /// Samples at 16 kHz that the filter still needs.
  private var middle: [Float]

  init(from rate: Int) {
    ratio = Double(rate) / Double(2 * SoundDigest.rate)
    // Output sample 0 is centered on time 0, the middle of the first input sample.
    border = 0.5 - ratio / 2
    middle = [Float](repeating: 0, count: Self.reach)
    // If output sample 0 begins no later than the input, the border at its beginning has been passed already.
    if border <= 0 { pass() }
  }

  private mutating func pass() {
    passed += 1
    border = 0.5 + (Double(passed) - 0.5) * ratio
  }

  mutating func take(_ samples: [Float], into result: inout [Float]) {
    for sample in samples {
      let (value, start) = (Double(sample), Double(position))
      var reached = start
      while border <= start + 1 {
        sum += value * (border - reached)
        if passed > 0 { middle.append(Float(sum / ratio)) }
        sum = 0
        reached = border
        pass()
      }
      sum += value * (start + 1 - reached)
      position += 1
    }
    filter(into: &result)
  }

  mutating func end(into result: inout [Float]) {
    middle += [Float](repeating: 0, count: Self.reach + 1)
    filter(into: &result)
  }

  /// Filters the samples at 16 kHz and keeps every second result, as far as the filter has all samples it needs.
  private mutating func filter(into result: inout [Float]) {
    let reach = Self.reach
    let count = max(0, (middle.count - 2 * reach + 1) / 2)
    unsafe middle.withUnsafeBufferPointer { middle in
      unsafe Self.weights.withUnsafeBufferPointer { weights in
        for index in 0..<count {
          let centre = 2 * index + reach
          var sum = unsafe 0.5 * middle[centre]
          for tap in 0..<weights.count {
            let distance = 2 * tap + 1
            unsafe sum += weights[tap] * (middle[centre - distance] + middle[centre + distance])
          }
          result.append(sum)
        }
      }
    }
    middle.removeFirst(2 * count)
  }

  private static let reach = 2 * weights.count - 1

  /// The weights of a half-band filter at distances of 1, 3, 5 … from its center: a sinc with a Hann window.
  private static let weights: [Float] = {
    let values = (0..<8).map { tap in
      let distance = Double(2 * tap + 1)
      return sin(.pi * distance / 2) / (.pi * distance) * (1 + cos(.pi * distance / 17)) / 2
    }
    // The middle weight is ½, so the weights on each side must add up to ¼ for a total of 1.
    let sum = values.reduce(0, +)
    return values.map { Float($0 / sum / 4) }
  }()
}
