/// What motion is searched in: one component of a frame, the guide, as 8-bit samples; and the same halved in width and
/// height again and again (an image pyramid).
struct GuidePyramid: Sendable {
  private static let mostLevels = 6
  /// A smaller level has too few windows to find motion in.
  private static let leastSize = (width: 32, height: 24)

  /// The largest first.
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

  /// Means of 4 × 4 samples, or fewer in small frames: of brightness they tell as much as all samples do.
  var means: PaddedPlane<UInt8> { levels[min(2, levels.count - 1)] }

  /// The codes from the least to the largest of `means`.
  var range: ClosedRange<Int> { means.codes }

  /// The code of a frame that shows nothing at all; else nil. A dot on black is something, be it a single sample.
  var flatCode: Int? {
    let range = range
    let code = (range.lowerBound + range.upperBound) / 2
    guard range.count <= Self.mostRipple else { return nil }
    let all = levels[0].codes
    return max(all.upperBound - code, code - all.lowerBound) <= Self.mostGrain ? code : nil
  }

  /// How many codes coding may leave in `means` of a frame that shows nothing, and by how many codes grain may stand out
  /// from the others in single samples.
  private static let (mostRipple, mostGrain) = (5, 16)

  /// Fills the smaller levels from the largest, which has been set.
  func build() {
    for (larger, smaller) in zip(levels, levels.dropFirst()) { smaller.halve(larger) }
  }
}

extension PaddedPlane<UInt8> {
  /// Takes the samples of another plane of the same size without their `shift` lowest bits. They have
  /// 8 + `shift` bits: of longer ones the high bits would be lost.
  func take<Deep: MotionSample>(_ other: PaddedPlane<Deep>, shiftedBy shift: Int) {
    precondition(width == other.width && height == other.height)
    for row in 0..<height {
      let (source, result) = unsafe (other.pointer(0, row), pointer(0, row))
      for column in 0..<width { unsafe result[column] = UInt8(truncatingIfNeeded: source[column] &>> Deep(shift)) }
    }
    extendEdges()
  }

  /// Takes the samples of another plane of the same size, each as the code that `codes` has for it.
  func take(_ other: PaddedPlane<UInt8>, as codes: [UInt8]) {
    precondition(width == other.width && height == other.height && codes.count == 256)
    for row in 0..<height {
      let (source, result) = unsafe (other.pointer(0, row), pointer(0, row))
      for column in 0..<width { unsafe result[column] = codes[Int(source[column])] }
    }
    extendEdges()
  }

  /// How many samples have each code.
  func codeCounts() -> [Int] {
    var counts = [Int](repeating: 0, count: 256)
    for row in 0..<height {
      let samples = unsafe pointer(0, row)
      for column in 0..<width { unsafe counts[Int(samples[column])] &+= 1 }
    }
    return counts
  }

  /// From the least code of all samples to the largest.
  var codes: ClosedRange<Int> {
    let counts = codeCounts()
    return (counts.firstIndex { $0 > 0 } ?? 0)...(counts.lastIndex { $0 > 0 } ?? 0)
  }

  /// Fills the plane with the means of 2 × 2 samples, rounded half up, of one twice as large. Where the larger one has
  /// an odd side, its last column or row counts twice.
  func halve(_ larger: PaddedPlane<UInt8>) {
    precondition(width == (larger.width + 1) / 2 && height == (larger.height + 1) / 2)
    for row in 0..<height {
      // Where a side is odd, these read the margin of the larger plane, which repeats its edge.
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
