/// Refines a vector in whole pixels to sixteenths of a pixel, by Gauss–Newton steps. The slopes of brightness in the
/// first frame's window predict how the difference between the frames changes with the vector. Sums over slopes are
/// computed only once, because the first window never moves.
struct SubpixelStep {
  private static let stepCount = 2
  /// The longest step along each axis, in pixels. Slopes do not predict the difference farther away.
  private static let longestStep = 0.75
  /// The largest distance between the result and the given vector, in pixels.
  private static let farthest = 1.25
  /// A vector with a smaller difference, half a code value per sample, is not refined.
  private static let leastDifference = MotionGeometry.windowArea / 2

  let from: PaddedPlane<UInt8>
  let to: PaddedPlane<UInt8>

  /// Returns `vector`, in sixteenths of a pixel, after up to two steps that reduce the difference at (`x`, `y`).
  func refine(_ vector: MotionVector, _ x: Int, _ y: Int) -> MotionVector {
    let unit = MotionGeometry.unitsPerPixel
    var best = vector
    var least = from.fineDifference(x, y, to: to, moved: vector)
    guard least > Self.leastDifference else { return vector }
    let area = MotionGeometry.windowArea
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: 2 * area) { slopes in
      let (across, down) = unsafe (slopes.baseAddress!, slopes.baseAddress! + area)
      unsafe takeSlopes(x, y, across, down)
      let square = unsafe SlopeSquare(across, down)
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: area) { buffer in
        let window = buffer.baseAddress!
        unsafe to.copyWindow(x * unit + best.x, y * unit + best.y, to: window)
        for _ in 0..<Self.stepCount {
          let slant = unsafe slant(of: window, x, y, across, down)
          guard let step = square.step(against: slant, atMost: Self.longestStep) else { return }
          let next = MotionVector(
            best.x + Int((step.x * Double(unit)).rounded()), best.y + Int((step.y * Double(unit)).rounded()))
          let limit = Int(Self.farthest * Double(unit))
          guard next != best, abs(next.x - vector.x) <= limit, abs(next.y - vector.y) <= limit else { return }
          unsafe to.copyWindow(x * unit + next.x, y * unit + next.y, to: window)
          let difference = unsafe sumOfDifferences(
            from.pointer(x, y), from.stride, window, MotionGeometry.windowSide)
          guard difference < least else { return }
          (best, least) = (next, difference)
        }
      }
    }
    return best
  }

  /// Computes the slopes of the first frame's window. They are differences between samples two apart, so they are twice
  /// the slope per sample.
  private func takeSlopes(
    _ x: Int, _ y: Int, _ across: UnsafeMutablePointer<Int16>, _ down: UnsafeMutablePointer<Int16>
  ) {
    let side = MotionGeometry.windowSide
    precondition(from.contains(x, y, width: side, height: side))
    for row in 0..<side {
      for column in [0, MotionGeometry.lanes] {
        let sample = unsafe UnsafePointer(from.pointer(x &+ column, y &+ row))
        let index = row &* side &+ column
        unsafe (across + index).setEight((sample + 1).eight(as: Int16.self) &- (sample - 1).eight(as: Int16.self))
        unsafe (down + index).setEight(
          (sample + from.stride).eight(as: Int16.self) &- (sample - from.stride).eight(as: Int16.self))
      }
    }
  }

  /// The sums of slope times difference over a window. Up to a factor, they are the gradient of the squared difference.
  @unsafe private func slant(
    of window: UnsafePointer<UInt8>, _ x: Int, _ y: Int, _ across: UnsafePointer<Int16>, _ down: UnsafePointer<Int16>
  ) -> (x: Double, y: Double) {
    var (sumX, sumY) = (SIMD4<Int32>(), SIMD4<Int32>())
    for row in 0..<MotionGeometry.windowSide {
      for column in [0, MotionGeometry.lanes] {
        let index = row &* MotionGeometry.windowSide &+ column
        let difference =
          unsafe (window + index).eight(as: Int16.self)
          &- UnsafePointer(from.pointer(x &+ column, y &+ row)).eight(as: Int16.self)
        sumX = unsafe sumX &+ pairwiseProducts((across + index).eight(as: Int16.self), difference)
        sumY = unsafe sumY &+ pairwiseProducts((down + index).eight(as: Int16.self), difference)
      }
    }
    return (Double(sumX.wrappedSum()), Double(sumY.wrappedSum()))
  }
}

/// The products of slopes, summed over a window: the 2 × 2 normal matrix of the Gauss–Newton method.
private struct SlopeSquare {
  /// Below this determinant, the window lacks texture in some direction, and no motion can be found along it.
  private static let leastDeterminant = 1e6

  private let xx: Double
  private let xy: Double
  private let yy: Double

  @unsafe init(_ across: UnsafePointer<Int16>, _ down: UnsafePointer<Int16>) {
    // The sums of 256 products of two numbers up to 255 fit into 32 bits.
    var (xx, xy, yy) = (SIMD4<Int32>(), SIMD4<Int32>(), SIMD4<Int32>())
    for index in stride(from: 0, to: MotionGeometry.windowArea, by: MotionGeometry.lanes) {
      let (x, y) = unsafe ((across + index).eight(as: Int16.self), (down + index).eight(as: Int16.self))
      xx = xx &+ pairwiseProducts(x, x)
      xy = xy &+ pairwiseProducts(x, y)
      yy = yy &+ pairwiseProducts(y, y)
    }
    self.xx = Double(xx.wrappedSum())
    self.xy = Double(xy.wrappedSum())
    self.yy = Double(yy.wrappedSum())
  }

  /// The step, in pixels, that minimizes the difference, at most `longest` along each axis; nil without enough texture.
  func step(against slant: (x: Double, y: Double), atMost longest: Double) -> (x: Double, y: Double)? {
    let determinant = xx * yy - xy * xy
    guard determinant > Self.leastDeterminant else { return nil }
    // The factor 2 corrects the doubled slopes, which enter the matrix squared and `slant` only once.
    let x = -2 * (yy * slant.x - xy * slant.y) / determinant
    let y = -2 * (xx * slant.y - xy * slant.x) / determinant
    return (min(max(x, -longest), longest), min(max(y, -longest), longest))
  }
}

/// The products of eight pairs, added two by two. Some processors have one instruction for this (pmaddwd).
@inline(__always)
private func pairwiseProducts(_ one: SIMD8<Int16>, _ other: SIMD8<Int16>) -> SIMD4<Int32> {
  let products = SIMD8<Int32>(truncatingIfNeeded: one) &* SIMD8<Int32>(truncatingIfNeeded: other)
  return products.evenHalf &+ products.oddHalf
}
