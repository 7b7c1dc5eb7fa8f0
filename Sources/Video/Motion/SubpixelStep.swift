/// Finds the part of a pixel that a search by whole pixels leaves over.
///
/// Gauss–Newton steps: the slopes of the window here say how the difference to the window there would change if it were
/// moved, and so where it would be least. Slopes are taken here, where nothing moves, so they are summed up once.
struct SubpixelStep {
  private static let stepCount = 2
  /// In pixels: farther off, slopes say nothing.
  private static let longestStep = 0.75
  private static let farthest = 1.25
  /// Differences this small a sample are noise.
  private static let leastDifference = CompareWindow.area / 2

  let here: PaddedPlane<UInt8>
  let there: PaddedPlane<UInt8>

  /// `vector` in sixteenths, moved by part of a pixel if that makes the window at `x`, `y` differ less.
  func refine(_ vector: MotionVector, _ x: Int, _ y: Int) -> MotionVector {
    let unit = MotionVector.unitsPerPixel
    var best = vector
    var least = here.fineDifference(x, y, to: there, moved: vector)
    guard least > Self.leastDifference else { return vector }
    let area = CompareWindow.area
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: 2 * area) { slopes in
      let (across, down) = unsafe (slopes.baseAddress!, slopes.baseAddress! + area)
      unsafe takeSlopes(x, y, across, down)
      let square = unsafe SlopeSquare(across, down)
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: area) { buffer in
        let window = buffer.baseAddress!
        unsafe there.copyWindow(x * unit + best.x, y * unit + best.y, to: window)
        for _ in 0..<Self.stepCount {
          let slant = unsafe slant(of: window, x, y, across, down)
          guard let step = square.step(against: slant, atMost: Self.longestStep) else { return }
          let next = MotionVector(
            best.x + Int((step.x * Double(unit)).rounded()), best.y + Int((step.y * Double(unit)).rounded()))
          let limit = Int(Self.farthest * Double(unit))
          guard next != best, abs(next.x - vector.x) <= limit, abs(next.y - vector.y) <= limit else { return }
          unsafe there.copyWindow(x * unit + next.x, y * unit + next.y, to: window)
          let difference = unsafe sumOfDifferences(here.pointer(x, y), here.stride, window, CompareWindow.side)
          guard difference < least else { return }
          (best, least) = (next, difference)
        }
      }
    }
    return best
  }

  /// The slopes of the window, twice as steep as they are.
  private func takeSlopes(
    _ x: Int, _ y: Int, _ across: UnsafeMutablePointer<Int16>, _ down: UnsafeMutablePointer<Int16>
  ) {
    precondition(here.contains(x, y, width: CompareWindow.side, height: CompareWindow.side))
    for row in 0..<CompareWindow.side {
      for column in [0, 8] {
        let sample = unsafe UnsafePointer(here.pointer(x &+ column, y &+ row))
        let place = row &* CompareWindow.side &+ column
        unsafe (across + place).setEight((sample + 1).eight(as: Int16.self) &- (sample - 1).eight(as: Int16.self))
        unsafe (down + place).setEight(
          (sample + here.stride).eight(as: Int16.self) &- (sample - here.stride).eight(as: Int16.self))
      }
    }
  }

  /// The sums of slope times difference.
  @unsafe private func slant(
    of window: UnsafePointer<UInt8>, _ x: Int, _ y: Int, _ across: UnsafePointer<Int16>, _ down: UnsafePointer<Int16>
  ) -> (x: Double, y: Double) {
    var (sumX, sumY) = (SIMD4<Int32>(), SIMD4<Int32>())
    for row in 0..<CompareWindow.side {
      for column in [0, 8] {
        let place = row &* CompareWindow.side &+ column
        let difference =
          unsafe (window + place).eight(as: Int16.self)
          &- UnsafePointer(here.pointer(x &+ column, y &+ row)).eight(as: Int16.self)
        sumX = unsafe sumX &+ pairwiseProducts((across + place).eight(as: Int16.self), difference)
        sumY = unsafe sumY &+ pairwiseProducts((down + place).eight(as: Int16.self), difference)
      }
    }
    return (Double(sumX.wrappedSum()), Double(sumY.wrappedSum()))
  }
}

/// The products of slopes with slopes, summed up over a window.
private struct SlopeSquare {
  /// The least that can be divided by: a window without texture in some direction tells nothing about it.
  private static let leastDeterminant = 1e6

  private let xx: Double
  private let xy: Double
  private let yy: Double

  @unsafe init(_ across: UnsafePointer<Int16>, _ down: UnsafePointer<Int16>) {
    // No sum leaves 32 bits: 256 products of two numbers up to 255.
    var (xx, xy, yy) = (SIMD4<Int32>(), SIMD4<Int32>(), SIMD4<Int32>())
    for place in stride(from: 0, to: CompareWindow.area, by: 8) {
      let (x, y) = unsafe ((across + place).eight(as: Int16.self), (down + place).eight(as: Int16.self))
      xx = xx &+ pairwiseProducts(x, x)
      xy = xy &+ pairwiseProducts(x, y)
      yy = yy &+ pairwiseProducts(y, y)
    }
    self.xx = Double(xx.wrappedSum())
    self.xy = Double(xy.wrappedSum())
    self.yy = Double(yy.wrappedSum())
  }

  /// In pixels, what makes the difference least.
  func step(against slant: (x: Double, y: Double), atMost longest: Double) -> (x: Double, y: Double)? {
    let determinant = xx * yy - xy * xy
    guard determinant > Self.leastDeterminant else { return nil }
    // Twice, since the slopes are twice as steep as they are.
    let x = -2 * (yy * slant.x - xy * slant.y) / determinant
    let y = -2 * (xx * slant.y - xy * slant.x) / determinant
    return (min(max(x, -longest), longest), min(max(y, -longest), longest))
  }
}

/// Products of eight pairs, added two by two: one instruction where there is one for it.
@inline(__always)
private func pairwiseProducts(_ one: SIMD8<Int16>, _ other: SIMD8<Int16>) -> SIMD4<Int32> {
  let products = SIMD8<Int32>(truncatingIfNeeded: one) &* SIMD8<Int32>(truncatingIfNeeded: other)
  return products.evenHalf &+ products.oddHalf
}
