/// The images in which motion is searched: the guide, which is one component of a frame as 8-bit samples, and smaller
/// copies (an image pyramid). Each copy has half the size of the one before.
struct GuidePyramid: Sendable {
  private static let mostLevels = 6
  /// A smaller level would have too few windows to find motion in.
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

  /// Means of 4 × 4 samples, or of fewer in small frames. They are enough to measure brightness.
  var means: PaddedPlane<UInt8> { levels[min(2, levels.count - 1)] }

  var range: ClosedRange<Int> { means.codes }

  /// The code value of a flat frame, which shows nothing; nil for a picture. A dot on black is a picture, even if it is
  /// a single sample.
  var flatCode: Int? {
    let range = range
    let code = (range.lowerBound + range.upperBound) / 2
    guard range.count <= Self.mostRipple else { return nil }
    let all = levels[0].codes
    return max(all.upperBound - code, code - all.lowerBound) <= Self.mostGrain ? code : nil
  }

  /// The deviations that a flat frame may have, in code values: the range of `means`, which coding causes, and the
  /// deviation of single samples, which grain causes.
  private static let (mostRipple, mostGrain) = (5, 16)

  /// Fills the smaller levels from the largest, which must be set.
  func build() {
    for (larger, smaller) in zip(levels, levels.dropFirst()) { smaller.halve(larger) }
  }
}

extension PaddedPlane<UInt8> {
  /// Copies the samples of another plane of the same size without their `shift` lowest bits. They must have at most 8 +
  /// `shift` bits.
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
      // If a side is odd, these pointers reach into the margin of the larger plane, which repeats its edge.
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
