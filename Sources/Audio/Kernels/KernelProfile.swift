import Glibc

/// Computes the rows of a kernel table: the windowed sinc of one speed, sampled at whole steps from a phase.
///
/// A bank has hundreds of thousands of weights. Values that all rows share are therefore computed once, and weights are
/// computed eight at a time. sin(a − b) comes from the sines and cosines of a and b. Of these, a depends only on the
/// sample, and b only on the phase.
struct KernelProfile {
  private typealias Lanes = SIMD8<Double>

  private let window: KaiserWindow
  private let widening: Double
  private let reach: Double
  /// The samples of a row, counted from the sample at which the phase is 0.
  private let taps: [Lanes]
  /// The sine of the sinc's argument at each of these samples.
  private let sines: [Lanes]
  /// The cosine of the sinc's argument at each of these samples.
  private let cosines: [Lanes]

  /// - Parameter halfWidth: half the width of the rows, at least the kernel's own.
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

  /// Fills `row` with the weights for a position `phase` beyond a sample. They are scaled to a sum of 1, so that a
  /// constant signal keeps its level.
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
