import Pixels
import Streams
import TestSupport
import Testing

@testable import Motion

/// Tests blocks that move differently from their neighbours, such as letters and their background.
@Suite struct StrangersTests {
  @Test func stillLettersOverAPanStayStill() {
    let layout = PixelLayout("gray", width: 192, height: 96)!
    func titled(_ x: Double) -> [UInt8] {
      var frame = MotionTests.scenery(layout, x: x, y: 0)
      for row in 40..<56 {
        // The strokes do not repeat. A repeating pattern, moved by its period, would match as well as a still one.
        for column in 60..<130 { frame[row * 192 + column] = column * column / 37 * (row / 4) % 5 < 2 ? 235 : 30 }
      }
      return frame
    }
    let (first, truth, second) = (titled(0), titled(4), titled(8))
    let made = MotionTests.between(first, second, at: 0.5, layout)
    var letters = 0
    for row in 42..<54 {
      for column in 64..<126 {
        letters += abs(Int(made[row * 192 + column]) - Int(truth[row * 192 + column])) <= 8 ? 0 : 1
      }
    }
    #expect(letters < 75, "\(letters) samples of the letters moved")
  }

  /// Letters move over a flat, still background. Neither may leave traces in the other.
  @Test func movingLettersKeepTheirEdges() {
    let layout = PixelLayout("gray", width: 192, height: 96)!
    func titled(_ x: Int) -> [UInt8] {
      var frame = [UInt8](repeating: 40, count: layout.frameBytes)
      for row in 40..<56 {
        for column in 0..<70 where column * column / 37 * (row / 4) % 5 < 2 { frame[row * 192 + 60 - x + column] = 235 }
      }
      return frame
    }
    let made = MotionTests.between(titled(0), titled(8), at: 0.5, layout)
    let wrong = zip(made, titled(4)).count { abs(Int($0.0) - Int($0.1)) > 8 }
    #expect(wrong < 40, "\(wrong) samples of the letters or beside them")
  }

  /// Compares with the definition of strangers: neighbours whose vectors match much worse than the block's own vector.
  @Test func strangersMatchTheDefinition() {
    let layout = PixelLayout("gray", width: 240, height: 144)!
    var random = SplitMix64(seed: 5)
    let first = PaddedPlane<UInt8>(width: layout.width, height: layout.height)
    let second = PaddedPlane<UInt8>(width: layout.width, height: layout.height)
    let picture = MotionTests.scenery(layout, x: 0, y: 0)
    for row in 0..<layout.height {
      for column in 0..<layout.width {
        first[column, row] = picture[row * layout.width + column]
        // The left half stands still. The right half is noise that the first frame does not show.
        second[column, row] = column < 120 ? first[column, row] : UInt8(random.whole(below: 256))
      }
    }
    first.extendEdges()
    second.extendEdges()
    let (columns, rows) = (MotionGeometry.blockCount(layout.width), MotionGeometry.blockCount(layout.height))
    let match = PhaseMatch(
      first: first, second: second, motion: PairMotion(columns: columns, rows: rows),
      beside: MotionBeside(earlier: nil, later: nil), isInterchangeable: false,
      bends: RowBends(columns: columns, rows: rows), trial: BlendTrial(columns: columns, rows: rows), phase: Phase(0.4))
    let choices = BlockGrid(
      columns: columns, rows: rows, filledWith: BlockChoice(vector: .zero, blendShare: 0))
    let vectors = [MotionVector.zero, MotionVector(20, 8), MotionVector(-90, 40), MotionVector(100, 3)]
    for row in 0..<rows {
      for column in 0..<columns {
        // Some blocks stand still among moving blocks, so that most of their neighbours are strangers.
        let stands = column % 3 == 1 && row % 3 == 1
        choices[column, row].vector = vectors[stands ? 0 : random.whole(below: vectors.count)]
      }
    }
    var counts = [true: 0, false: 0]
    var lonelyCount = 0
    for row in 0..<rows {
      for column in 0..<columns {
        let found = Strangers.find(among: choices, match, column, row)
        let own = choices[column, row].vector
        let bound = 13 * max(0, match.disagreement(along: own, column, row)) + 3 * MotionGeometry.windowArea
        let doNotFit = (0..<9).map { place in
          let other = choices.nearest(column + place % 3 - 1, row + place / 3 - 1).vector
          return other.distance(to: own) > 32 && match.disagreement(along: other, column, row) > bound
        }
        let isLonely = doNotFit.count { $0 } > 4
        for place in 0..<9 {
          #expect(found.contains(place) == (doNotFit[place] && !isLonely), "\(column), \(row), \(place)")
          counts[found.contains(place), default: 0] += 1
        }
        lonelyCount += isLonely ? 1 : 0
      }
    }
    #expect(counts[true]! > 50 && counts[false]! > 50 && lonelyCount > 5, "\(counts), \(lonelyCount)")
  }
}
