import Glibc

/// Brings samples of any rate to 8 kHz: first to 16 kHz, by the mean over each new sample's time, then to half of that
/// by a filter. Instants stay exact: sample m of the result is centred on m / 8000 s.
struct Decimator {
  /// How many samples of the input make one at 16 kHz.
  private let ratio: Double
  /// Where the next sample at 16 kHz ends, in samples of the input; each of these lasts from its number to the next.
  private var border: Double
  /// How many borders have been passed.
  private var passed = 0
  private var position = 0
  /// The sum since the last border.
  private var sum = 0.0
  /// Samples at 16 kHz that the filter still needs.
  private var middle: [Float]

  init(from rate: Int) {
    ratio = Double(rate) / Double(2 * SoundDigest.rate)
    // Sample 0 is centred on the instant 0, which is the middle of the input's first sample.
    border = 0.5 - ratio / 2
    middle = [Float](repeating: 0, count: Self.reach)
    // The border at which sample 0 begins may lie before the input.
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

  /// Every second sample at 16 kHz, as far as the filter has what it needs.
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

  /// The weights of a half-band filter at distances of 1, 3, 5 … from its middle: a sinc under a Hann window.
  private static let weights: [Float] = {
    let values = (0..<8).map { tap in
      let distance = Double(2 * tap + 1)
      return sin(.pi * distance / 2) / (.pi * distance) * (1 + cos(.pi * distance / 17)) / 2
    }
    // The middle weight is ½, so each side has to add up to ¼.
    let sum = values.reduce(0, +)
    return values.map { Float($0 / sum / 4) }
  }()
}
