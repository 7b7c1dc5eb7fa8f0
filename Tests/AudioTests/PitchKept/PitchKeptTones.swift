import Foundation

/// Foundation's sine and cosine, for files that do not import Foundation.
enum Angle {
  static func sine(_ angle: Double) -> Double { sin(angle) }
  static func cosine(_ angle: Double) -> Double { cos(angle) }
}

/// Measures tones of known frequencies in a sound.
enum Tones {
  /// Returns by how many dB the tones exceed the rest of the sound, and the pitch error of the first tone in cents.
  /// Subtracts a least-squares fit of each tone, in a Hann window, from the sound. Twenty rounds refine the fit.
  static func fit(_ frequencies: [Double], rate: Int, to sound: ArraySlice<Float>) -> (clean: Double, cents: Double) {
    let count = sound.count
    let window = (0..<count).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(count)) }
    let signal = zip(sound, window).map { Double($0) * $1 }
    var rest = signal
    for _ in 0..<20 {
      for frequency in frequencies {
        let (a, b) = projection(of: rest, on: frequency, rate: rate, window)
        for index in rest.indices {
          let angle = 2 * .pi * frequency * Double(index) / Double(rate)
          rest[index] -= (a * cos(angle) + b * sin(angle)) * window[index]
        }
      }
    }
    let energy = { (sound: [Double]) in sound.reduce(0) { $0 + $1 * $1 } }
    let clean = 10 * log10((energy(signal) - energy(rest)) / max(energy(rest), 1e-30))
    return (clean, cents(frequencies[0], rate: rate, signal, window))
  }

  /// Returns the pitch error in cents, from the change of phase between the two halves of the sound.
  private static func cents(_ frequency: Double, rate: Int, _ signal: [Double], _ window: [Double]) -> Double {
    let half = signal.count / 2
    let hann = (0..<half).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(half)) }
    let phases = [0, half].map { start in
      var (re, im) = (0.0, 0.0)
      for index in 0..<half where window[start + index] > 0.01 {
        let angle = 2 * .pi * frequency * Double(start + index) / Double(rate)
        re += signal[start + index] / window[start + index] * hann[index] * cos(angle)
        im += signal[start + index] / window[start + index] * hann[index] * sin(angle)
      }
      return atan2(re, im)
    }
    var turn = phases[1] - phases[0]
    turn -= 2 * .pi * (turn / (2 * .pi)).rounded()
    return 1200 * log2(1 + turn / (2 * .pi) * Double(rate) / Double(half) / frequency)
  }

  private static func projection(
    of signal: [Double], on frequency: Double, rate: Int, _ window: [Double]
  ) -> (Double, Double) {
    var (cc, ss, cs, xc, xs) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in signal.indices {
      let angle = 2 * .pi * frequency * Double(index) / Double(rate)
      let (c, s) = (cos(angle) * window[index], sin(angle) * window[index])
      cc += c * c
      ss += s * s
      cs += c * s
      xc += signal[index] * c
      xs += signal[index] * s
    }
    let determinant = cc * ss - cs * cs
    return ((xc * ss - xs * cs) / determinant, (xs * cc - xc * cs) / determinant)
  }
}
