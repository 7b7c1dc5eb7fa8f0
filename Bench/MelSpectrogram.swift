import Glibc

/// The levels in dB of 40 mel bands from 100 Hz to 8 kHz, in Hann windows of 23 ms at 44.1 kHz. Mel bands have about
/// the frequency resolution of the ear.
struct MelSpectrogram {
  static let rate = 44100.0
  static let bandCount = 40

  private static let window = 1024
  private let transform = FourierTransform(size: 2048)
  private let shape: [Double]
  /// The first bin of each band, and the weights from this bin on.
  private let bands: [(first: Int, weights: [Double])]

  init() {
    shape = (0..<Self.window).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(Self.window - 1)) }
    let (low, high) = (Self.mel(100), Self.mel(8000))
    let corners = (0..<Self.bandCount + 2).map { corner in
      Self.hertz(low + (high - low) * Double(corner) / Double(Self.bandCount + 1))
    }
    let binWidth = Self.rate / Double(transform.size)
    bands = (0..<Self.bandCount).map { band in
      let (left, middle, right) = (corners[band], corners[band + 1], corners[band + 2])
      let bins = Int((left / binWidth).rounded(.up))...Int(right / binWidth)
      let weights = bins.map { bin in
        let frequency = Double(bin) * binWidth
        return max(0, min((frequency - left) / (middle - left), (right - frequency) / (right - middle)))
      }
      return (bins.lowerBound, weights)
    }
  }

  private static func mel(_ hertz: Double) -> Double { 2595 * log10(1 + hertz / 700) }

  private static func hertz(_ mel: Double) -> Double { 700 * (pow(10, mel / 2595) - 1) }

  /// The levels at each time, 40 bands per time. Sound beyond the ends is silence.
  func levels(of sound: [Double], at times: [Double]) -> [Double] {
    var levels: [Double] = []
    levels.reserveCapacity(times.count * Self.bandCount)
    // One transform serves two frames: the first is the real part, the second the imaginary part.
    for first in stride(from: 0, to: times.count, by: 2) {
      let hasSecond = first + 1 < times.count
      var re = frame(of: sound, around: times[first])
      var im = hasSecond ? frame(of: sound, around: times[first + 1]) : [Double](repeating: 0, count: transform.size)
      transform.run(&re, &im)
      levels += self.levels { bin in
        let (a, b) = (re[bin] + re[transform.size - bin], im[bin] - im[transform.size - bin])
        return (a * a + b * b) / 4
      }
      guard hasSecond else { break }
      levels += self.levels { bin in
        let (a, b) = (im[bin] + im[transform.size - bin], re[transform.size - bin] - re[bin])
        return (a * a + b * b) / 4
      }
    }
    return levels
  }

  /// One windowed frame, zero-padded to the size of the transform.
  private func frame(of sound: [Double], around time: Double) -> [Double] {
    var frame = [Double](repeating: 0, count: transform.size)
    let start = Int((time * Self.rate).rounded()) - Self.window / 2
    let inside = max(0, start)..<max(0, start, min(sound.count, start + Self.window))
    for index in inside { frame[index - start] = sound[index] * shape[index - start] }
    return frame
  }

  private func levels(power: (Int) -> Double) -> [Double] {
    bands.map { band in
      let sum = band.weights.enumerated().reduce(0) { $0 + $1.element * power(band.first + $1.offset) }
      // The constant keeps silence finite, about 100 dB below speech.
      return 10 * log10(sum + 1e-6)
    }
  }
}
