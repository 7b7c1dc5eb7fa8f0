/// Sums of absolute differences over square windows with a side of `MotionGeometry.windowSide` samples. They are the
/// measure for searching and judging motion. Coordinates are those of a window's top left corner.
extension PaddedPlane<UInt8> {
  /// The difference between a window of this plane and one of another plane, both at whole samples and contained.
  func difference(_ x: Int, _ y: Int, to other: PaddedPlane<UInt8>, _ otherX: Int, _ otherY: Int) -> Int {
    let side = MotionGeometry.windowSide
    precondition(contains(x, y, width: side, height: side))
    precondition(other.contains(otherX, otherY, width: side, height: side))
    return unsafe sumOfDifferences(pointer(x, y), stride, other.pointer(otherX, otherY), other.stride)
  }

  /// The difference between a window and a flat one whose samples all have the value `code`.
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

  /// The mean of a window's samples, rounded down. `difference(toFlat:)` with this mean is the window's contrast.
  func mean(_ x: Int, _ y: Int) -> UInt8 { UInt8(difference(x, y, toFlat: 0) / MotionGeometry.windowArea) }

  /// The difference between a window of this plane and the window of `other` that is `vector`, in sixteenths, away from
  /// it.
  func fineDifference(_ x: Int, _ y: Int, to other: PaddedPlane<UInt8>, moved vector: MotionVector) -> Int {
    let unit = MotionGeometry.unitsPerPixel
    return fineDifference(x, y, to: other, x &* unit &+ vector.x, y &* unit &+ vector.y)
  }

  /// The difference between a contained window of this plane at whole samples and a window of `other` at sixteenths of
  /// a sample. The latter is clamped to the margin.
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

  /// Like `fineDifference`, but compares only the part inside both frames and scales the result to a whole window,
  /// since planes only repeat their edges outside. If fewer than `leastSeen` samples are inside, the whole window is
  /// compared.
  ///
  /// - Returns: the difference, and the number of samples inside.
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

  /// The part of a window, along one axis, that is within `length` both if the window begins at `one` and if it begins
  /// at `other`.
  static func inside(_ one: Int, _ other: Int, _ length: Int) -> Range<Int> {
    let first = max(0, 0 &- one, 0 &- other)
    return first..<max(first, min(MotionGeometry.windowSide, length &- one, length &- other))
  }

  /// Copies the window at these sixteenths of a sample, interpolated bilinearly, to `window`, which has room for
  /// `MotionGeometry.windowArea` samples. The whole part of the coordinates is clamped so that the window is contained.
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

  /// Interpolates eight columns of a window. The weights add up to 256, so 16 bits hold every sum.
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

/// The sum of differences over 16 rows of 16 samples. It takes four rows at a time, so that four instructions
/// accumulate before their sum must leave its register.
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
