import Glibc

/// The kernel of one speed, sampled row by row: a sinc under its window.
///
/// Everything that is the same in all rows is reckoned once, and eight weights at a time: a bank has hundreds of
/// thousands.
struct KernelProfile {
  private typealias Lanes = SIMD8<Double>

  private let window: KaiserWindow
  private let stretch: Double
  private let reach: Double
  /// Where the samples of a row lie, seen from the sample the row is for.
  private let places: [Lanes]
  /// Sine and cosine of the sinc's argument at those places.
  private let sines: [Lanes]
  private let cosines: [Lanes]

  /// - Parameter halfWidth: of the rows; at least the kernel's own.
  init(_ shape: KernelShape, stretch: Double, halfWidth: Int) {
    window = shape.window
    self.stretch = stretch
    reach = stretch * Double(shape.halfWidth)
    places = (0..<halfWidth / 4).map { block in
      Lanes(0, 1, 2, 3, 4, 5, 6, 7) + Double(8 * block + 1 - halfWidth)
    }
    sines = places.map { Self.mapped($0) { sin(.pi * ($0 / stretch)) } }
    cosines = places.map { Self.mapped($0) { cos(.pi * ($0 / stretch)) } }
  }

  private static func mapped(_ lanes: Lanes, _ function: (Double) -> Double) -> Lanes {
    var result = lanes
    for lane in 0..<8 { result[lane] = function(lanes[lane]) }
    return result
  }

  /// The weights for what lies `phase` beyond a sample. They add up to 1, so that what stands still stays so.
  func fill(_ row: inout [Double], at phase: Double) {
    let (sine, cosine) = (sin(.pi * (phase / stretch)), cos(.pi * (phase / stretch)))
    var sum = 0.0
    for (block, place) in places.enumerated() {
      let distance = place - phase
      let sinc = (sines[block] * cosine - cosines[block] * sine) / (distance * (.pi / stretch))
      // In the middle the sinc is 1, and the quotient above has no value.
      let weights = sinc.replacing(with: 1, where: distance .== 0) * window.value(at: distance / reach)
      for lane in 0..<8 { row[8 * block + lane] = weights[lane] }
      sum += weights.sum()
    }
    for tap in row.indices { row[tap] /= sum }
  }
}
