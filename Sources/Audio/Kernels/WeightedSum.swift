/// The innermost loops of resampling, on plain memory: nine tenths of the time goes by here.
///
/// Counts are multiples of 8, and callers see to it that as much lies at each place. Eight lanes add up side by side
/// and are then added together in a fixed order.
enum WeightedSum {
  typealias Lanes = SIMD8<Float>

  /// Puts two rows together, weight by weight, into `row`.
  @inline(__always)
  static func blend(_ rows: KernelRows.Pair, count: Int, into row: UnsafeMutablePointer<Float>) {
    for start in stride(from: 0, to: count, by: 8) {
      unsafe store(blended(rows, at: start), row + start)
    }
  }

  /// The same with four rows, two of a wider kernel.
  @inline(__always)
  static func blend(
    _ narrow: KernelRows.Pair, _ wide: KernelRows.Pair, share: Float, count: Int,
    into row: UnsafeMutablePointer<Float>
  ) {
    for start in stride(from: 0, to: count, by: 8) {
      let one = unsafe blended(narrow, at: start)
      let other = unsafe blended(wide, at: start)
      unsafe store(one + (other - one) * share, row + start)
    }
  }

  /// What is added up in Float before it goes to a Double: of long sums the last bits would get lost.
  private static var portion: Int { 64 }

  /// The sum of the samples, each by its weight.
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

  /// The same with the two rows of a place, which then need not be put together in memory.
  ///
  /// Sixteen weights a turn: at eight, counting takes as long as adding.
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
    let one = unsafe lanes(rows.one + start)
    let other = unsafe lanes(rows.other + start)
    return unsafe one + (other - one) * rows.share
  }

  /// Not `Lanes.sum()`, which adds one lane after the other.
  @inline(__always)
  private static func total(_ lanes: Lanes) -> Double {
    let four = lanes.lowHalf + lanes.highHalf
    let two = four.lowHalf + four.highHalf
    return Double(two[0] + two[1])
  }

  @inline(__always)
  static func lanes(_ place: UnsafePointer<Float>) -> Lanes {
    unsafe UnsafeRawPointer(place).loadUnaligned(as: Lanes.self)
  }

  @inline(__always)
  private static func store(_ lanes: Lanes, _ place: UnsafeMutablePointer<Float>) {
    unsafe UnsafeMutableRawPointer(place).storeBytes(of: lanes, as: Lanes.self)
  }
}
