/// The image pyramid in which motion is searched. The largest level is one component of a frame, such as luma, as 8-bit
/// samples. Each smaller level has half the width and height of the level before.
struct GuidePyramid: Sendable {
  private static let mostLevels = 6
  /// The smallest size of a level. A smaller level would have too few blocks to find motion in.
  private static let leastSize = (width: 32, height: 24)

  /// The levels, the largest first.
  let levels: [PaddedPlane<UInt8>]

  init(width: Int, height: Int) {
    var levels = [PaddedPlane<UInt8>(width: width, height: height)]
    var (width, height) = ((width + 1) / 2, (height + 1) / 2)
    while levels.count < Self.mostLevels, width >= Self.leastSize.width, height >= Self.leastSize.height {
      levels.append(PaddedPlane(width: width, height: height))
      (width, height) = ((width + 1) / 2, (height + 1) / 2)
    }
    self.levels = levels
  }

  /// The level in which each sample is the mean of 4 × 4 samples of the frame, or of fewer in small frames. This detail
  /// is enough to measure brightness.
  var means: PaddedPlane<UInt8> { levels[min(2, levels.count - 1)] }

  var range: ClosedRange<Int> { means.codes }

  /// The code value of a blank frame; nil if the frame shows a picture, even if it is a single bright sample on black.
  var flatCode: Int? {
    let range = range
    let code = (range.lowerBound + range.upperBound) / 2
    guard range.count <= Self.mostRipple else { return nil }
    let all = levels[0].codes
    return max(all.upperBound - code, code - all.lowerBound) <= Self.mostGrain ? code : nil
  }

  /// How much a blank frame may vary, in code values. Compression makes the samples of `means` cover up to `mostRipple`
  /// values. Grain makes a single sample deviate by up to `mostGrain`.
  private static let (mostRipple, mostGrain) = (5, 16)

  /// Computes the smaller levels from the largest, which must have been filled.
  func build() {
    for (larger, smaller) in zip(levels, levels.dropFirst()) { smaller.halve(larger) }
  }
}

extension PaddedPlane<UInt8> {
  /// Copies the samples of another plane of the same size, without the `shift` lowest bits of each sample. A sample
  /// must have at most 8 + `shift` bits.
  func take<Deep: MotionSample>(_ other: PaddedPlane<Deep>, shiftedBy shift: Int) {
    precondition(width == other.width && height == other.height)
    for row in 0..<height {
      let (source, result) = unsafe (other.pointer(0, row), pointer(0, row))
      for column in 0..<width { unsafe result[column] = UInt8(truncatingIfNeeded: source[column] &>> Deep(shift)) }
    }
    extendEdges()
  }

  /// Copies the samples of another plane of the same size, with each code value replaced by its entry in `codes`.
  func take(_ other: PaddedPlane<UInt8>, as codes: [UInt8]) {
    precondition(width == other.width && height == other.height && codes.count == 256)
    for row in 0..<height {
      let (source, result) = unsafe (other.pointer(0, row), pointer(0, row))
      for column in 0..<width { unsafe result[column] = codes[Int(source[column])] }
    }
    extendEdges()
  }

  /// The number of samples that have each code value.
  func codeCounts() -> [Int] {
    var counts = [Int](repeating: 0, count: 256)
    for row in 0..<height {
      let samples = unsafe pointer(0, row)
      for column in 0..<width { unsafe counts[Int(samples[column])] &+= 1 }
    }
    return counts
  }

  var codes: ClosedRange<Int> {
    let counts = codeCounts()
    return (counts.firstIndex { $0 > 0 } ?? 0)...(counts.lastIndex { $0 > 0 } ?? 0)
  }

  /// Fills the plane with means of 2 × 2 samples of a plane twice as large, rounded half up. If a side of the larger
  /// plane is odd, its last column or row counts twice.
  func halve(_ larger: PaddedPlane<UInt8>) {
    precondition(width == (larger.width + 1) / 2 && height == (larger.height + 1) / 2)
    for row in 0..<height {
      // If the width or height is odd, these pointers reach into the margin of the larger plane, which repeats its
      // edge.
      let (above, below) = unsafe (larger.pointer(0, 2 * row), larger.pointer(0, 2 * row + 1))
      let result = unsafe pointer(0, row)
      for column in 0..<width {
        let left = 2 &* column
        let sum =
          unsafe UInt16(above[left]) &+ UInt16(above[left &+ 1]) &+ UInt16(below[left])
          &+ UInt16(below[left &+ 1])
        unsafe result[column] = UInt8(truncatingIfNeeded: (sum &+ 2) &>> 2)
      }
    }
    extendEdges()
  }
}
