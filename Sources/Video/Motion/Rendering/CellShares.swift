/// The weight of the second frame for each sample of a cell that is fetched from both: that of the phase, but of a sample that
/// lies outside of one frame and inside of the other, only the latter is used. What enters the picture was not to be seen in
/// the first frame, what leaves it is no more to be seen in the second.
struct CellShares<Sample: MotionSample> {
  private static var side: Int { MotionGeometry.blockSide }

  let weight: Sample.Wide
  private let first: Inside
  private let second: Inside

  /// - Parameters:
  ///   - weight: that of the phase, in parts of 1 << `shareBits`.
  ///   - first: where the cell begins in the first frame, in whole samples; `second` likewise.
  init(_ weight: Sample.Wide, _ first: (x: Int, y: Int), _ second: (x: Int, y: Int), width: Int, height: Int) {
    self.weight = weight
    self.first = Inside(first, width, height)
    self.second = Inside(second, width, height)
  }

  /// Whether all samples have the weight of the phase.
  var areEqual: Bool { first == second }

  func row(_ row: Int) -> SIMD8<Sample.Wide> {
    let (one, other) = (first.mask(row), second.mask(row))
    return SIMD8(repeating: weight).replacing(with: 0, where: one .& .!other)
      .replacing(with: 1 &<< Sample.Wide(Sample.shareBits), where: other .& .!one)
  }

  /// The columns and rows of a cell that are inside of a frame.
  private struct Inside: Equatable {
    let columns: Range<Int>
    let rows: Range<Int>

    init(_ corner: (x: Int, y: Int), _ width: Int, _ height: Int) {
      columns = Self.inside(corner.x, width)
      rows = Self.inside(corner.y, height)
    }

    private static func inside(_ start: Int, _ length: Int) -> Range<Int> {
      let first = min(max(0 &- start, 0), side)
      return first..<max(first, min(max(length &- start, 0), side))
    }

    func mask(_ row: Int) -> SIMDMask<SIMD8<Sample.Wide.SIMDMaskScalar>> {
      let lanes: SIMD8<Sample.Wide> = [0, 1, 2, 3, 4, 5, 6, 7]
      guard rows.contains(row) else { return SIMDMask(repeating: false) }
      return lanes .>= Sample.Wide(columns.lowerBound) .& lanes .< Sample.Wide(columns.upperBound)
    }
  }
}
