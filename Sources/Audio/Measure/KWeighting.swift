import Glibc

/// The K-weighting filter of ITU-R BS.1770 for one channel: a shelf that raises high frequencies as a head does, then a
/// high-pass filter. The recommendation gives coefficients only for 48 kHz. At other rates, the filters have the same
/// corner frequencies.
struct KWeighting {
  private var shelf: Biquad
  private var highPass: Biquad

  init(rate: Int) {
    shelf = Biquad(Corner(1681.974450955533, quality: 0.7071752369554196, rate: rate)) { corner in
      let high = pow(10, 3.999843853973347 / 20)
      let band = pow(high, 0.4996667741545416) * corner.k / corner.quality
      let square = corner.k * corner.k
      return (high + band + square, 2 * (square - high), high - band + square)
    }
    highPass = Biquad(Corner(38.13547087602444, quality: 0.5003270373238773, rate: rate)) { corner in
      let scale = corner.norm
      return (scale, -2 * scale, scale)
    }
  }

  mutating func weigh(_ sample: Double) -> Double { highPass.filter(shelf.filter(sample)) }
}

private struct Corner {
  let k: Double
  let quality: Double

  /// If the sample rate is too low for `frequency`, the corner is at the highest possible frequency.
  init(_ frequency: Double, quality: Double, rate: Int) {
    k = tan(.pi * min(0.49, frequency / Double(rate)))
    self.quality = quality
  }

  var norm: Double { 1 + k / quality + k * k }
}

private struct Biquad {
  private let (b0, b1, b2): (Double, Double, Double)
  private let (a1, a2): (Double, Double)
  private var (z1, z2) = (0.0, 0.0)

  /// - Parameter numerator: returns the filter's numerator coefficients, multiplied by the corner's `norm`.
  init(_ corner: Corner, numerator: (Corner) -> (Double, Double, Double)) {
    let (norm, (n0, n1, n2)) = (corner.norm, numerator(corner))
    (b0, b1, b2) = (n0 / norm, n1 / norm, n2 / norm)
    a1 = 2 * (corner.k * corner.k - 1) / norm
    a2 = (1 - corner.k / corner.quality + corner.k * corner.k) / norm
  }

  @inline(__always)
  mutating func filter(_ input: Double) -> Double {
    let output = b0 * input + z1
    z1 = b1 * input - a1 * output + z2
    z2 = b2 * input - a2 * output
    return output
  }
}
