import Foundation
import Pixels
import Streams
import TestSupport
import Testing

@testable import Motion

/// Tests accelerated motion, which the frames before and after a pair of frames reveal.
@Suite struct MotionBendTests {
  private let layout = PixelLayout("gray", width: 160, height: 96)!

  /// A smooth gray picture without repetition, with its corner at (`x`, `y`).
  private func scenery(_ x: Double, _ y: Double, seed: Double = 0) -> [UInt8] {
    (0..<layout.height).flatMap { row in
      (0..<layout.width).map { column in
        let (u, v) = (Double(column) + x + 100 * seed, Double(row) + y)
        return UInt8(128 + 40 * (sin(u * 0.31 + v * 0.11) + sin(u * 0.07 - v * 0.23) + sin(u * v * 0.003 + v * 0.4)))
      }
    }
  }

  private func made(_ first: Int, of frames: [[UInt8]], at phase: Double) -> [UInt8] {
    let maker = FrameMaker(layout, by: OneWorker())
    maker.take(first, of: frames)
    var result = [UInt8](repeating: 0, count: layout.frameBytes)
    var room = result.mutableSpan
    maker.make(at: phase, into: &room)
    return result
  }

  private func error(_ one: [UInt8], _ other: [UInt8]) -> Double {
    zip(one, other).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) } / Double(one.count)
  }

  /// The picture accelerates like a thrown ball. At the ends of a shot, the acceleration is known at only one frame.
  @Test(arguments: [0.25, 0.5, 0.7]) func acceleratedMotionFollowsItsParabola(phase: Double) {
    func frame(_ time: Double) -> [UInt8] { scenery(3 * time, 1.5 * time * time) }
    let frames = (0..<4).map { frame(Double($0)) }
    let truth = frame(1 + phase)
    let straight = error(made(0, of: [frames[1], frames[2]], at: phase), truth)
    #expect(error(made(1, of: frames, at: phase), truth) < straight / 10)
    #expect(error(made(1, of: Array(frames[..<3]), at: phase), truth) < straight / 2)
    #expect(error(made(0, of: Array(frames[1...]), at: phase), truth) < straight / 2)
  }

  /// Frames of other shots before and after a pair do not change the motion in the pair.
  @Test func otherScenesDoNotBendMotion() {
    let (one, two) = (scenery(0, 0), scenery(4, 1))
    let (before, after) = (scenery(0, 0, seed: 5).map { $0 / 3 }, scenery(0, 0, seed: 9).map { 255 - $0 / 3 })
    #expect(made(1, of: [before, one, two, after], at: 0.4) == made(0, of: [one, two], at: 0.4))
  }

  /// Constant motion is followed along a straight line. A picture that stands still between two frames stays, even if
  /// it moves before and after.
  @Test func steadyMotionStaysStraight() {
    let steady = (0..<4).map { scenery(5 * Double($0), 2 * Double($0)) }
    #expect(made(1, of: steady, at: 0.5) == made(0, of: [steady[1], steady[2]], at: 0.5))
    let still = scenery(9, 9)
    #expect(made(1, of: [scenery(4, 9), still, still, scenery(15, 9)], at: 0.5) == still)
  }

  /// A repeated frame, a stop or a jump changes the speed only once. This is not taken for an acceleration.
  @Test(arguments: [[0.0, 0, 4, 8], [0, 4, 8, 8], [0, 0, 4, 4], [0, 4, 20, 24], [0, 16, 20, 24], [0, 4, 8, 24]])
  func singleChangesOfMotionAreNotBent(positions: [Double]) {
    let frames = positions.map { scenery($0, $0 / 2) }
    let (one, two) = (frames[1], frames[2])
    let truth = scenery((positions[1] + positions[2]) / 2, (positions[1] + positions[2]) / 4)
    let straight = error(made(0, of: [one, two], at: 0.5), truth)
    #expect(error(made(1, of: frames, at: 0.5), truth) < 1.05 * straight + 0.05)
  }

  /// At the ends of a shot, only one frame beside the pair shows that a thing stops or has just started.
  @Test(arguments: [4.0, 8, 12]) func stopAtTheEndOfAShotIsNotBent(step: Double) {
    let (from, halfway, to) = (scenery(0, 0), scenery(step / 2, step / 4), scenery(step, step / 2))
    let straight = made(0, of: [from, to], at: 0.5)
    #expect(error(straight, halfway) < 10)
    #expect(made(0, of: [from, to, to, to], at: 0.5) == straight)
    #expect(made(2, of: [from, from, from, to], at: 0.5) == straight)
  }

  /// Two bends stay unchanged unless their mean is over three times as long as the shorter one, or their signs differ.
  @Test func eachBendLimitsTheOther() {
    func limited(_ one: (Int, Int), _ other: (Int, Int), isUneven: Bool = false) -> [MotionVector] {
      let (one, other) = (MotionVector(one.0, one.1), MotionVector(other.0, other.1))
      let limited = RowBends.limited(one, other, isUneven: isUneven)
      let swapped = RowBends.limited(other, one, isUneven: isUneven)
      #expect(limited == (swapped.second, swapped.first))
      return [limited.first, limited.second]
    }
    #expect(limited((10, -6), (14, -2)) == [MotionVector(10, -6), MotionVector(14, -2)])
    #expect(limited((10, -6), (14, 2)) == [MotionVector(10, -2), MotionVector(14, -2)])
    #expect(limited((40, 0), (0, 0)) == [.zero, .zero] && limited((0, 0), (0, -40)) == [.zero, .zero])
    #expect(limited((40, 0), (-40, 0)) == [.zero, .zero])
    // In uneven motion, opposite bends get half of their mean if one is three times as long as the other. If one is
    // zero, both get the whole mean.
    #expect(limited((30, -6), (-10, -2), isUneven: true) == [MotionVector(5, -6), MotionVector(5, -2)])
    #expect(limited((30, 8), (0, 8), isUneven: true) == limited((30, 8), (0, 8)))
    // The bends 4 and 40 are shortened so that their sum is 24 instead of 44.
    #expect(limited((4, 0), (40, 0)) == [MotionVector(2, 0), MotionVector(21, 0)])
    #expect(limited((0, 40), (0, -4)) == [MotionVector(0, 12), MotionVector(0, 12)])
    let long = MotionVector(16384, -16384)
    #expect(limited((16384, -16384), (16384, -16384)) == [long, long])
  }

  /// Compares with Lagrange's formula for the cubic through four positions. Signs are reversed, because a sample that
  /// is read from farther to the right appears farther to the left.
  @Test(arguments: [0.1, 0.25, 0.5, 0.8]) func bendsLieOnTheCubic(phase: Double) {
    let positions = [0.0, 0, 800, 1000]
    func bend(_ index: Int) -> Int { Int(positions[index - 1] - 2 * positions[index] + positions[index + 1]) }
    let expected = (0..<4).reduce(0.0) { sum, own in
      let share = (0..<4).reduce(1.0) { product, other in
        let distance: Double = 1 + phase - Double(other)
        return own == other ? product : product * distance / Double(own - other)
      }
      return sum + share * positions[own]
    }
    let straight = positions[1] * (1 - phase) + positions[2] * phase
    let bent = Phase(phase).bent(MotionVector(bend(1), -bend(1)), MotionVector(bend(2), -bend(2)))
    #expect(abs(Double(bent.x) - (straight - expected)) <= 0.6 && bent.x == -bent.y)
  }

  /// The bends of 6 × 5 blocks that all move alike.
  ///
  /// - Parameters:
  ///   - first: the horizontal motion from the first frame to the second, and to the previous frame if known.
  ///   - second: the horizontal motion from the second frame to the first, and to the next frame if known.
  ///   - foundRows: the number of rows of blocks of the second frame that are found in the next frame.
  private func bends(_ first: [Int], _ second: [Int], foundRows: Int = 5) -> RowBends {
    func field(_ across: Int) -> BlockGrid<MotionVector> {
      BlockGrid(columns: 6, rows: 5, filledWith: MotionVector(across, 0))
    }
    func leg(_ across: Int, _ foundRows: Int = 5) -> MotionLeg {
      let isFound = BlockGrid(columns: 6, rows: 5, filledWith: true)
      for row in foundRows..<5 {
        for column in 0..<6 { isFound[column, row] = false }
      }
      return MotionLeg(out: field(across), back: field(-across), isFound: isFound)
    }
    var bends = RowBends(columns: 6, rows: 5)
    bends.first.fill(leg(first[0]), first.count > 1 ? leg(first[1]) : nil, by: OneWorker())
    bends.second.fill(leg(second[0]), second.count > 1 ? leg(second[1], foundRows) : nil, by: OneWorker())
    bends.compare()
    return bends
  }

  /// At the ends of a shot, the unknown bend is zero, even if the known bend is longer than the motion.
  @Test(arguments: [0.25, 0.5, 0.75], [20, 300]) func shotsEndAsNaturalSplines(phase: Double, bend: Int) {
    func offset(_ bends: RowBends) -> MotionVector {
      bends.offset(at: Phase(phase), along: MotionVector(200, 0), 2, 2)
    }
    let known = MotionVector(bend, 0)
    #expect(offset(bends([200, bend - 200], [-200])) == Phase(phase).bent(known, .zero))
    #expect(offset(bends([200], [-200, 200 + bend])) == Phase(phase).bent(.zero, known))
  }

  /// If a block has only one bend, both become this bend times the agreement elsewhere: four fifths for 200 and 300.
  @Test func oneBendStandsForBothWithinAShot() {
    let bends = bends([200, 0], [-200, 500], foundRows: 2)
    let offset = bends.offset(at: Phase(0.25), along: MotionVector(200, 0), 2, 4)
    #expect(offset == Phase(0.25).bent(MotionVector(159, 0), MotionVector(159, 0)))
  }

  /// The bend at the first frame counts more before phase 0.5, and the bend at the second frame counts more after it.
  @Test(arguments: [0.25, 0.75]) func eachBendCountsAtItsOwnFrame(phase: Double) {
    let bends = bends([200, -160], [-200, 320])
    let (early, late) = (MotionVector(40, 0), MotionVector(120, 0))
    let offset = bends.offset(at: Phase(phase), along: MotionVector(200, 0), 2, 2)
    #expect(offset == Phase(phase).bent(early, late) && offset != Phase(phase).bent(late, early))
  }

  /// Opposite bends of a block count less if bends are opposite in nearly all blocks of the picture.
  @Test func unevenMotionIsBentLess() {
    func offset(agreeingRows: Int) -> MotionVector {
      func field(_ across: Int) -> BlockGrid<MotionVector> {
        BlockGrid(columns: 6, rows: 9, filledWith: MotionVector(across, 0))
      }
      func leg(_ across: Int, _ agreeing: Int) -> MotionLeg {
        let out = field(across)
        for row in (9 - agreeingRows)..<9 {
          for column in 0..<6 { out[column, row] = MotionVector(agreeing, 0) }
        }
        return MotionLeg(
          out: out, back: field(-across), isFound: BlockGrid(columns: 6, rows: 9, filledWith: true))
      }
      var bends = RowBends(columns: 6, rows: 9)
      bends.first.fill(leg(200, 200), leg(-170, -170), by: OneWorker())
      bends.second.fill(leg(-200, -200), leg(190, 230), by: OneWorker())
      bends.compare()
      return bends.offset(at: Phase(0.5), along: MotionVector(200, 0), 2, 1)
    }
    // The bends are 30 and −10. Their mean is 10, and half of the mean is 5.
    #expect(offset(agreeingRows: 5) == Phase(0.5).bent(MotionVector(10, 0), MotionVector(10, 0)))
    #expect(offset(agreeingRows: 0) == Phase(0.5).bent(MotionVector(5, 0), MotionVector(5, 0)))
  }

  /// Compares with a simple computation: medians over 3 × 3 blocks of the sums of two vectors, where both are certain.
  @Test func bendsAreMediansOfSums() {
    let (columns, rows) = (9, 7)
    var random = SplitMix64(seed: 21)
    func field() -> BlockGrid<MotionVector> {
      let field = BlockGrid(columns: columns, rows: rows, filledWith: MotionVector.zero)
      for row in 0..<rows {
        for column in 0..<columns {
          field[column, row] = MotionVector(random.whole(below: 161) - 80, random.whole(below: 161) - 80)
        }
      }
      return field
    }
    func leg() -> MotionLeg {
      let isFound = BlockGrid(columns: columns, rows: rows, filledWith: true)
      for row in 0..<rows { isFound[row, row] = false }
      return MotionLeg(out: field(), back: field(), isFound: isFound)
    }
    let (one, other) = (leg(), leg())
    let bend = MotionBend(columns: columns, rows: rows)
    bend.fill(one, other, by: OneWorker())
    func sum(_ column: Int, _ row: Int) -> (x: Int, y: Int)? {
      let (column, row) = (min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))
      guard column != row, max(one.contradiction(column, row), other.contradiction(column, row)) <= 128 else {
        return nil
      }
      let (out, back) = (one.out[column, row], other.out[column, row])
      return (out.x + back.x, out.y + back.y)
    }
    var knownCount = 0
    for row in 0..<rows {
      for column in 0..<columns {
        let sums = (-1...1).flatMap { down in (-1...1).compactMap { sum(column + $0, row + down) } }
        let expected =
          sums.count < 3
          ? nil : MotionVector(sums.map(\.x).sorted()[sums.count / 2], sums.map(\.y).sorted()[sums.count / 2])
        #expect(bend.values[column, row] == expected)
        if expected != nil { knownCount += 1 }
      }
    }
    #expect(knownCount > 5 && knownCount < columns * rows)
    bend.fill(one, nil, by: OneWorker())
    #expect(bend.values[3, 3] == nil)
  }
}
