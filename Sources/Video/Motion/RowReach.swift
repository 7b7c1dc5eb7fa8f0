/// How far up and down a row of vectors goes.
struct RowReach: BitwiseCopyable {
  private let upmost: MotionVector
  private let downmost: MotionVector

  init(of row: Int, in field: BlockGrid<MotionVector>) {
    var (upmost, downmost) = (field[0, row], field[0, row])
    for column in 1..<max(1, field.columns) {
      let vector = field[column, row]
      if vector.down < upmost.down { upmost = vector }
      if vector.down > downmost.down { downmost = vector }
    }
    self.upmost = upmost
    self.downmost = downmost
  }

  /// The rows that blocks of this one lie on once they have moved by a part of their vectors.
  func landing(from row: Int, moved: (MotionVector) -> MotionVector) -> Range<Int> {
    // Blocks are 128 sixteenths high, and lie on two rows unless they meet one exactly.
    row &+ moved(upmost).y &>> 7..<row &+ moved(downmost).y &>> 7 &+ 2
  }
}
