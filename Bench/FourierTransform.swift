import Glibc

/// The fast Fourier transform, radix 2, in place. It shares no code with that of warp-audio, which it checks.
struct FourierTransform {
  let size: Int
  /// The cosine and sine of -2πk / size, for k in 0..<size / 2.
  private let cosines: [Double]
  private let sines: [Double]

  /// - Precondition: the size is a power of two.
  init(size: Int) {
    self.size = size
    let angles = (0..<size / 2).map { -2 * .pi * Double($0) / Double(size) }
    cosines = angles.map { cos($0) }
    sines = angles.map { sin($0) }
  }

  /// - Precondition: both arrays have `size` values.
  func run(_ re: inout [Double], _ im: inout [Double]) {
    reorder(&re, &im)
    var half = 1
    while half < size {
      let step = size / (2 * half)
      for start in stride(from: 0, to: size, by: 2 * half) {
        for offset in 0..<half {
          let (first, second) = (start + offset, start + offset + half)
          let (c, s) = (cosines[offset * step], sines[offset * step])
          let (x, y) = (re[second] * c - im[second] * s, re[second] * s + im[second] * c)
          (re[second], im[second]) = (re[first] - x, im[first] - y)
          (re[first], im[first]) = (re[first] + x, im[first] + y)
        }
      }
      half *= 2
    }
  }

  /// Moves each value to the index with its bits reversed.
  private func reorder(_ re: inout [Double], _ im: inout [Double]) {
    var reversed = 0
    for index in 1..<size {
      var bit = size / 2
      while reversed & bit != 0 {
        reversed ^= bit
        bit /= 2
      }
      reversed |= bit
      if index < reversed {
        re.swapAt(index, reversed)
        im.swapAt(index, reversed)
      }
    }
  }
}
