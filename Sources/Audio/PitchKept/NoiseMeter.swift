import Glibc
import Streams

/// Tells which parts of the spectrum are steady noise around a position along a leg, and where there is more of it.
///
/// Three things together tell it, heard over a fifth of a second: the power of each bin goes up and down at random, that
/// of a band of many bins stays as it is, and the bin does not stand out from its band. Tones fail the first or the
/// third; speech and strokes fail the second.
struct NoiseMeter {
  /// For each bin of a quick frame, whether it is noise around the position measured last.
  private(set) var isNoise: [Bool]
  /// Whether so much of the power there is in such bins that they are heard beside the others.
  private(set) var hasNoise = false
  private let leg: Leg
  private let tools: FrameTools
  /// The position of look 0. Looks follow each other at half a frame.
  private let origin: Int
  /// The number of the look nearest to the position measured last, and those around it, in order.
  private var middle: Int?
  private var looks: [Look] = []
  private var sound: Planes<Float>

  /// - Parameter tools: those of quick frames.
  init(_ leg: Leg, from origin: Int, _ tools: FrameTools, channels: Int) {
    self.leg = leg
    self.origin = origin
    self.tools = tools
    isNoise = Array(repeating: false, count: tools.size.half + 1)
    sound = Planes(channels: channels, capacity: tools.size.length)
  }

  /// How many looks are compared before and after the one in the middle.
  private static let around = 3
  /// How many bins have a band: enough for the power of noise in it to stay within a decibel or so.
  private static let bandWidth = 32

  /// How far from the position measured last the same noise is heard, before and after it.
  var reach: Int { Self.around * tools.size.half }

  /// How far from there the noise for the frame centred on output `center` is taken: drawn from the number, so that
  /// every rendering draws the same.
  func offset(at center: Int) -> Int {
    let bits = SplitMix64.number(UInt64(bitPattern: Int64(center)), seed: 0)
    return Int(bits % UInt64(2 * reach + 1)) - reach
  }

  /// Measures around `position`; what was measured there last stands.
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

  /// Takes the spectrum of the frame around look `number`.
  private mutating func look(_ number: Int, from supply: inout SoundSupply) throws(StreamFailure) -> Look {
    let start = origin + (number - 1) * tools.size.half
    let end = start + tools.size.length
    // Played backward or forward, a frame has the same powers.
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

  /// Judges the bins of a band.
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

  /// Whether the power of all `bins` together stays as it is.
  private func isSteady(_ bins: [Int]) -> Bool {
    let sums = looks.map { look in bins.reduce(0) { $0 + look.powers[$1] } }
    guard let least = sums.min(), let most = sums.max() else { return false }
    return least > 0 && most < Self.spread * least
  }

  /// Whether the power of each of `bins` goes up and down at random. The logarithm of the power of a bin of noise has
  /// second differences of 2.4 in the mean, that of a tone, also one that decays, next to none.
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

  /// The share of the power from which on noise is heard beside the rest: 17 dB below it.
  private static let audible: Float = 0.02
  /// A bin with this many times the power of the one in the middle of the band stands out: a tone.
  private static let prominence: Float = 6
  /// The power of a band of noise is less than this many times as strong in one look as in another, but for one band in
  /// five thousand.
  private static let spread: Float = 5
  /// The least mean of second differences of levels: of a band of noise it is hardly ever under 1.7.
  private static let restlessness: Float = 1.6
}

/// The spectrum of one frame of the source.
private struct Look {
  let number: Int
  /// For each bin the power of all channels.
  private(set) var powers: [Float]
  /// For each channel and bin the natural logarithm of its power.
  private(set) var levels: [[Float]] = []

  init(number: Int, binCount: Int) {
    self.number = number
    powers = Array(repeating: 0, count: binCount)
  }

  /// Adds a channel.
  mutating func add(_ bins: UnsafeMutableBufferPointer<FourierTransform.Bin>) {
    var levels = [Float](repeating: 0, count: powers.count)
    for bin in powers.indices {
      let square = unsafe bins[bin] * bins[bin]
      powers[bin] += square.x + square.y
      // Of a channel that is silent all levels are the same, as those of a tone.
      levels[bin] = log(square.x + square.y + 1e-30)
    }
    self.levels.append(levels)
  }
}
