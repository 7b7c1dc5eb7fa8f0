/// A kernel table that interpolates by parabolas, for weights and sums that are more precise than a Float.
///
/// The distance between two samples is divided into `pieces` parts. In each part, a weight is the parabola through its
/// values at the three Chebyshev nodes: value + t (slope + t · curvature) for t from −½ to ½.
///
/// For the middle weights, a second Float (the remainder) stores the error of rounding the value to a Float. Weights
/// decay as 1 / distance, so only the middle ones are large enough for this error to be heard.
package struct QuadraticTable: KernelTable {
  /// Samples at halved rates are in Double, because each further halving adds to their rounding errors.
  package typealias OctaveElement = Double

  package let halfWidth: Int
  let pieces: Int
  /// Half the number of weights in a row. For a position between samples n and n + 1, weight i is for sample n + 1 −
  /// rowHalfWidth + i.
  let rowHalfWidth: Int
  /// For each of the `pieces`: values, slopes and curvatures of all weights, and rounding errors of the middle values.
  let rows: [Float]

  package init(_ shape: KernelShape, widening: Double, rowHalfWidth: Int) {
    halfWidth = shape.halfWidth(widening: widening)
    self.rowHalfWidth = rowHalfWidth
    pieces = shape.phases(widening: widening)
    precondition(2 * halfWidth >= QuadraticWeights.centre, "the kernel is narrower than its centre")
    rows = Self.rows(shape, widening: widening, pieces: pieces, rowHalfWidth: rowHalfWidth)
  }

  /// The number of weights, in the middle of a row, for which the rounding error of the value is stored.
  static let remainders = QuadraticWeights.centre

  /// The number of elements of `rows` for each of the `pieces`.
  var stride: Int { 6 * rowHalfWidth + Self.remainders }

  private static func rows(_ shape: KernelShape, widening: Double, pieces: Int, rowHalfWidth: Int) -> [Float] {
    let profile = KernelProfile(shape, widening: widening, halfWidth: rowHalfWidth)
    let width = 2 * rowHalfWidth
    let stride = 3 * width + remainders
    let node = 0.75.squareRoot() / 2
    var rows = [Float](repeating: 0, count: pieces * stride)
    var early = [Double](repeating: 0, count: width)
    var (middle, late) = (early, early)
    for piece in 0..<pieces / 2 {
      profile.fill(&early, at: (Double(piece) + 0.5 - node) / Double(pieces))
      profile.fill(&middle, at: (Double(piece) + 0.5) / Double(pieces))
      profile.fill(&late, at: (Double(piece) + 0.5 + node) / Double(pieces))
      // The kernel is symmetric, so the mirrored piece has the weights in reverse order and the slopes negated.
      let (start, mirror) = (piece * stride, (pieces - 1 - piece) * stride)
      for tap in 0..<width {
        let (value, reversed) = (Float(middle[tap]), width - 1 - tap)
        let slope = Float((late[tap] - early[tap]) / (2 * node))
        let curvature = Float(((late[tap] + early[tap]) / 2 - middle[tap]) / (node * node))
        (rows[start + tap], rows[mirror + reversed]) = (value, value)
        (rows[start + width + tap], rows[mirror + width + reversed]) = (slope, -slope)
        (rows[start + 2 * width + tap], rows[mirror + 2 * width + reversed]) = (curvature, curvature)
        let inner = tap - (width - remainders) / 2
        guard 0..<remainders ~= inner else { continue }
        let remainder = Float(middle[tap] - Double(value))
        rows[start + 3 * width + inner] = remainder
        rows[mirror + 3 * width + remainders - 1 - inner] = remainder
      }
    }
    return rows
  }

  package func withRows(count: Int, _ body: (QuadraticRows) -> Void) {
    unsafe rows.withUnsafeBufferPointer { rows in
      unsafe body(QuadraticRows(self, rows.baseAddress!, count: count))
    }
  }
}

/// Valid only while `QuadraticTable.withRows` runs.
@safe package struct QuadraticRows: KernelRows {
  private let first: UnsafePointer<Float>
  private let width: Int
  private let stride: Int
  private let remainders: Int
  private let pieces: Double
  private let lastPiece: Int

  init(_ table: QuadraticTable, _ rows: UnsafePointer<Float>, count: Int) {
    width = 2 * table.rowHalfWidth
    unsafe first = rows + (width - count) / 2
    stride = table.stride
    // The offset from a weight's value to the stored error of rounding this value to a Float.
    remainders = 3 * width - (width - QuadraticTable.remainders) / 2
    pieces = Double(table.pieces)
    lastPiece = table.pieces - 1
  }

  @inline(__always)
  @unsafe package func weights(at fraction: Double) -> QuadraticWeights {
    let position = fraction * pieces
    // For a fraction just below 1, the product may round up to `pieces`.
    let piece = min(lastPiece, Int(position))
    let row = unsafe first + piece * stride
    return unsafe QuadraticWeights(
      values: row, slopes: row + width, curvatures: row + 2 * width, remainders: row + remainders,
      t: Float(position - Double(piece) - 0.5))
  }
}

/// The parabolas that give the weights in one piece of the table, and the position within the piece.
@safe package struct QuadraticWeights: KernelWeights {
  let values: UnsafePointer<Float>
  let slopes: UnsafePointer<Float>
  let curvatures: UnsafePointer<Float>
  /// The errors of rounding `values` to Float, at the same indices. They are stored only for the middle weights.
  let remainders: UnsafePointer<Float>
  let t: Float

  package static var centre: Int { 32 }

  @inline(__always)
  @unsafe package func four(at start: Int) -> SIMD4<Float> { unsafe Float.four(values + start) + change(at: start) }

  /// Both summands are converted to Double before they are added.
  @inline(__always)
  @unsafe package func wideFour(at start: Int) -> SIMD4<Double> {
    unsafe Float.wideFour(values + start) + (Float.four(remainders + start) + change(at: start)).widened
  }

  /// The difference between the weights at `t` and the weights at t = 0, the middle of the piece.
  @inline(__always)
  @unsafe private func change(at start: Int) -> SIMD4<Float> {
    unsafe (Float.four(slopes + start) + Float.four(curvatures + start) * t) * t
  }
}
