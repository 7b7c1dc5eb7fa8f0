/// Which of the eight blocks around a block move in a way that does not fit it at all: what is behind letters, or the letters
/// in front of it. Overlapping blocks would mix what those predict into the block.
struct Strangers: BitwiseCopyable, Equatable {
  /// A stranger's vector disagrees by more than so many times what the block's own does, and so many codes a sample. Where
  /// the block's own fits badly too, any of them may be right, and they are mixed.
  static let timesOwn = 13
  static let leastCodes = 3
  /// Where more of the neighbours are strangers than this, the block itself is one: what it shows is found again by chance,
  /// as bright ground in a dark coat. It is mixed with all of them.
  static let mostOfEight = 4
  /// Vectors no farther than this from the block's own, in sixteenths, are not asked.
  static let alike = 32

  /// Bit n is set for the block in place n of the nine, row by row.
  private let bits: UInt16

  init(bits: UInt16 = 0) { self.bits = bits }

  /// A function, as parameters of an initialiser would be retained and released for each block.
  ///
  /// - Parameter choices: those of all blocks.
  static func find(among choices: BlockGrid<BlockChoice>, _ match: PhaseMatch, _ column: Int, _ row: Int) -> Strangers {
    let own = choices[column, row].vector
    var most: Int?
    var bits: UInt16 = 0
    // Neighbours often have one vector: what was found for the last one serves again.
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
