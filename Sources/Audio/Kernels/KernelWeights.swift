/// The weights for one position, four at a time.
///
/// By fours and not by eights, because the optimizer puts vectors together from operations on single lanes, and for longer
/// expressions succeeds with four alone.
package protocol KernelWeights {
  /// How many weights in the middle have to be summed in Double: a multiple of 8, or 0.
  static var centre: Int { get }

  /// The four weights from `start` on.
  @unsafe func four(at start: Int) -> SIMD4<Float>

  /// The same in Double, asked for in the centre alone.
  @unsafe func wideFour(at start: Int) -> SIMD4<Double>
}

/// The weights of two kernels, blended by `share`, the part of the wider one.
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

/// Weights that were computed into memory. Where more has to be done for a weight than to interpolate it and to multiply
/// two channels, that is faster than to do all in one loop.
@safe struct StoredWeights<Weights: KernelWeights>: KernelWeights {
  private let row: UnsafeMutablePointer<Float>
  /// Counted as the row is, though only the centre is there.
  private let wideRow: UnsafeMutablePointer<Double>

  static var centre: Int { Weights.centre }

  /// Computes `weights` into `row`, and those in the centre into `wideRow` instead. Both have room for `count`.
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
