/// Sums of absolute differences over square windows of `MotionGeometry.windowSide` samples a side. The search for
/// motion compares frames by these sums. The coordinates of a window are those of its top left corner.
extension PaddedPlane<UInt8> {
  /// The difference between a window of this plane and one of another plane. `contains` must be true for both windows.
  func difference(_ x: Int, _ y: Int, to other: PaddedPlane<UInt8>, _ otherX: Int, _ otherY: Int) -> Int {
    let side = MotionGeometry.windowSide
    precondition(contains(x, y, width: side, height: side))
    precondition(other.contains(otherX, otherY, width: side, height: side))
    return unsafe sumOfDifferences(pointer(x, y), stride, other.pointer(otherX, otherY), other.stride)
  }

  /// The sum of the differences between a window's samples and `code`.
  func difference(_ x: Int, _ y: Int, toFlat code: UInt8) -> Int {
    let side = MotionGeometry.windowSide
    precondition(contains(x, y, width: side, height: side))
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: side) { flat in
      let row = flat.baseAddress!
      unsafe row.initialize(repeating: code, count: side)
      // With a stride of 0, all rows are the same.
      return unsafe sumOfDifferences(pointer(x, y), stride, row, 0)
    }
  }

  /// The mean of a window's samples, rounded down.
  func mean(_ x: Int, _ y: Int) -> UInt8 { UInt8(difference(x, y, toFlat: 0) / MotionGeometry.windowArea) }

  /// The difference between a window of this plane and the window of `other` to which `vector`, in sixteenths of a
  /// sample, leads.
  func fineDifference(_ x: Int, _ y: Int, to other: PaddedPlane<UInt8>, moved vector: MotionVector) -> Int {
    let unit = MotionGeometry.unitsPerPixel
    return fineDifference(x, y, to: other, x &* unit &+ vector.x, y &* unit &+ vector.y)
  }

  /// The difference between a window of this plane, for which `contains` must be true, and a window of `other`. The
  /// coordinates in `other` are in sixteenths of a sample, and are clamped to the margin.
  func fineDifference(_ x: Int, _ y: Int, to other: PaddedPlane<UInt8>, _ otherX: Int, _ otherY: Int) -> Int {
    let side = MotionGeometry.windowSide
    if (otherX | otherY) & MotionGeometry.unitMask == 0 {
      let corner = other.clamped(
        otherX &>> MotionGeometry.unitBits, otherY &>> MotionGeometry.unitBits, width: side, height: side)
      return difference(x, y, to: other, corner.x, corner.y)
    }
    precondition(contains(x, y, width: side, height: side))
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: MotionGeometry.windowArea) { window in
      let fine = window.baseAddress!
      unsafe other.copyWindow(otherX, otherY, to: fine)
      return unsafe sumOfDifferences(pointer(x, y), stride, fine, side)
    }
  }

  /// Like `fineDifference`, but compares only the part of the window inside both frames, and scales the result to a
  /// whole window. If fewer than `leastSeen` samples are inside, compares the whole window.
  ///
  /// - Returns: the difference, and the number of samples inside both frames.
  func insideDifference(
    _ x: Int, _ y: Int, to other: PaddedPlane<UInt8>, moved vector: MotionVector
  ) -> (difference: Int, count: Int) {
    let (side, bits) = (MotionGeometry.windowSide, MotionGeometry.unitBits)
    let columns = Self.inside(x, x &+ vector.x &>> bits, width)
    let rows = Self.inside(y, y &+ vector.y &>> bits, height)
    let count = columns.count &* rows.count
    guard count >= MotionGeometry.leastSeen, count < MotionGeometry.windowArea else {
      return (fineDifference(x, y, to: other, moved: vector), count)
    }
    precondition(contains(x, y, width: side, height: side))
    let sum = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: MotionGeometry.windowArea) { window in
      let unit = MotionGeometry.unitsPerPixel
      unsafe other.copyWindow(x &* unit &+ vector.x, y &* unit &+ vector.y, to: window.baseAddress!)
      var sum = 0
      for row in rows {
        for column in columns {
          unsafe sum &+= abs(Int(window[row &* side &+ column]) &- Int(pointer(x &+ column, y &+ row).pointee))
        }
      }
      return sum
    }
    return (sum &* MotionGeometry.windowArea / count, count)
  }

  /// The part of a window, along one axis, that is inside two frames of `length` samples. The window begins at `one` in
  /// one frame and at `other` in the other frame.
  static func inside(_ one: Int, _ other: Int, _ length: Int) -> Range<Int> {
    let first = max(0, 0 &- one, 0 &- other)
    return first..<max(first, min(MotionGeometry.windowSide, length &- one, length &- other))
  }

  /// Copies the window at (`x`, `y`), in sixteenths of a sample, with bilinear interpolation. `window` must have room
  /// for `MotionGeometry.windowArea` samples. Coordinates that lead out of the margin are clamped.
  @unsafe func copyWindow(_ x: Int, _ y: Int, to window: UnsafeMutablePointer<UInt8>) {
    let side = MotionGeometry.windowSide
    let corner = clamped(x &>> MotionGeometry.unitBits, y &>> MotionGeometry.unitBits, width: side, height: side)
    let source = unsafe UnsafePointer(pointer(corner.x, corner.y))
    let right = UInt16(truncatingIfNeeded: x & MotionGeometry.unitMask)
    let below = UInt16(truncatingIfNeeded: y & MotionGeometry.unitMask)
    for half in 0..<2 {
      let column = MotionGeometry.lanes &* half
      unsafe interpolate(source + column, right, below, to: window + column)
    }
  }

  /// Interpolates eight columns of a window. The weights add up to 256, so every sum fits into 16 bits.
  @unsafe private func interpolate(
    _ source: UnsafePointer<UInt8>, _ right: UInt16, _ below: UInt16, to window: UnsafeMutablePointer<UInt8>
  ) {
    let unit = UInt16(truncatingIfNeeded: MotionGeometry.unitsPerPixel)
    let half = UInt16(truncatingIfNeeded: MotionGeometry.bilinearHalf)
    let bits = UInt16(truncatingIfNeeded: MotionGeometry.bilinearBits)
    let (left, above) = (unit &- right, unit &- below)
    var upper = unsafe source.eight(as: UInt16.self) &* left &+ (source + 1).eight(as: UInt16.self) &* right
    for row in 0..<MotionGeometry.windowSide {
      let next = unsafe source + (row &+ 1) &* stride
      let lower = unsafe next.eight(as: UInt16.self) &* left &+ (next + 1).eight(as: UInt16.self) &* right
      let mean = (upper &* above &+ lower &* below &+ half) &>> bits
      unsafe (window + row &* MotionGeometry.windowSide).setEight(mean)
      upper = lower
    }
  }
}

