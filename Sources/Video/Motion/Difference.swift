/// The window two frames are compared in.
enum CompareWindow {
  /// Its sides; it covers a block of 8 × 8 and 4 more all around.
  static var side: Int { 16 }
  static var area: Int { side * side }
}

/// Sums of absolute differences over windows.
extension PaddedPlane<UInt8> {
  /// Of the window here and the window there.
  func difference(_ x: Int, _ y: Int, to other: PaddedPlane<UInt8>, _ otherX: Int, _ otherY: Int) -> Int {
    let side = CompareWindow.side
    precondition(contains(x, y, width: side, height: side))
    precondition(other.contains(otherX, otherY, width: side, height: side))
    return unsafe sumOfDifferences(pointer(x, y), stride, other.pointer(otherX, otherY), other.stride)
  }
}

/// Of 16 rows of 16 samples. Four rows at a time, so that four instructions add up before their sum leaves its register.
@unsafe func sumOfDifferences(
  _ one: UnsafePointer<UInt8>, _ oneStride: Int, _ other: UnsafePointer<UInt8>, _ otherStride: Int
) -> Int {
  var sum: UInt32 = 0
  var (first, second) = unsafe (one, other)
  for _ in 0..<4 {
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
  // This form is known to compilers as one instruction.
  for index in 0..<16 {
    let difference = unsafe Int32(one[index]) &- Int32(other[index])
    sum = sum &+ UInt32(bitPattern: difference < 0 ? 0 &- difference : difference)
  }
  return sum
}
