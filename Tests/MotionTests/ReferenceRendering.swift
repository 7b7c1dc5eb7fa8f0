import Pixels

@testable import Motion

/// A simple version of `CellRenderer` to compare with. It has the same formulas, for one sample at a time.
enum ReferenceRendering {
  /// Interpolates at (`x`, `y`), in sixteenths of a sample, over six samples along rows and then along columns. The
  /// result has `spare` fractional bits.
  static func sixTap(_ x: Int, _ y: Int, spare: Int, _ sample: (Int, Int) -> Int) -> Int {
    func sum(_ taps: SixTaps, _ values: (Int) -> Int) -> Int {
      (-2...3).reduce(0) { $0 + values($1) * Int(taps[$1 + 2]) }
    }
    func rounded(_ sum: Int, bits: Int) -> Int { (sum + 1 << (bits - 1)) >> bits }
    let (across, down) = (SixTaps.all[x & 15], SixTaps.all[y & 15])
    func row(_ y: Int) -> Int { sum(across) { sample(x >> 4 + $0, y) } }
    // If only one axis needs interpolation, there is no rounding between rows and columns.
    if y & 15 == 0 { return rounded(row(y >> 4), bits: 6 - spare) }
    return rounded(sum(down) { rounded(row(y >> 4 + $0), bits: 6) }, bits: 6 - spare)
  }

  /// Interpolates bilinearly at (`x`, `y`), in sixteenths of a sample, and rounds once.
  static func bilinear(_ x: Int, _ y: Int, spare: Int, _ sample: (Int, Int) -> Int) -> Int {
    let (right, below) = (x & 15, y & 15)
    func row(_ y: Int) -> Int { sample(x >> 4, y) * (16 - right) + sample(x >> 4 + 1, y) * right }
    return (row(y >> 4) * (16 - below) + row(y >> 4 + 1) * below + 128 >> spare) >> (8 - spare)
  }

  /// One component of a new frame.
  struct Frame {
    let first: (Int, Int) -> Int
    let second: (Int, Int) -> Int
    let component: ComponentLayout
    let phase: Phase
    /// The number of fractional bits of predicted samples.
    let spare: Int
    let peak: Int
    let isFading: Bool

    /// The sample at (`x`, `y`): a weighted mean of the predictions of the sample's block and its eight neighbours.
    /// Along each axis, the sample's block has weight one half, and its two neighbours share the rest. Means along rows
    /// keep three fractional bits.
    func sample(_ x: Int, _ y: Int, _ choices: BlockGrid<BlockChoice>, _ strangers: BlockGrid<Strangers>) -> Int {
      let (width, height) = (8 >> component.shiftX, 8 >> component.shiftY)
      let (column, row) = (x / width, y / height)
      let origin = (x: column * width, y: row * height)
      let right = (2 * (x - origin.x) + 1) << component.shiftX
      let below = (2 * (y - origin.y) + 1) << component.shiftY
      let sum = zip(row - 1...row + 1, [16 - below, 16, below]).reduce(128) { sum, line in
        let along = zip(column - 1...column + 1, [16 - right, 16, right]).reduce(2 << spare) { sum, block in
          let place = 3 * (line.0 - row + 1) + block.0 - column + 1
          let isStranger = strangers[column, row].contains(place)
          let choice = isStranger ? choices[column, row] : choices.nearest(block.0, line.0)
          return sum + block.1 * prediction(x, y, origin, choice)
        }
        return sum + line.1 * (along >> (2 + spare))
      }
      return sum >> 8
    }

    private func prediction(_ x: Int, _ y: Int, _ origin: (x: Int, y: Int), _ choice: BlockChoice) -> Int {
      let moved = meeting(x, y, origin, choice.vector, choice.offset, choice.side)
      let still = meeting(x, y, origin, .zero, .zero, .both)
      return choice.blendShare == 0 ? moved : moved + ((still - moved) * Int(choice.blendShare) + 64) >> 7
    }

    private func meeting(
      _ x: Int, _ y: Int, _ origin: (x: Int, y: Int), _ vector: MotionVector, _ offset: MotionVector, _ side: Side
    ) -> Int {
      func scaled(_ length: Int, _ shift: Int) -> Int { (length + (1 << shift) / 2) >> shift }
      let (gone, ahead) = (phase.travelled(vector), phase.remaining(vector))
      let one = (
        x: scaled(offset.x - gone.x, component.shiftX), y: scaled(offset.y - gone.y, component.shiftY)
      )
      let two = (
        x: scaled(ahead.x + offset.x, component.shiftX), y: scaled(ahead.y + offset.y, component.shiftY)
      )
      let (before, after) = (
        fetch(x, y, origin, one.x, one.y, first), fetch(x, y, origin, two.x, two.y, second)
      )
      if side != .both { return side == .first ? before : after }
      if !isFading, isInside(x, y, one) != isInside(x, y, two) { return isInside(x, y, one) ? before : after }
      return before + ((after - before) * phase.weight(bits: 14) + 1 << 13) >> 14
    }

    private func isInside(_ x: Int, _ y: Int, _ moved: (x: Int, y: Int)) -> Bool {
      (0..<component.width).contains(x + moved.x >> 4) && (0..<component.height).contains(y + moved.y >> 4)
    }

    /// Reads the sample (`x`, `y`) of a cell that begins at `origin` and is moved by (`across`, `down`). The whole cell
    /// is clamped to the plane's margin.
    private func fetch(
      _ x: Int, _ y: Int, _ origin: (x: Int, y: Int), _ across: Int, _ down: Int, _ sample: (Int, Int) -> Int
    ) -> Int {
      let (cellX, cellY) = (origin.x * 16 + across, origin.y * 16 + down)
      let least = -(MotionGeometry.margin - MotionGeometry.kernelReach)
      let corner = (
        x: min(max(cellX >> 4, least), component.width - least - 8),
        y: min(max(cellY >> 4, least), component.height - least - 8)
      )
      let (atX, atY) = ((corner.x + x - origin.x) * 16 + cellX & 15, (corner.y + y - origin.y) * 16 + cellY & 15)
      if component.isChroma { return ReferenceRendering.bilinear(atX, atY, spare: spare, sample) }
      return min(max(ReferenceRendering.sixTap(atX, atY, spare: spare, sample), 0), peak << spare)
    }
  }
}
