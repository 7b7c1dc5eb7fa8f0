import Glibc

/// Resamples a sound of any rate to 16 kHz with a windowed sinc.
struct RateConverter {
  static let rate = 16_000

  /// The step from one output sample to the next in samples of the input, as a fraction in lowest terms.
  private let (step, whole): (Int, Int)
  /// Weights for each of `phases` positions between two samples of the input; empty if no sample changes.
  private let weights: [Float]
  private let phases: Int
  /// The number of input samples for each output sample, a multiple of 8.
  private let taps: Int

  private var samples: [Float] = []
  /// The position of the first of `samples` in the whole sound, which begins at `taps / 2 - 1`.
  private var firstSample = 0
  /// The position of the next output sample: in whole samples of the input, and as a numerator over `whole`.
  private var (position, part) = (0, 0)

  init(from rate: Int) {
    let divisor = Self.greatestDivisor(rate, Self.rate)
    (step, whole) = (rate / divisor, Self.rate / divisor)
    guard rate != Self.rate else {
      (weights, phases, taps) = ([], 0, 0)
      return
    }
    let width = max(1, Double(rate) / Double(Self.rate))
    let (phases, taps) = (min(whole, Self.mostPhases), 8 * Int((Self.lobes * width / 4).rounded(.up)))
    var weights: [Float] = []
    for phase in 0..<phases {
      let values = (0..<taps).map { tap in
        let distance = (Double(tap - taps / 2 + 1) - Double(phase) / Double(phases)) / width
        guard abs(distance) < Self.lobes else { return 0.0 }
        let sinc = distance == 0 ? 1 : sin(.pi * distance) / (.pi * distance)
        return sinc * (0.54 + 0.46 * cos(.pi * distance / Self.lobes))
      }
      let sum = values.reduce(0, +)
      weights += values.map { Float($0 / sum) }
    }
    (self.weights, self.phases, self.taps) = (weights, phases, taps)
    samples = [Float](repeating: 0, count: taps / 2 - 1)
  }

  private static let lobes = 16.0
  private static let mostPhases = 512

  private static func greatestDivisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : greatestDivisor(second, first % second)
  }

  /// Takes the next samples, and returns the samples at 16 kHz that are ready.
  mutating func take(_ new: [Float]) -> [Float] {
    guard taps > 0 else { return new }
    samples += new
    var result: [Float] = []
    while position + taps <= firstSample + samples.count {
      let phase = part * phases / whole
      let start = position - firstSample
      var sum = SIMD8<Float>.zero
      unsafe samples.withUnsafeBytes { samples in
        unsafe weights.withUnsafeBytes { weights in
          for tap in stride(from: 0, to: taps, by: 8) {
            let (sample, weight) = (4 * (start + tap), 4 * (phase * taps + tap))
            unsafe sum +=
              samples.loadUnaligned(fromByteOffset: sample, as: SIMD8<Float>.self)
              * weights.loadUnaligned(fromByteOffset: weight, as: SIMD8<Float>.self)
          }
        }
      }
      result.append(sum.sum())
      part += step
      position += part / whole
      part %= whole
    }
    let passed = max(0, min(samples.count, position - firstSample))
    samples.removeFirst(passed)
    firstSample += passed
    return result
  }

  /// Returns the last samples.
  mutating func end() -> [Float] { taps > 0 ? take([Float](repeating: 0, count: taps / 2)) : [] }
}
