/// The innermost loops of resampling, on pointers: nine tenths of a run's time is spent here.
///
/// Every count is a multiple of 8, and the caller has to make sure that so many elements can be read or written at each
/// pointer. Sums are kept in eight SIMD lanes, which are added up at the end in a fixed order, so that results are the
/// same in every run.
enum WeightedSum {
  typealias Lanes = SIMD8<Float>

  /// Interpolates linearly between the two rows of a pair, weight by weight, into `row`.
  @inline(__always)
  static func blend(_ rows: KernelRows.Pair, count: Int, into row: UnsafeMutablePointer<Float>) {
    for start in stride(from: 0, to: count, by: 8) {
      unsafe store(blended(rows, at: start), row + start)
    }
  }

  /// The same for two kernels, blended by `share`, the part of the wider one.
  @inline(__always)
  static func blend(
    _ narrow: KernelRows.Pair, _ wide: KernelRows.Pair, share: Float, count: Int,
    into row: UnsafeMutablePointer<Float>
  ) {
    for start in stride(from: 0, to: count, by: 8) {
      let first = unsafe blended(narrow, at: start)
      let second = unsafe blended(wide, at: start)
      unsafe store(first + (second - first) * share, row + start)
    }
  }

  /// How many products are added up in Float before the sum goes to a Double: longer sums in Float would lose bits.
  private static var portion: Int { 64 }

  /// The sum of the samples, each multiplied by its weight.
  @inline(__always)
  static func sum<Element: SoundElement>(
    _ row: UnsafePointer<Float>, _ samples: UnsafePointer<Element>, count: Int
  ) -> Double {
    var result = 0.0
    for first in stride(from: 0, to: count, by: portion) {
      var sum = Lanes(repeating: 0)
      for start in stride(from: first, to: min(count, first + portion), by: 8) {
        unsafe sum += lanes(row + start) * Element.lanes(samples + start)
      }
      result += total(sum)
    }
    return result
  }

  /// The same for two channels at once.
  @inline(__always)
  static func sums<Element: SoundElement>(
    _ row: UnsafePointer<Float>, _ left: UnsafePointer<Element>, _ right: UnsafePointer<Element>, count: Int
  ) -> (Double, Double) {
    var (leftResult, rightResult) = (0.0, 0.0)
    for first in stride(from: 0, to: count, by: portion) {
      var leftSum = Lanes(repeating: 0)
      var rightSum = Lanes(repeating: 0)
      for start in stride(from: first, to: min(count, first + portion), by: 8) {
        let weights = unsafe lanes(row + start)
        unsafe leftSum += weights * Element.lanes(left + start)
        unsafe rightSum += weights * Element.lanes(right + start)
      }
      leftResult += total(leftSum)
      rightResult += total(rightSum)
    }
    return (leftResult, rightResult)
  }

  /// The same for a pair of rows, interpolated on the fly instead of in memory.
  ///
  /// The loop is unrolled to sixteen weights: at eight, counting takes as long as adding.
  @inline(__always)
  static func sums<Element: SoundElement>(
    _ rows: KernelRows.Pair, _ left: UnsafePointer<Element>, _ right: UnsafePointer<Element>, count: Int
  ) -> (Double, Double) {
    var (leftResult, rightResult) = (0.0, 0.0)
    var start = 0
    while start < count {
      var leftSum = Lanes(repeating: 0)
      var rightSum = Lanes(repeating: 0)
      let end = min(count, start &+ portion)
      while start &+ 16 <= end {
        let weights = unsafe blended(rows, at: start)
        unsafe leftSum += weights * Element.lanes(left + start)
        unsafe rightSum += weights * Element.lanes(right + start)
        let next = unsafe blended(rows, at: start &+ 8)
        unsafe leftSum += next * Element.lanes(left + start + 8)
        unsafe rightSum += next * Element.lanes(right + start + 8)
        start &+= 16
      }
      if start < end {
        let weights = unsafe blended(rows, at: start)
        unsafe leftSum += weights * Element.lanes(left + start)
        unsafe rightSum += weights * Element.lanes(right + start)
        start &+= 8
      }
      leftResult += total(leftSum)
      rightResult += total(rightSum)
    }
    return (leftResult, rightResult)
  }

  @inline(__always)
  private static func blended(_ rows: KernelRows.Pair, at start: Int) -> Lanes {
    let first = unsafe lanes(rows.first + start)
    let second = unsafe lanes(rows.second + start)
    return unsafe first + (second - first) * rows.share
  }

  /// Adds by halves. `Lanes.sum()` adds one lane after the other, which is slower and rounds differently.
  @inline(__always)
  private static func total(_ lanes: Lanes) -> Double {
    let four = lanes.lowHalf + lanes.highHalf
    let two = four.lowHalf + four.highHalf
    return Double(two[0] + two[1])
  }

  @inline(__always)
  static func lanes(_ values: UnsafePointer<Float>) -> Lanes {
    unsafe UnsafeRawPointer(values).loadUnaligned(as: Lanes.self)
  }

  @inline(__always)
  private static func store(_ lanes: Lanes, _ values: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(values).storeBytes(of: lanes, as: Lanes.self)
  }
}
