/// The innermost loops of resampling, which take nine tenths of the run time. `count` is a multiple of 8. The caller
/// must ensure that `count` elements can be read at each pointer. SIMD lanes are added up at the end in a fixed order,
/// so that every run gives the same results.
enum WeightedSum {
  typealias Four = SIMD4<Float>

  /// The sum of the samples, each multiplied by its weight.
  @inline(__always)
  static func sum<Weights: KernelWeights, Element: SoundElement>(
    _ weights: Weights, _ samples: UnsafePointer<Element>, count: Int
  ) -> Double {
    Weights.centre == 0
      ? unsafe portionedSum(weights, samples, count: count) : unsafe centredSum(weights, samples, count: count)
  }

  @inline(__always)
  static func sums<Weights: KernelWeights, Element: SoundElement>(
    _ weights: Weights, _ left: UnsafePointer<Element>, _ right: UnsafePointer<Element>, count: Int
  ) -> (Double, Double) {
    Weights.centre == 0
      ? unsafe portionedSums(weights, left, right, count: count)
      : unsafe centredSums(weights, left, right, count: count)
  }

  /// The weighted sum in Double, for samples whose sums overflow in Float. It is never NaN.
  static func longSum<Weights: KernelWeights, Element: SoundElement>(
    _ weights: Weights, _ samples: UnsafePointer<Element>, count: Int
  ) -> Double {
    let wing = wing(Weights.self, count: count)
    var sum = SIMD4<Double>.zero
    for start in stride(from: 0, to: count, by: 4) {
      let isInWing = start < wing || start >= count &- wing
      let four = unsafe isInWing ? weights.four(at: start).widened : weights.wideFour(at: start)
      // Samples are divided by 2⁸ first, so that not even the largest Doubles overflow.
      unsafe sum += four * (Element.wideFour(samples + start) * 0x1p-8)
    }
    return total(sum) * 0x1p8
  }

  /// Returns how many weights at each end of a kernel are summed in Float. The weights between them are summed in
  /// Double. If no weight needs a Double, the result is `count`, the number of all weights.
  @inline(__always)
  static func wing<Weights: KernelWeights>(_ weights: Weights.Type, count: Int) -> Int {
    weights.centre == 0 ? count : (count &- weights.centre) / 2
  }

  /// Adds the lanes in pairs. `lanes.sum()` adds one lane after another, which is slower and rounds differently.
  @inline(__always)
  private static func total<Scalar: SoundElement>(_ lanes: SIMD4<Scalar>) -> Double {
    ((lanes[0] + lanes[2]) + (lanes[1] + lanes[3])).asDouble
  }
}

/// Sums with all products in Float.
extension WeightedSum {
  /// The number of products that are added in Float before the sum goes to a Double. Longer Float sums would lose bits.
  private static var portion: Int { 64 }

  @inline(__always)
  private static func portionedSum<Weights: KernelWeights, Element: SoundElement>(
    _ weights: Weights, _ samples: UnsafePointer<Element>, count: Int
  ) -> Double {
    var result = 0.0
    var start = 0
    while start < count {
      var (early, late) = (Four.zero, Four.zero)
      let stop = min(count, start &+ portion)
      while start < stop {
        unsafe early += weights.four(at: start) * Element.four(samples + start)
        unsafe late += weights.four(at: start &+ 4) * Element.four(samples + start + 4)
        start &+= 8
      }
      result += total(early + late)
    }
    return result
  }

  @inline(__always)
  private static func portionedSums<Weights: KernelWeights, Element: SoundElement>(
    _ weights: Weights, _ left: UnsafePointer<Element>, _ right: UnsafePointer<Element>, count: Int
  ) -> (Double, Double) {
    var (leftResult, rightResult) = (0.0, 0.0)
    var start = 0
    while start < count {
      var (leftEarly, leftLate, rightEarly, rightLate) = (Four.zero, Four.zero, Four.zero, Four.zero)
      let stop = min(count, start &+ portion)
      while start < stop {
        let early = unsafe weights.four(at: start)
        unsafe leftEarly += early * Element.four(left + start)
        unsafe rightEarly += early * Element.four(right + start)
        let late = unsafe weights.four(at: start &+ 4)
        unsafe leftLate += late * Element.four(left + start + 4)
        unsafe rightLate += late * Element.four(right + start + 4)
        start &+= 8
      }
      leftResult += total(leftEarly + leftLate)
      rightResult += total(rightEarly + rightLate)
    }
    return (leftResult, rightResult)
  }
}

/// Sums with the products of the middle weights in Double and those of the outer weights in Float. Outer weights are
/// less than a twentieth of the largest weight, and so are their rounding errors.
extension WeightedSum {
  @inline(__always)
  private static func centredSum<Weights: KernelWeights, Element: SoundElement>(
    _ weights: Weights, _ samples: UnsafePointer<Element>, count: Int
  ) -> Double {
    let wing = wing(Weights.self, count: count)
    var (early, late, sum) = (Four.zero, Four.zero, SIMD4<Double>.zero)
    var start = 0
    while start < wing {
      unsafe early += weights.four(at: start) * Element.four(samples + start)
      let other = start &+ count &- wing
      unsafe late += weights.four(at: other) * Element.four(samples + other)
      start &+= 4
    }
    while start < count &- wing {
      unsafe sum += weights.wideFour(at: start) * Element.wideFour(samples + start)
      start &+= 4
    }
    return total(early + late) + total(sum)
  }

  @inline(__always)
  private static func centredSums<Weights: KernelWeights, Element: SoundElement>(
    _ weights: Weights, _ left: UnsafePointer<Element>, _ right: UnsafePointer<Element>, count: Int
  ) -> (Double, Double) {
    let wing = wing(Weights.self, count: count)
    var (leftEarly, leftLate, rightEarly, rightLate) = (Four.zero, Four.zero, Four.zero, Four.zero)
    var (leftSum, rightSum) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    var start = 0
    while start < wing {
      let early = unsafe weights.four(at: start)
      unsafe leftEarly += early * Element.four(left + start)
      unsafe rightEarly += early * Element.four(right + start)
      let other = start &+ count &- wing
      let late = unsafe weights.four(at: other)
      unsafe leftLate += late * Element.four(left + other)
      unsafe rightLate += late * Element.four(right + other)
      start &+= 4
    }
    while start < count &- wing {
      let weights = unsafe weights.wideFour(at: start)
      unsafe leftSum += weights * Element.wideFour(left + start)
      unsafe rightSum += weights * Element.wideFour(right + start)
      start &+= 4
    }
    return (total(leftEarly + leftLate) + total(leftSum), total(rightEarly + rightLate) + total(rightSum))
  }
}
