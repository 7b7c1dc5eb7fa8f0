/// The sizes on which all parts of motion agree: blocks, the windows around them, and the units of vectors.
///
/// All are constants when the inner loops are compiled. `blockSide`, `lanes` and `windowSide` are also built into
/// kernels: a cell is `blockSide` rows of `lanes` samples, and `sumOfDifferences` and `copyWindow` are laid out for a
/// window of two times `lanes` columns. `bandRows`, `margin` and `farthest` may be changed alone, within what their
/// comments say; that changes the frames made up, so `scripts/bench motion` has to be run. The others follow from
/// `blockSide` and `unitBits`: `blockUnitBits` is 3 + `unitBits`, `bilinearBits` 2 × `unitBits`. Neither `bilinearBits`
/// nor `overlapBits` + `overlapSpare` may exceed 8, or `MotionSample.Sum` overflows.
enum MotionGeometry {
  // MARK: Blocks

  /// The side of a block in samples of the guide, which is of full size. Each block has one vector.
  static var blockSide: Int { 8 }

  /// The samples that one SIMD vector holds: a row of a block.
  static var lanes: Int { 8 }

  /// Rows of blocks that are one piece of work for `Workers`. Bands depend on the size of the frame alone, never on the
  /// number of threads, so neither do the bytes that come out.
  static var bandRows: Int { 8 }

  /// How many blocks cover a side of so many samples; the last one may reach beyond the frame.
  static func blockCount(_ side: Int) -> Int { (side &+ blockSide &- 1) / blockSide }

  static func bandCount(ofRows rows: Int) -> Int { (rows + bandRows - 1) / bandRows }

  /// The rows of blocks of a band, in a grid of so many rows.
  static func rows(ofBand band: Int, of rows: Int) -> Range<Int> {
    band * bandRows..<min((band + 1) * bandRows, rows)
  }

  /// The block in which the middle of a block lies once it has moved by so many sixteenths.
  static func block(_ column: Int, _ row: Int, movedBy step: MotionVector) -> (column: Int, row: Int) {
    let half = blockUnits / 2
    return (column &+ (half &+ step.x) &>> blockUnitBits, row &+ (half &+ step.y) &>> blockUnitBits)
  }

  // MARK: Windows

  /// The side of the window in which two frames are compared: the block in its middle, and `windowBorder` all around.
  static var windowSide: Int { 16 }
  /// The samples of a window. A sum of differences divided by this is a mean difference in codes.
  static var windowArea: Int { windowSide &* windowSide }
  /// Of a window that is partly outside of a frame, so many samples inside are the fewest that tell anything.
  static var leastSeen: Int { windowArea / 8 }
  static var windowBorder: Int { (windowSide &- blockSide) / 2 }

  /// The top left corner of the window around a block.
  static func window(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
    (column &* blockSide &- windowBorder, row &* blockSide &- windowBorder)
  }

  /// How many samples a plane repeats its edges outward. More lets vectors point farther out of the frame, and costs
  /// memory; it has to hold a window and `kernelReach`.
  static var margin: Int { 48 }
  /// How many samples around a window a kernel may read: `SixTaps` two before and three behind, the others less.
  static var kernelReach: Int { 3 }

  // MARK: Vectors

  /// Vectors that are not whole pixels count in sixteenths of a pixel.
  static var unitBits: Int { 4 }
  static var unitsPerPixel: Int { 1 &<< unitBits }
  /// The part of a length in sixteenths that is no whole pixel.
  static var unitMask: Int { unitsPerPixel &- 1 }

  /// The side of a block in sixteenths of a pixel is 1 << this.
  static var blockUnitBits: Int { 7 }
  static var blockUnits: Int { 1 &<< blockUnitBits }

  /// The farthest that a search looks along one axis, in pixels: sixteenths of it fit in the 16 bits of a
  /// `MotionVector`.
  static var farthest: Int { 1024 }

  // MARK: Weights

  /// Bilinear weights are products of two lengths in sixteenths: together they are 1 << this.
  static var bilinearBits: Int { 8 }
  /// Half of the whole, added so that the shift rounds half up.
  static var bilinearHalf: Int { 1 &<< (bilinearBits &- 1) }

  /// The weight of the second frame is in parts of 1 << this. A difference of two samples of 16 bits times the whole fits
  /// in 32 bits.
  static var shareBits: Int { 14 }

  /// Along one axis, the weight of a block within itself, and the sum of the weights of its two neighbours there: two for
  /// each sample of a block.
  static var overlapWeight: Int { 2 &* blockSide }
  /// The weights of the three blocks are together 1 << this.
  static var overlapBits: Int { 5 }
  /// Means along rows have so many bits more than a sample, before the means down are taken of them.
  static var overlapSpare: Int { 3 }
}