/// The sum of absolute differences over 16 rows of 16 samples. Four rows at a time are faster than one, because their
/// sum leaves the vector register only once.
@unsafe func sumOfDifferences(
  _ one: UnsafePointer<UInt8>, _ oneStride: Int, _ other: UnsafePointer<UInt8>, _ otherStride: Int
) -> Int {
  var sum: UInt32 = 0
  var (first, second) = unsafe (one, other)
  for _ in 0..<MotionGeometry.windowSide / 4 {
    let upper = unsafe rowDifference(first, second) &+ rowDifference(first + oneStride, second + otherStride)
    unsafe first += 2 &* oneStride
    unsafe second += 2 &* otherStride
    let lower = unsafe rowDifference(first, second) &+ rowDifference(first + oneStride, second + otherStride)
    unsafe first += 2 &* oneStride
    unsafe second += 2 &* otherStride
    sum = sum &+ upper &+ lower
  }
  return Int(sum)
}

@inline(__always)
@unsafe private func rowDifference(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>) -> UInt32 {
  var sum: UInt32 = 0
  // Compilers turn a loop of this form into one instruction (psadbw, uabal).
  for index in 0..<MotionGeometry.windowSide {
    let difference = unsafe Int32(one[index]) &- Int32(other[index])
    sum = sum &+ UInt32(bitPattern: difference < 0 ? 0 &- difference : difference)
  }
  return sum
}
