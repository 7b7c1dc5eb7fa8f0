/// A piece of a frame as it is being made: eight rows of eight samples.
typealias Cell<Sample: MotionSample> = UnsafeMutablePointer<SIMD8<Sample.Wide>>

/// Fetching cells that lie between samples.
extension PaddedPlane where Sample: MotionSample {
  private static var side: Int { 8 }

  /// The cell so many sixteenths of a sample across and down, by cubics through the samples around it (Catmull and
  /// Rom). It may go beyond the codes there are.
  @unsafe func fetchSmooth(_ x: Int, _ y: Int, to cell: Cell<Sample>, by scratch: Cell<Sample>) {
    let source = unsafe corner(x, y)
    let (across, down) = (CubicTaps.all[x & 15], CubicTaps.all[y & 15])
    if (x | y) & 15 == 0 {
      for row in 0..<Self.side { unsafe cell[row] = (source + row &* stride).eight(as: Sample.Wide.self) }
    } else if y & 15 == 0 {
      for row in 0..<Self.side { unsafe cell[row] = Self.smooth(source + row &* stride, 1, across) }
    } else if x & 15 == 0 {
      for row in 0..<Self.side { unsafe cell[row] = Self.smooth(source + row &* stride, stride, down) }
    } else {
      // One row above and two below are needed.
      for row in 0..<Self.side &+ 3 {
        unsafe scratch[row] = Self.smooth(source + (row &- 1) &* stride, 1, across)
      }
      for row in 0..<Self.side {
        unsafe cell[row] = Self.weighted(
          scratch[row], scratch[row &+ 1], scratch[row &+ 2], scratch[row &+ 3], down)
      }
    }
  }

  /// The same by straight lines from sample to sample.
  @unsafe func fetchPlain(_ x: Int, _ y: Int, to cell: Cell<Sample>) {
    let source = unsafe corner(x, y)
    let (right, below) = (Sample.Sum(x & 15), Sample.Sum(y & 15))
    let (left, above) = (16 &- right, 16 &- below)
    var upper =
      unsafe UnsafePointer(source).eight(as: Sample.Sum.self) &* left
      &+ UnsafePointer(source + 1).eight(as: Sample.Sum.self) &* right
    for row in 0..<Self.side {
      let next = unsafe UnsafePointer(source + (row &+ 1) &* stride)
      let lower = unsafe next.eight(as: Sample.Sum.self) &* left &+ (next + 1).eight(as: Sample.Sum.self) &* right
      unsafe cell[row] = SIMD8<Sample.Wide>(truncatingIfNeeded: (upper &* above &+ lower &* below &+ 128) &>> 8)
      upper = lower
    }
  }

  @unsafe private func corner(_ x: Int, _ y: Int) -> UnsafePointer<Sample> {
    let place = clamped(x &>> 4, y &>> 4, width: Self.side, height: Self.side)
    return unsafe UnsafePointer(pointer(place.x, place.y))
  }

  @inline(__always)
  @unsafe private static func smooth(
    _ sample: UnsafePointer<Sample>, _ step: Int, _ taps: CubicTaps
  ) -> SIMD8<Sample.Wide> {
    unsafe weighted(
      (sample - step).eight(as: Sample.Wide.self), sample.eight(as: Sample.Wide.self),
      (sample + step).eight(as: Sample.Wide.self), (sample + 2 &* step).eight(as: Sample.Wide.self), taps)
  }

  @inline(__always)
  private static func weighted(
    _ before: SIMD8<Sample.Wide>, _ here: SIMD8<Sample.Wide>, _ next: SIMD8<Sample.Wide>,
    _ after: SIMD8<Sample.Wide>, _ taps: CubicTaps
  ) -> SIMD8<Sample.Wide> {
    let inner = here &* Sample.Wide(truncatingIfNeeded: taps.here) &+ next &* Sample.Wide(truncatingIfNeeded: taps.next)
    let outer =
      before &* Sample.Wide(truncatingIfNeeded: taps.before) &+ after &* Sample.Wide(truncatingIfNeeded: taps.after)
    return (inner &+ outer &+ 32) &>> 6
  }
}

/// The weights of four neighbouring samples for a place between the middle two, in parts of 64.
struct CubicTaps {
  let before: Int
  let here: Int
  let next: Int
  let after: Int

  /// For each sixteenth.
  static let all = (0..<16).map(CubicTaps.init(sixteenths:))

  private init(sixteenths: Int) {
    let t = Double(sixteenths) / 16
    before = Int((32 * t * (-1 + t * (2 - t))).rounded())
    next = Int((32 * t * (1 + t * (4 - 3 * t))).rounded())
    after = Int((32 * t * t * (t - 1)).rounded())
    // They add up to one: what is flat stays as it is.
    here = 64 - before - next - after
  }
}
