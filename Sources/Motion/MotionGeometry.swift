/// The sizes of blocks and of the windows around blocks, and the units of vectors, for the whole module.
///
/// All are compile-time constants in the inner loops. The inner loops also rely on a `blockSide` of `lanes` and a
/// `windowSide` of two times `lanes`.
///
/// You may change `bandRows`, `margin` and `farthest` alone, within the limits that their comments state. Then run
/// `scripts/bench motion`, because the output frames change. The other constants follow from `blockSide` and
/// `unitBits`: `blockUnitBits` is 3 + `unitBits`, `bilinearBits` is 2 × `unitBits`. Neither `bilinearBits` nor
/// `overlapBits` + `overlapSpare` may exceed 8, or `MotionSample.Sum` overflows.
enum MotionGeometry {
  // MARK: Blocks

  /// The side of a block in samples of luma (or the component in which motion is searched). Each block has one vector.
  static var blockSide: Int { 8 }

  /// The number of samples that one SIMD instruction processes: one row of a block.
  static var lanes: Int { 8 }

  /// The number of rows of blocks in a band, the part of a frame that one thread processes at a time. Bands depend only
  /// on the size of the frame, so that the number of threads does not change the result.
  static var bandRows: Int { 8 }

  /// The number of blocks that cover `side` samples; the last one may extend beyond the frame.
  static func blockCount(_ side: Int) -> Int { (side &+ blockSide &- 1) / blockSide }

  static func bandCount(ofRows rows: Int) -> Int { (rows + bandRows - 1) / bandRows }

  /// The rows of blocks in a band, if the grid has `rows` rows.
  static func rows(ofBand band: Int, of rows: Int) -> Range<Int> {
    band * bandRows..<min((band + 1) * bandRows, rows)
  }

  /// Moves a block by `step`, in sixteenths of a pixel, and returns the block at which its center arrives.
  static func block(_ column: Int, _ row: Int, movedBy step: MotionVector) -> (column: Int, row: Int) {
    let half = blockUnits / 2
    return (column &+ (half &+ step.x) &>> blockUnitBits, row &+ (half &+ step.y) &>> blockUnitBits)
  }

  // MARK: Windows

  /// The side of the window in which two frames are compared: a block, and `windowBorder` on each side of it.
  static var windowSide: Int { 16 }
  /// The number of samples in a window.
  static var windowArea: Int { windowSide &* windowSide }
  /// A window is compared only if at least this many of its samples are inside the frame.
  static var leastSeen: Int { windowArea / 8 }
  static var windowBorder: Int { (windowSide &- blockSide) / 2 }

  /// The top left corner of the window around a block.
  static func window(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
    (column &* blockSide &- windowBorder, row &* blockSide &- windowBorder)
  }

  /// The number of samples by which a plane repeats its edges outward. A wider margin lets vectors point farther out of
  /// the frame, and costs memory. It must be at least `windowSide` + `kernelReach`.
  static var margin: Int { 48 }
  /// The number of samples around a window that an inner loop may read: `SixTaps` reads two before and three behind.
  static var kernelReach: Int { 3 }

  // MARK: Vectors

  /// The number of bits after the binary point of a vector in sixteenths of a pixel.
  static var unitBits: Int { 4 }
  static var unitsPerPixel: Int { 1 &<< unitBits }
  /// The bits that are the fraction of a pixel, in a length in sixteenths of a pixel.
  static var unitMask: Int { unitsPerPixel &- 1 }

  /// The binary logarithm of `blockUnits`, the side of a block in sixteenths of a pixel.
  static var blockUnitBits: Int { 7 }
  static var blockUnits: Int { 1 &<< blockUnitBits }

  /// The longest motion that a search finds along one axis, in pixels. In sixteenths of a pixel, this length must fit
  /// into 16 bits.
  static var farthest: Int { 1024 }

  // MARK: Weights

  /// The weights of a bilinear interpolation, which are integers, add up to 1 << `bilinearBits`.
  static var bilinearBits: Int { 8 }
  /// Half of the sum of the bilinear weights, added before the shift so that results are rounded half up.
  static var bilinearHalf: Int { 1 &<< (bilinearBits &- 1) }

  /// When two frames are mixed, the weight of the second is in parts of 1 << `shareBits`. A difference of two 16-bit
  /// samples times the largest weight fits into 32 bits.
  static var shareBits: Int { 14 }

  /// The weight of a block at its own samples, along one axis. The weights of its two neighbours at these samples add
  /// up to the same number.
  static var overlapWeight: Int { 2 &* blockSide }
  /// The weights of the three blocks that overlap along an axis add up to 1 << `overlapBits`.
  static var overlapBits: Int { 5 }
  /// The number of fractional bits that weighted means along rows keep for the means along columns.
  static var overlapSpare: Int { 3 }
}
