import Foundation
import Streams
import TestSupport
import Testing

@testable import Video

/// What enters the picture between two frames, or leaves it, is seen in one of them only.
@Suite struct MotionEdgeTests {
  private let layout = PixelLayout("gray", width: 128, height: 72)!

  private func scenery(_ x: Double) -> [UInt8] {
    (0..<layout.height).flatMap { row in
      (0..<layout.width).map { column in
        let (u, v) = (Double(column) + x, Double(row))
        return UInt8(128 + 40 * (sin(u * 0.31 + v * 0.11) + sin(u * 0.07 - v * 0.23) + sin(u * v * 0.003 + v * 0.4)))
      }
    }
  }

  /// The outermost columns, which the later frame of a pan alone has, are as good as those in the middle.
  @Test(arguments: [-8.0, 8]) func whatEntersComesFromTheFrameThatHasIt(speed: Double) {
    let (first, second, truth) = (scenery(0), scenery(speed), scenery(speed / 2))
    let maker = FrameMaker(layout, by: OneWorker())
    maker.take(0, of: [first, second])
    var made = [UInt8](repeating: 0, count: layout.frameBytes)
    var room = made.mutableSpan
    maker.make(at: 0.5, into: &room)
    func error(_ columns: Range<Int>) -> Double {
      var sum = 0.0
      for row in 0..<layout.height {
        for column in columns {
          let index = row * layout.width + column
          sum += pow(Double(made[index]) - Double(truth[index]), 2)
        }
      }
      return sum / Double(columns.count * layout.height)
    }
    let width = layout.width
    #expect(error(speed > 0 ? width - 4..<width : 0..<4) < 4 * error(16..<width - 16) + 4)
  }

  /// A vector out of the picture is not the best one because nothing contradicts it: half of the window is inside, is flat and
  /// found again, and the other half, which has the contrast, is not.
  @Test func whatIsOutsideIsNotFoundAgain() {
    let (one, other) = (PaddedPlane<UInt8>(width: 128, height: 72), PaddedPlane<UInt8>(width: 128, height: 72))
    for row in 0..<72 {
      for column in 0..<128 {
        one[column, row] = (104..<112).contains(column) ? (row + column) % 2 == 0 ? 90 : 210 : 150
        other[column, row] = 150
      }
    }
    one.extendEdges()
    other.extendEdges()
    let (columns, rows) = (MotionGeometry.blockCount(128), MotionGeometry.blockCount(72))
    let match = PhaseMatch(
      first: one, second: other, motion: PairMotion(columns: columns, rows: rows),
      beside: MotionBeside(earlier: nil, later: nil), crossing: nil, bends: RowBends(columns: columns, rows: rows),
      trial: BlendTrial(columns: columns, rows: rows), phase: Phase(0.5))
    // 24 pixels to the right: the window of block 14 begins 12 pixels before column 108, and 12 behind it.
    let contrast = 128 * 60
    #expect(match.disagreement(along: MotionVector(24 * 16, 0), 14, 4) == 64 - contrast / 8)
    #expect(match.disagreement(along: .zero, 14, 4) > 0)
  }

  /// The plain formula: the mean difference over what is inside of both frames, times 256.
  @Test func onlyWhatIsInsideIsCompared() {
    var random = SplitMix64(seed: 31)
    let (width, height) = (40, 28)
    func noise() -> PaddedPlane<UInt8> {
      let plane = PaddedPlane<UInt8>(width: width, height: height)
      for row in 0..<height { for column in 0..<width { plane[column, row] = UInt8(random.whole(below: 256)) } }
      plane.extendEdges()
      return plane
    }
    let (one, other) = (noise(), noise())
    var partCount = 0
    for _ in 0..<300 {
      let (x, y) = (random.whole(below: 56) - 16, random.whole(below: 44) - 16)
      let (across, down) = (random.whole(below: 41) - 20, random.whole(below: 41) - 20)
      let vector = MotionVector(16 * across, 16 * down)
      var differences: [Int] = []
      for row in y..<y + 16 where (0..<height).contains(row) && (0..<height).contains(row + down) {
        for column in x..<x + 16 where (0..<width).contains(column) && (0..<width).contains(column + across) {
          differences.append(abs(Int(one[column, row]) - Int(other[column + across, row + down])))
        }
      }
      let expected =
        differences.count < 32
        ? one.fineDifference(x, y, to: other, moved: vector) : differences.reduce(0, +) * 256 / differences.count
      let found = one.insideDifference(x, y, to: other, moved: vector)
      #expect(found == (expected, differences.count), "\(x), \(y), \(across), \(down)")
      if (32..<256).contains(differences.count) { partCount += 1 }
    }
    #expect(partCount > 50)
  }
}
