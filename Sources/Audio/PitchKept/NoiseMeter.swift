import Glibc
import Streams

/// Finds the bins of the spectrum that contain steady noise around a source position, and nearby positions with the
/// same noise.
///
/// Three conditions must hold for a bin of noise, over a fifth of a second. Its power varies at random. The power of
/// its band, which contains many bins, is steady. The bin does not stand out from its band. Tones fail the first or the
/// third condition; speech and percussion fail the second.
struct NoiseMeter {
  /// For each bin of a frame of the kind `FrameKind.quick`, whether the last measurement found noise there.
  private(set) var isNoise: [Bool]
  /// Whether the noise is strong enough to be heard beside the rest of the sound.
  private(set) var hasNoise = false
  private let leg: Leg
  private let tools: FrameTools
  /// The source position of look 0. A look is one measurement of the spectrum; adjacent looks are half a frame apart.
  private let origin: Int
  /// The number of the look, or measurement, nearest to the position measured last.
  private var middle: Int?
  /// The measurements around `middle`, in order.
  private var looks: [Look] = []
  private var sound: Planes<Float>

  /// - Parameter tools: the window and the transform for frames of the kind `FrameKind.quick`.
  init(_ leg: Leg, from origin: Int, _ tools: FrameTools, channels: Int) {
    self.leg = leg
    self.origin = origin
    self.tools = tools
    isNoise = Array(repeating: false, count: tools.size.half + 1)
    sound = Planes(channels: channels, capacity: tools.size.length)
  }

  /// The number of measurements before the middle one that are used, and also the number after it.
  private static let around = 3
  /// The number of bins in a band: enough for the power of noise in it to stay within about a decibel.
  private static let bandWidth = 32

  /// The distance from the position measured last, in samples on either side, within which the same noise was found.
  var reach: Int { Self.around * tools.size.half }

  /// Returns how far from the position measured last, in samples, to take noise for the frame centered on output
  /// `center`. The result is pseudorandom, but depends only on `center`, so that every rendering is the same.
  func offset(at center: Int) -> Int {
    let bits = SplitMix64.number(UInt64(bitPattern: Int64(center)), seed: 0)
    return Int(bits % UInt64(2 * reach + 1)) - reach
  }

  /// Finds the bins with noise around `position`, unless the nearest point of measurement is the same as last time.
  mutating func measure(around position: Int, from supply: inout SoundSupply) throws(StreamFailure) {
    let number = Int((Double(position - origin) / Double(tools.size.half)).rounded())
    if number == middle { return }
    let wanted = number - Self.around...number + Self.around
    looks.removeAll { !wanted.contains($0.number) }
    for number in wanted where !looks.contains(where: { $0.number == number }) {
      let index = looks.firstIndex { $0.number > number } ?? looks.count
      looks.insert(try look(number, from: &supply), at: index)
    }
    middle = number
    for start in stride(from: 0, to: isNoise.count - 1, by: Self.bandWidth) {
      judge(start..<min(start + Self.bandWidth, isNoise.count))
    }
    let (noise, all) = looks.reduce(into: (Float(0), Float(0))) { sums, look in
      for (power, isNoise) in zip(look.powers, isNoise) { sums = (sums.0 + (isNoise ? power : 0), sums.1 + power) }
    }
    hasNoise = noise > Self.audible * all
  }

  /// Measures the spectrum of the frame centered `number` half frames after `origin`.
  private mutating func look(_ number: Int, from supply: inout SoundSupply) throws(StreamFailure) -> Look {
    let start = origin + (number - 1) * tools.size.half
    let end = start + tools.size.length
    // A frame has the same power spectrum whether it is read forward or backward.
    try supply.load(leg.direction == .backward ? 1 - end..<1 - start : start..<end, into: &sound, at: 0)
    var look = Look(number: number, binCount: isNoise.count)
    for channel in 0..<sound.channels {
      unsafe sound.samples.withUnsafeBufferPointer { samples in
        unsafe tools.window.taken.withUnsafeBufferPointer { window in
          unsafe SpectrumLoops.window(
            samples.baseAddress! + channel * sound.capacity, window.baseAddress!, count: window.count,
            into: tools.transform.samples.baseAddress!)
        }
      }
      tools.transform.forward()
      unsafe look.add(tools.transform.bins)
    }
    return look
  }

  /// Decides which bins of a frequency band contain noise.
  private mutating func judge(_ band: Range<Int>) {
    let means = band.map { bin in looks.reduce(0) { $0 + $1.powers[bin] } }
    let limit = means.sorted()[means.count / 2] * Self.prominence
    let isCommon = means.indices.map { index in
      means[max(0, index - 2)...min(means.count - 1, index + 2)].allSatisfy { $0 <= limit }
    }
    let common = band.filter { isCommon[$0 - band.lowerBound] }
    let isNoisy = isSteady(common) && isRestless(common)
    for bin in band { isNoise[bin] = isNoisy && isCommon[bin - band.lowerBound] }
  }

  /// Whether the sum of the power of all `bins` is steady over time.
  private func isSteady(_ bins: [Int]) -> Bool {
    let sums = looks.map { look in bins.reduce(0) { $0 + look.powers[$1] } }
    guard let least = sums.min(), let most = sums.max() else { return false }
    return least > 0 && most < Self.spread * least
  }

  /// Whether the power of `bins` varies at random. For noise, the second differences of a bin's log power over time
  /// have a mean magnitude of 2.4. For a tone, even a decaying one, they are almost 0.
  private func isRestless(_ bins: [Int]) -> Bool {
    var sum: Float = 0
    var count = 0
    for (first, (second, third)) in zip(looks, zip(looks.dropFirst(), looks.dropFirst(2))) {
      for channel in first.levels.indices {
        let (first, second, third) = (first.levels[channel], second.levels[channel], third.levels[channel])
        for bin in bins { sum += abs(first[bin] - 2 * second[bin] + third[bin]) }
        count += bins.count
      }
    }
    return sum > Self.restlessness * Float(count)
  }

  /// The smallest share of the total power at which noise is audible: −17 dB.
  private static let audible: Float = 0.02
  /// A bin with this many times the median power of its band stands out: it is a tone.
  private static let prominence: Float = 6
  /// In a band of noise, the largest power in any measurement is at most this many times the smallest. Only one band of
  /// noise in five thousand exceeds the limit.
  private static let spread: Float = 5
  /// The largest mean second difference of log power that does not count as noise. Noise is hardly ever below 1.7.
  private static let restlessness: Float = 1.6
}

/// The spectrum of one frame of the source.
private struct Look {
  let number: Int
  /// The power of each bin, summed over all channels.
  private(set) var powers: [Float]
  /// The natural logarithm of the power, for each channel and bin.
  private(set) var levels: [[Float]] = []

  init(number: Int, binCount: Int) {
    self.number = number
    powers = Array(repeating: 0, count: binCount)
  }

  mutating func add(_ bins: UnsafeMutableBufferPointer<FourierTransform.Bin>) {
    var levels = [Float](repeating: 0, count: powers.count)
    for bin in powers.indices {
      let square = unsafe bins[bin] * bins[bin]
      powers[bin] += square.x + square.y
      // With 1e-30 added, the level of a silent channel is finite and constant, like that of a steady tone.
      levels[bin] = log(square.x + square.y + 1e-30)
    }
    self.levels.append(levels)
  }
}
