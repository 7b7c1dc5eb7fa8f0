/// The neighbours of a block whose motion does not fit the block at all: for example letters, and the background behind
/// them. Overlapping blocks would mix their predictions into the block.
struct Strangers: BitwiseCopyable, Equatable {
  /// A neighbour is a stranger if its vector's disagreement exceeds `timesOwn` times that of the block's own vector,
  /// plus `leastCodes` code values per sample. If the block's own vector fits badly too, any of them may be right, and
  /// all are mixed.
  static let timesOwn = 13
  static let leastCodes = 3
  /// If more neighbours than this are strangers, the block itself matches only by chance. It is then mixed with all of
  /// them.
  static let mostOfEight = 4
  /// Vectors that differ by at most this, in sixteenths, from the block's own vector are not tested.
  static let alike = 32

  /// Bit n is set if the block in place n of the nine, row by row, is a stranger.
  private let bits: UInt16

  init(bits: UInt16 = 0) { self.bits = bits }

  /// A function, because parameters of an initialiser would be retained and released for each block.
  ///
  /// - Parameter choices: the choices of all blocks.
  static func find(among choices: BlockGrid<BlockChoice>, _ match: PhaseMatch, _ column: Int, _ row: Int) -> Strangers {
    let own = choices[column, row].vector
    var most: Int?
    var bits: UInt16 = 0
    // Neighbours often share a vector, so the result for the last vector is used again.
    var last = (vector: own, isStranger: false)
    for index in 0..<9 {
      let vector = choices.nearest(column &+ index % 3 &- 1, row &+ index / 3 &- 1).vector
      if vector.distance(to: own) <= alike { continue }
      if vector != last.vector {
        let bound = most ?? bound(match.disagreement(along: own, column, row))
        most = bound
        last = (vector, match.disagreement(along: vector, column, row) > bound)
      }
      if last.isStranger { bits |= 1 &<< UInt16(truncatingIfNeeded: index) }
    }
    return Strangers(bits: bits.nonzeroBitCount > mostOfEight ? 0 : bits)
  }

  private static func bound(_ own: Int) -> Int {
    timesOwn * max(0, own) + leastCodes * MotionGeometry.windowArea
  }

  func contains(_ index: Int) -> Bool { (bits >> UInt16(truncatingIfNeeded: index)) & 1 == 1 }
}
