import Glibc

/// Eight rows of eight samples, the unit in which new frames are computed.
typealias Cell<Sample: MotionSample> = UnsafeMutablePointer<SIMD8<Sample.Wide>>

/// Reads a cell (8 × 8 samples) at any position of a plane, also between samples. Coordinates are in sixteenths of a
/// sample, and are clamped to the plane's margin. The results have `spareBits` fractional bits.
extension PaddedPlane where Sample: MotionSample {
  private static var side: Int { MotionGeometry.blockSide }

  /// Interpolates over six samples along rows, rounds to whole code values, and interpolates along columns. Results may
  /// be below 0 or above the largest code value, because some weights are negative.
  ///
  /// - Parameter scratch: memory for 13 rows, five more than a cell has.
  @unsafe func fetchSixTap(_ x: Int, _ y: Int, to cell: Cell<Sample>, by scratch: Cell<Sample>) {
    let mask = MotionGeometry.unitMask
    let source = unsafe corner(x, y)
    let (across, down) = (SixTaps.all[x & mask], SixTaps.all[y & mask])
    let spare = Sample.spareBits
    if (x | y) & mask == 0 {
      for row in 0..<Self.side {
        unsafe cell[row] = (source + row &* stride).eight(as: Sample.Wide.self) &<< Sample.Wide(spare)
      }
    } else if y & mask == 0 {
      for row in 0..<Self.side { unsafe cell[row] = Self.interpolated(source + row &* stride, 1, across, spare) }
    } else if x & mask == 0 {
      for row in 0..<Self.side { unsafe cell[row] = Self.interpolated(source + row &* stride, stride, down, spare) }
    } else {
      let above = SixTaps.before
      for row in 0..<Self.side &+ SixTaps.count &- 1 {
        unsafe scratch[row] = Self.interpolated(source + (row &- above) &* stride, 1, across, 0)
      }
      for row in 0..<Self.side {
        unsafe cell[row] = Self.weighted(down, spare) { unsafe scratch[row &+ $0] }
      }
    }
  }

  /// Interpolates the upper `rows` rows of a cell bilinearly.
  @unsafe func fetchBilinear(_ x: Int, _ y: Int, rows: Int, to cell: Cell<Sample>) {
    let source = unsafe corner(x, y)
    let unit = Sample.Sum(truncatingIfNeeded: MotionGeometry.unitsPerPixel)
    let bits = Sample.Sum(truncatingIfNeeded: MotionGeometry.bilinearBits &- Sample.spareBits)
    let half = Sample.Sum(1) &<< (bits &- 1)
    let right = Sample.Sum(x & MotionGeometry.unitMask)
    let below = Sample.Sum(y & MotionGeometry.unitMask)
    let (left, above) = (unit &- right, unit &- below)
    var upper =
      unsafe UnsafePointer(source).eight(as: Sample.Sum.self) &* left
      &+ UnsafePointer(source + 1).eight(as: Sample.Sum.self) &* right
    for row in 0..<rows {
      let next = unsafe UnsafePointer(source + (row &+ 1) &* stride)
      let lower = unsafe next.eight(as: Sample.Sum.self) &* left &+ (next + 1).eight(as: Sample.Sum.self) &* right
      unsafe cell[row] = SIMD8<Sample.Wide>(truncatingIfNeeded: (upper &* above &+ lower &* below &+ half) &>> bits)
      upper = lower
    }
  }

  /// The address of the top left sample of a cell, without the fraction of its coordinates, and clamped to the margin.
  @unsafe private func corner(_ x: Int, _ y: Int) -> UnsafePointer<Sample> {
    let bits = MotionGeometry.unitBits
    let corner = clamped(x &>> bits, y &>> bits, width: Self.side, height: Self.side)
    return unsafe UnsafePointer(pointer(corner.x, corner.y))
  }

  /// Interpolates eight positions, each between a sample and the sample at a distance of `step`. The results have
  /// `spare` fractional bits.
  @inline(__always)
  @unsafe private static func interpolated(
    _ sample: UnsafePointer<Sample>, _ step: Int, _ taps: SixTaps, _ spare: Int
  ) -> SIMD8<Sample.Wide> {
    weighted(taps, spare) { unsafe (sample + ($0 &- SixTaps.before) &* step).eight(as: Sample.Wide.self) }
  }

  @inline(__always)
  private static func weighted(
    _ taps: SixTaps, _ spare: Int, _ samples: (Int) -> SIMD8<Sample.Wide>
  ) -> SIMD8<Sample.Wide> {
    let bits = Sample.Wide(truncatingIfNeeded: SixTaps.bits &- spare)
    var sum = SIMD8<Sample.Wide>(repeating: 1 &<< (bits &- 1))
    for index in 0..<SixTaps.count {
      sum = sum &+ samples(index) &* Sample.Wide(truncatingIfNeeded: taps[index])
    }
    return sum &>> bits
  }
}

/// The weights of six adjacent samples in the interpolation of a position between the third and the fourth.
///
/// The kernel is a mix. Three quarters are a cubic convolution (fourth order, Keys 1981), best at smooth shapes and
/// hard edges. One quarter is a Lanczos kernel of three lobes, which keeps more fine detail.
struct SixTaps {
  /// The weights, which are integers, add up to 1 << `bits`.
  static var bits: Int { 6 }
  static var whole: Int { 1 &<< bits }
  static var count: Int { 6 }
  /// The index, among the six samples, of the sample just before the interpolated position.
  static var before: Int { 2 }

  private let weights: InlineArray<6, Int16>

  subscript(index: Int) -> Int16 { weights[index] }

  /// The weights for each position between two samples, in steps of a sixteenth.
  static let all = (0..<MotionGeometry.unitsPerPixel).map(SixTaps.init(units:))

  private init(units: Int) {
    let position = Double(Self.before) + Double(units) / Double(MotionGeometry.unitsPerPixel)
    var weights = InlineArray<6, Int16> {
      Int16((Double(Self.whole) * Self.weight(abs(Double($0) - position))).rounded())
    }
    // The weights must add up exactly, so that a flat area keeps its code value. The weight of the nearest sample
    // therefore takes the rounding error.
    let nearest = Int(position.rounded())
    weights[nearest] += Int16(Self.whole) - weights.indices.reduce(0) { $0 + weights[$1] }
    self.weights = weights
  }

  /// The weight of a sample at distance `x`, in samples.
  private static func weight(_ x: Double) -> Double { (3 * cubic(x) + lanczos(x)) / 4 }

  private static func cubic(_ x: Double) -> Double {
    if x < 1 { return 1 + x * x * (4 * x - 7) / 3 }
    if x < 2 { return 2.5 + x * (x * (36 - 7 * x) - 59) / 12 }
    return x < 3 ? x * (x * (x - 8) + 21) / 12 - 1.5 : 0
  }

  private static func lanczos(_ x: Double) -> Double {
    if x == 0 { return 1 }
    return x < 3 ? 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x) : 0
  }
}
