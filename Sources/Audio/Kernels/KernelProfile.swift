import Glibc

/// Computes rows of a kernel table: the windowed-sinc weights of the samples around a fractional position.
///
/// A kernel's tables have hundreds of thousands of weights. Values that all rows share are therefore computed once, and
/// weights are computed eight at a time. The sine in the sinc is sin(a − b), where a depends only on the sample, and b
/// only on the fractional position.
struct KernelProfile {
  private typealias Lanes = SIMD8<Double>

  private let window: KaiserWindow
  private let widening: Double
  private let reach: Double
  /// The offset of each weighted sample from the sample at or just before the position to interpolate.
  private let taps: [Lanes]
  /// The sine of the sinc's argument at each sample in `taps`.
  private let sines: [Lanes]
  /// The cosine of the sinc's argument at each sample in `taps`.
  private let cosines: [Lanes]

  /// - Parameter halfWidth: half the number of weights in a row; at least the half-width of the kernel.
  init(_ shape: KernelShape, widening: Double, halfWidth: Int) {
    window = shape.window
    self.widening = widening
    reach = widening * Double(shape.halfWidth)
    taps = (0..<halfWidth / 4).map { block in
      Lanes(0, 1, 2, 3, 4, 5, 6, 7) + Double(8 * block + 1 - halfWidth)
    }
    sines = taps.map { Self.mapped($0) { sin(.pi * ($0 / widening)) } }
    cosines = taps.map { Self.mapped($0) { cos(.pi * ($0 / widening)) } }
  }

  private static func mapped(_ lanes: Lanes, _ function: (Double) -> Double) -> Lanes {
    var result = lanes
    for lane in 0..<8 { result[lane] = function(lanes[lane]) }
    return result
  }

  /// Fills `row` with the weights for the position at the fraction `phase` between two samples. The weights are scaled
  /// to a sum of 1, so that a constant signal keeps its level.
  func fill(_ row: inout [Double], at phase: Double) {
    let (sine, cosine) = (sin(.pi * (phase / widening)), cos(.pi * (phase / widening)))
    var sum = 0.0
    for (block, tap) in taps.enumerated() {
      let distance = tap - phase
      let sinc = (sines[block] * cosine - cosines[block] * sine) / (distance * (.pi / widening))
      // At distance 0, the quotient above is 0 / 0, and the sinc is 1.
      let weights = sinc.replacing(with: 1, where: distance .== 0) * window.value(at: distance / reach)
      for lane in 0..<8 { row[8 * block + lane] = weights[lane] }
      sum += weights.sum()
    }
    for tap in row.indices { row[tap] /= sum }
  }
}
