/// The neighbours of a block whose motion does not fit the block at all, for example letters in front of a moving
/// background. They are left out when the predictions of overlapping blocks are mixed.
struct Strangers: BitwiseCopyable, Equatable {
  /// A neighbour is a stranger if its vector matches the frames much worse, at the block, than the block's own vector.
  /// The disagreement must exceed `timesOwn` times the block's own, plus `leastCodes` code values per sample.
  static let timesOwn = 13
  static let leastCodes = 3
  /// If more neighbours than this would be strangers, the block matches only by chance, and no neighbour is left out.
  static let mostOfEight = 4
  /// A neighbour is no stranger if its vector is within this, in sixteenths of a pixel, of the block's own vector.
  static let alike = 32

  /// Bit n is set if block n is a stranger. The block and its eight neighbours are numbered from 0, row by row.
  private let bits: UInt16

  init(bits: UInt16 = 0) { self.bits = bits }

  /// Finds the strangers of a block. An initializer, unlike a function, would retain and release its arguments each
  /// time.
  ///
  /// - Parameter choices: the choices of all blocks.
  static func find(among choices: BlockGrid<BlockChoice>, _ match: PhaseMatch, _ column: Int, _ row: Int) -> Strangers {
    let own = choices[column, row].vector
    var most: Int?
    var bits: UInt16 = 0
    // Several neighbours often have the same vector, so the results are used again.
    var known = InlineArray<9, (vector: MotionVector, isStranger: Bool)>(repeating: (own, false))
    var count = 0
    for index in 0..<9 {
      let vector = choices.nearest(column &+ index % 3 &- 1, row &+ index / 3 &- 1).vector
      if vector.distance(to: own) <= alike { continue }
      var place = 0
      while place < count, known[place].vector != vector { place &+= 1 }
      if place == count {
        let bound = most ?? bound(match.disagreement(along: own, column, row))
        most = bound
        known[place] = (vector, match.disagreement(along: vector, column, row) > bound)
        count &+= 1
      }
      if known[place].isStranger { bits |= 1 &<< UInt16(truncatingIfNeeded: index) }
    }
    return Strangers(bits: bits.nonzeroBitCount > mostOfEight ? 0 : bits)
  }

  private static func bound(_ own: Int) -> Int {
    timesOwn * max(0, own) + leastCodes * MotionGeometry.windowArea
  }

  func contains(_ index: Int) -> Bool { (bits >> UInt16(truncatingIfNeeded: index)) & 1 == 1 }
}
