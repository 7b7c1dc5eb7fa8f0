/// Eight rows of eight samples: the unit in which frames are made up.
typealias Cell<Sample: MotionSample> = UnsafeMutablePointer<SIMD8<Sample.Wide>>

/// Fetching a cell from anywhere in a plane, also between samples. Coordinates are in sixteenths of a sample; their
/// whole part is clamped to where a cell is contained.
extension PaddedPlane where Sample: MotionSample {
  private static var side: Int { MotionGeometry.blockSide }

  /// Cubic interpolation (Catmull–Rom), first along rows, then down. What comes out may be below 0 or above the largest
  /// code, since cubics overshoot.
  ///
  /// - Parameter scratch: room for three rows more than a cell has.
  @unsafe func fetchCubic(_ x: Int, _ y: Int, to cell: Cell<Sample>, by scratch: Cell<Sample>) {
    let mask = MotionGeometry.unitMask
    let source = unsafe corner(x, y)
    let (across, down) = (CubicTaps.all[x & mask], CubicTaps.all[y & mask])
    if (x | y) & mask == 0 {
      for row in 0..<Self.side { unsafe cell[row] = (source + row &* stride).eight(as: Sample.Wide.self) }
    } else if y & mask == 0 {
      for row in 0..<Self.side { unsafe cell[row] = Self.cubic(source + row &* stride, 1, across) }
    } else if x & mask == 0 {
      for row in 0..<Self.side { unsafe cell[row] = Self.cubic(source + row &* stride, stride, down) }
    } else {
      // A cubic needs one row above and two below.
      for row in 0..<Self.side &+ 3 {
        unsafe scratch[row] = Self.cubic(source + (row &- 1) &* stride, 1, across)
      }
      for row in 0..<Self.side {
        unsafe cell[row] = Self.weighted(
          scratch[row], scratch[row &+ 1], scratch[row &+ 2], scratch[row &+ 3], down)
      }
    }
  }

  /// Bilinear interpolation of the upper `rows` rows.
  @unsafe func fetchBilinear(_ x: Int, _ y: Int, rows: Int, to cell: Cell<Sample>) {
    let source = unsafe corner(x, y)
    let unit = Sample.Sum(truncatingIfNeeded: MotionGeometry.unitsPerPixel)
    let half = Sample.Sum(truncatingIfNeeded: MotionGeometry.bilinearHalf)
    let bits = Sample.Sum(truncatingIfNeeded: MotionGeometry.bilinearBits)
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

  /// The sample at the whole part of the coordinates, from which on a cell is contained.
  @unsafe private func corner(_ x: Int, _ y: Int) -> UnsafePointer<Sample> {
    let bits = MotionGeometry.unitBits
    let corner = clamped(x &>> bits, y &>> bits, width: Self.side, height: Self.side)
    return unsafe UnsafePointer(pointer(corner.x, corner.y))
  }

  /// Eight samples between the one at `sample` and the one `step` farther on.
  @inline(__always)
  @unsafe private static func cubic(
    _ sample: UnsafePointer<Sample>, _ step: Int, _ taps: CubicTaps
  ) -> SIMD8<Sample.Wide> {
    unsafe weighted(
      (sample - step).eight(as: Sample.Wide.self), sample.eight(as: Sample.Wide.self),
      (sample + step).eight(as: Sample.Wide.self), (sample + 2 &* step).eight(as: Sample.Wide.self), taps)
  }

  @inline(__always)
  private static func weighted(
    _ first: SIMD8<Sample.Wide>, _ second: SIMD8<Sample.Wide>, _ third: SIMD8<Sample.Wide>,
    _ fourth: SIMD8<Sample.Wide>, _ taps: CubicTaps
  ) -> SIMD8<Sample.Wide> {
    let inner =
      second &* Sample.Wide(truncatingIfNeeded: taps.second) &+ third &* Sample.Wide(truncatingIfNeeded: taps.third)
    let outer =
      first &* Sample.Wide(truncatingIfNeeded: taps.first) &+ fourth &* Sample.Wide(truncatingIfNeeded: taps.fourth)
    let half = Sample.Wide(truncatingIfNeeded: CubicTaps.half)
    return (inner &+ outer &+ half) &>> Sample.Wide(truncatingIfNeeded: CubicTaps.bits)
  }
}

/// The weights of four neighbouring samples for a position between the second and the third (Catmull–Rom).
struct CubicTaps {
  /// The weights are together 1 << this.
  static var bits: Int { 6 }
  static var whole: Int { 1 &<< bits }
  static var half: Int { whole / 2 }

  let first: Int
  let second: Int
  let third: Int
  let fourth: Int

  /// By how many sixteenths the position is beyond the second sample.
  static let all = (0..<MotionGeometry.unitsPerPixel).map(CubicTaps.init(units:))

  private init(units: Int) {
    let t = Double(units) / Double(MotionGeometry.unitsPerPixel)
    let scale = Double(Self.half)
    first = Int((scale * t * (-1 + t * (2 - t))).rounded())
    third = Int((scale * t * (1 + t * (4 - 3 * t))).rounded())
    fourth = Int((scale * t * t * (t - 1)).rounded())
    // The rest, instead of a rounding of its own: the weights have to add up exactly, so that a flat area keeps its
    // code.
    second = Self.whole - first - third - fourth
  }
}
