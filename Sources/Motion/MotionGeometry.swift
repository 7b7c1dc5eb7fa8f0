/// The sizes that all parts of the module share: blocks, the windows around them, and the units of vectors.
///
/// All are compile-time constants in the inner loops. Kernels also rely on `blockSide`, `lanes` and `windowSide`: a
/// cell is `blockSide` rows of `lanes` samples, and `sumOfDifferences` and `copyWindow` expect a window of two times
/// `lanes` columns.
///
/// `bandRows`, `margin` and `farthest` may be changed alone, within the limits that their comments state. That changes
/// the made frames, so run `scripts/bench motion`. The other constants follow from `blockSide` and `unitBits`:
/// `blockUnitBits` is 3 + `unitBits`, `bilinearBits` is 2 × `unitBits`. Neither `bilinearBits` nor `overlapBits` +
/// `overlapSpare` may exceed 8, or `MotionSample.Sum` overflows.
enum MotionGeometry {
  // MARK: Blocks

  /// The side of a block in samples of the guide, the component in which motion is searched. Each block has one vector.
  static var blockSide: Int { 8 }

  /// The number of samples in a SIMD vector: one row of a block.
  static var lanes: Int { 8 }

  /// The number of rows of blocks in a band, which is the unit of work for `Workers`. Bands depend only on the size of
  /// the frame, so the result does not depend on the number of threads.
  static var bandRows: Int { 8 }

  /// The number of blocks that cover `side` samples; the last one may extend beyond the frame.
  static func blockCount(_ side: Int) -> Int { (side &+ blockSide &- 1) / blockSide }

  static func bandCount(ofRows rows: Int) -> Int { (rows + bandRows - 1) / bandRows }

  /// The rows of blocks in a band, if the grid has `rows` rows.
  static func rows(ofBand band: Int, of rows: Int) -> Range<Int> {
    band * bandRows..<min((band + 1) * bandRows, rows)
  }

  /// The block that contains the centre of a block after it has moved by `step`, in sixteenths of a pixel.
  static func block(_ column: Int, _ row: Int, movedBy step: MotionVector) -> (column: Int, row: Int) {
    let half = blockUnits / 2
    return (column &+ (half &+ step.x) &>> blockUnitBits, row &+ (half &+ step.y) &>> blockUnitBits)
  }

  // MARK: Windows

  /// The side of the window in which two frames are compared: a block, and `windowBorder` on each side of it.
  static var windowSide: Int { 16 }
  /// The number of samples in a window. A sum of differences divided by it is a mean difference in code values.
  static var windowArea: Int { windowSide &* windowSide }
  /// The smallest number of a window's samples inside a frame that is enough for a comparison.
  static var leastSeen: Int { windowArea / 8 }
  static var windowBorder: Int { (windowSide &- blockSide) / 2 }

  /// The top left corner of the window around a block.
  static func window(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
    (column &* blockSide &- windowBorder, row &* blockSide &- windowBorder)
  }

  /// The number of samples by which a plane repeats its edges outward. A wider margin lets vectors point farther out of
  /// the frame, and costs memory. The margin must hold a window and `kernelReach`.
  static var margin: Int { 48 }
  /// The number of samples around a window that a kernel may read: `SixTaps` reads two before and three behind, other
  /// kernels fewer.
  static var kernelReach: Int { 3 }

  // MARK: Vectors

  /// The unit of vectors that are not whole pixels is a sixteenth of a pixel: 1 / (1 << this).
  static var unitBits: Int { 4 }
  static var unitsPerPixel: Int { 1 &<< unitBits }
  /// The bits of a length in sixteenths that are its fraction of a pixel.
  static var unitMask: Int { unitsPerPixel &- 1 }

  /// The side of a block, in sixteenths of a pixel, is 1 << this.
  static var blockUnitBits: Int { 7 }
  static var blockUnits: Int { 1 &<< blockUnitBits }

  /// The longest way that a search follows along one axis, in pixels. In sixteenths it fits into the 16 bits of a
  /// coordinate of `MotionVector`.
  static var farthest: Int { 1024 }

  // MARK: Weights

  /// Bilinear weights are products of two lengths in sixteenths. They add up to 1 << this.
  static var bilinearBits: Int { 8 }
  /// Half of that sum, added so that the shift rounds half up.
  static var bilinearHalf: Int { 1 &<< (bilinearBits &- 1) }

  /// The weight of the second frame is in parts of 1 << this. The difference of two 16-bit samples times the largest
  /// weight fits into 32 bits.
  static var shareBits: Int { 14 }

  /// The weight of a block inside itself along one axis: two for each sample of its side. The weights that its two
  /// neighbours have there add up to the same number.
  static var overlapWeight: Int { 2 &* blockSide }
  /// The weights of the three blocks along an axis add up to 1 << this.
  static var overlapBits: Int { 5 }
  /// The number of extra bits that means along rows keep until the means along columns are computed.
  static var overlapSpare: Int { 3 }
}
