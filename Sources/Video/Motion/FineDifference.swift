/// Windows that lie between samples.
extension PaddedPlane<UInt8> {
  /// The window so many sixteenths of a sample across and down, samples between others weighted by how near they are;
  /// at the nearest place where it is contained.
  @unsafe func copyWindow(_ x: Int, _ y: Int, to window: UnsafeMutablePointer<UInt8>) {
    let side = CompareWindow.side
    let place = clamped(x &>> 4, y &>> 4, width: side, height: side)
    let source = unsafe UnsafePointer(pointer(place.x, place.y))
    let (right, below) = (UInt16(truncatingIfNeeded: x & 15), UInt16(truncatingIfNeeded: y & 15))
    for half in 0..<2 {
      unsafe interpolate(source + 8 &* half, right, below, to: window + 8 &* half)
    }
  }

  /// Eight columns of it. The weights add up to 256: 16 bits hold every sum.
  @unsafe private func interpolate(
    _ source: UnsafePointer<UInt8>, _ right: UInt16, _ below: UInt16, to window: UnsafeMutablePointer<UInt8>
  ) {
    let (left, above) = (16 &- right, 16 &- below)
    var upper = unsafe source.eight(as: UInt16.self) &* left &+ (source + 1).eight(as: UInt16.self) &* right
    for row in 0..<CompareWindow.side {
      let next = unsafe source + (row &+ 1) &* stride
      let lower = unsafe next.eight(as: UInt16.self) &* left &+ (next + 1).eight(as: UInt16.self) &* right
      let mean = (upper &* above &+ lower &* below &+ 128) &>> 8
      unsafe (window + row &* CompareWindow.side).setEight(mean)
      upper = lower
    }
  }

  /// Between the window here and where it would be there if it moved by `vector`, in sixteenths.
  func fineDifference(_ x: Int, _ y: Int, to other: PaddedPlane<UInt8>, moved vector: MotionVector) -> Int {
    let unit = MotionVector.unitsPerPixel
    return fineDifference(x, y, to: other, x &* unit &+ vector.x, y &* unit &+ vector.y)
  }

  /// Between the window at whole samples here and the one at sixteenths there.
  func fineDifference(_ x: Int, _ y: Int, to other: PaddedPlane<UInt8>, _ otherX: Int, _ otherY: Int) -> Int {
    let side = CompareWindow.side
    if (otherX | otherY) & 15 == 0 {
      let place = other.clamped(otherX &>> 4, otherY &>> 4, width: side, height: side)
      return difference(x, y, to: other, place.x, place.y)
    }
    precondition(contains(x, y, width: side, height: side))
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: CompareWindow.area) { window in
      let fine = window.baseAddress!
      unsafe other.copyWindow(otherX, otherY, to: fine)
      return unsafe sumOfDifferences(pointer(x, y), stride, fine, side)
    }
  }
}
