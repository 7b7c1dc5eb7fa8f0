import Glibc

/// The power of a sound in frequency bands as wide as those of human hearing, 100 times a second.
struct BandMeter {
  /// The number of frequency bands between 100 Hz and 8 kHz.
  static let count = 25
  static let frameRate = 100

  private let rate: Int
  private let window: [Float]
  private let transform: FourierTransform
  /// The first Fourier bin of each interval between two band edges, and the end of the last interval.
  private let firstBins: [Int]
  /// The position of each bin in its interval: 0 at the lower edge, 1 at the upper edge.
  private let shares: [Float]

  /// Input samples that are still needed for the next frames.
  private var samples: [Float] = []
  /// The position of the first of `samples` in the whole sound.
  private var firstSample = 0
  private var frameCount = 0
  private var sums = [Float](repeating: 0, count: Self.count + 2)

  init(rate: Int) {
    self.rate = rate
    let length = max(2, rate / 50)
    var size = 64
    while size < length { size *= 2 }
    transform = FourierTransform(length: size)
    // Windows have more samples at higher sample rates. The gain keeps a sound's level independent of its rate.
    let gain = 320 / Double(length)
    window = (0..<length).map { Float(gain * (0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(length)))) }
    let (low, high) = (Self.mel(100), Self.mel(min(8000, Double(rate) / 2)))
    let edges = (0..<Self.count + 2).map { edge in
      Self.frequency(low + (high - low) * Double(edge) / Double(Self.count + 1)) * Double(size) / Double(rate)
    }
    firstBins = edges.map { min(size / 2, max(0, Int($0.rounded(.up)))) }
    var shares = [Float](repeating: 0, count: size / 2 + 1)
    for interval in 0...Self.count where firstBins[interval] < firstBins[interval + 1] {
      for bin in firstBins[interval]..<firstBins[interval + 1] {
        shares[bin] = Float((Double(bin) - edges[interval]) / (edges[interval + 1] - edges[interval]))
      }
    }
    self.shares = shares
  }

  private static func mel(_ frequency: Double) -> Double { log(1 + frequency / 700) }
  private static func frequency(_ mel: Double) -> Double { 700 * (exp(mel) - 1) }

  /// Takes the next samples. For each complete frame, appends the power in each of the `count` frequency bands.
  mutating func take(_ new: ArraySlice<Float>, into powers: inout [Float]) {
    samples += new
    let end = firstSample + samples.count
    while true {
      let start = frameCount * rate / Self.frameRate - window.count / 2
      guard start + window.count <= end else { break }
      appendBands(from: start - firstSample, to: &powers)
      frameCount += 1
    }
    let next = frameCount * rate / Self.frameRate - window.count / 2
    let passed = max(0, min(samples.count, next - firstSample))
    samples.removeFirst(passed)
    firstSample += passed
  }

  /// Appends the powers of the remaining frames whose center is within the sound.
  mutating func end(into powers: inout [Float]) {
    take(ArraySlice(repeating: 0, count: window.count - window.count / 2), into: &powers)
  }

  /// - Parameter start: the position of the frame in `samples`; may be negative.
  private mutating func appendBands(from start: Int, to powers: inout [Float]) {
    let skipped = max(0, -start)
    for index in 0..<min(skipped, window.count) { unsafe transform.samples[index] = 0 }
    for index in min(skipped, window.count)..<window.count {
      unsafe transform.samples[index] = samples[start + index] * window[index]
    }
    for index in window.count..<transform.length { unsafe transform.samples[index] = 0 }
    transform.forward()
    // The first and last sums are for frequencies below and above all bands.
    for index in sums.indices { sums[index] = 0 }
    for interval in 0...Self.count where firstBins[interval] < firstBins[interval + 1] {
      var (sum, rising): (Float, Float) = (0, 0)
      for bin in firstBins[interval]..<firstBins[interval + 1] {
        let value = unsafe transform.bins[bin]
        let power = (value * value).sum()
        sum += power
        rising += power * shares[bin]
      }
      sums[interval + 1] += rising
      sums[interval] += sum - rising
    }
    powers += sums[1...Self.count]
  }
}
