/// The weights for one position, as vectors of four. For vectors of eight, the compiler does not turn longer
/// expressions into vector instructions.
package protocol KernelWeights {
  /// The number of weights in the middle of the kernel that must be summed in Double: a multiple of 8, or 0.
  static var centre: Int { get }

  /// The four weights from `start` on.
  @unsafe func four(at start: Int) -> SIMD4<Float>

  /// The four weights from `start` on, in Double. Called only for weights in the middle of the kernel.
  @unsafe func wideFour(at start: Int) -> SIMD4<Double>
}

/// The weights of two kernels, blended. `share`, from 0 to 1, is the share of the wider kernel.
@safe struct BlendedWeights<Weights: KernelWeights>: KernelWeights {
  let narrow: Weights
  let wide: Weights
  let share: Float

  static var centre: Int { Weights.centre }

  @inline(__always)
  @unsafe func four(at start: Int) -> SIMD4<Float> {
    let first = unsafe narrow.four(at: start)
    return unsafe first + (wide.four(at: start) - first) * share
  }

  @inline(__always)
  @unsafe func wideFour(at start: Int) -> SIMD4<Double> {
    let first = unsafe narrow.wideFour(at: start)
    return unsafe first + (wide.wideFour(at: start) - first) * Double(share)
  }
}

/// Weights computed into memory before they are used. If kernels are blended or there are more than two channels, this
/// is faster than computing weights in the loop that sums.
@safe struct StoredWeights<Weights: KernelWeights>: KernelWeights {
  private let row: UnsafeMutablePointer<Float>
  /// The middle weights of the kernel, at the same indices as in `row`. Other elements are not set.
  private let wideRow: UnsafeMutablePointer<Double>

  static var centre: Int { Weights.centre }

  /// Stores the outer weights in `row` and the middle weights in `wideRow`. Each has room for `count` weights.
  @inline(__always)
  init<Source: KernelWeights>(
    _ weights: Source, count: Int, in row: UnsafeMutablePointer<Float>, _ wideRow: UnsafeMutablePointer<Double>
  ) {
    unsafe self.row = row
    unsafe self.wideRow = wideRow
    let wing = WeightedSum.wing(Self.self, count: count)
    for start in stride(from: 0, to: wing, by: 4) {
      unsafe UnsafeMutableRawPointer(row + start).storeBytes(of: weights.four(at: start), as: SIMD4<Float>.self)
    }
    for start in stride(from: wing, to: count &- wing, by: 4) {
      unsafe UnsafeMutableRawPointer(wideRow + start).storeBytes(
        of: weights.wideFour(at: start), as: SIMD4<Double>.self)
    }
    for start in stride(from: max(wing, count &- wing), to: count, by: 4) {
      unsafe UnsafeMutableRawPointer(row + start).storeBytes(of: weights.four(at: start), as: SIMD4<Float>.self)
    }
  }

  @inline(__always)
  @unsafe func four(at start: Int) -> SIMD4<Float> { unsafe Float.four(row + start) }

  @inline(__always)
  @unsafe func wideFour(at start: Int) -> SIMD4<Double> { unsafe Double.wideFour(wideRow + start) }
}
