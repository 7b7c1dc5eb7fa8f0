import Foundation
import Pixels
import Streams
import TestSupport
import Testing

@testable import Motion

/// Tests how well blends match known frames, and how much of a blend new frames get.
@Suite struct BlendTrialTests {
  private static let layout = PixelLayout("gray", width: 96, height: 64)!

  /// A still picture. In the middle, `share` (0…1) of another picture is mixed in.
  private func revealed(_ share: Double) -> [UInt8] {
    let (one, other) = (scenery(seed: 0), scenery(seed: 3))
    return one.indices.map { index in
      let (x, y) = (index % Self.layout.width, index / Self.layout.width)
      let part = (24..<72).contains(x) && (16..<48).contains(y) ? share : 0
      return UInt8(Double(one[index]) * (1 - part) + Double(other[index]) * part)
    }
  }

  private func scenery(_ x: Double = 0, _ y: Double = 0, seed: Double = 0) -> [UInt8] {
    MotionTests.scenery(Self.layout, x: x, y: y, seed: seed)
  }

  /// Squares of four by four samples, each with a brightness of its own.
  private func stones(seed: UInt64, bright: Int) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    let codes = (0..<24 * 16).map { _ in bright + random.whole(below: 120) }
    return (0..<Self.layout.frameBytes).map { index in
      UInt8(codes[index / Self.layout.width / 4 * 24 + index % Self.layout.width / 4])
    }
  }

  private func made(_ first: Int, of frames: [[UInt8]]) -> [UInt8] {
    let maker = FrameMaker(Self.layout, by: OneWorker())
    maker.take(first, of: frames)
    #expect(!maker.isCut)
    var result = [UInt8](repeating: 0, count: Self.layout.frameBytes)
    var room = result.mutableSpan
    maker.make(at: 0.5, into: &room)
    return result
  }

  private func error(_ one: [UInt8], _ other: [UInt8]) -> Double {
    zip(one, other).reduce(0) { $0 + pow(Double($1.0) - Double($1.1), 2) } / Double(one.count)
  }

  /// Things that change in place may match things nearby by chance. The frames before and after show that nothing
  /// moves.
  @Test func changesInPlaceAreBlended() {
    let frames = (0..<4).map { revealed(Double($0) / 3) }
    let truth = revealed(0.5)
    let alone = error(made(0, of: Array(frames[1...2])), truth)
    #expect(error(made(1, of: frames), truth) < alone / 4)
    // Only the frame before, or only the frame after, is enough.
    #expect(error(made(1, of: Array(frames[...2])), truth) < alone / 4)
    #expect(error(made(0, of: Array(frames[1...])), truth) < alone / 4)
  }

  /// Two frames of a dissolve look like a cut. Only the frames before and after show the dissolve.
  @Test func dissolvesAreNotCuts() {
    func frame(_ time: Double) -> [UInt8] {
      let share = min(max((time - 1) / 2, 0), 1)
      return zip(stones(seed: 1, bright: 10), stones(seed: 2, bright: 135)).map { one, other in
        UInt8(Double(one) * (1 - share) + Double(other) * share)
      }
    }
    func isCut(_ first: Int, _ frames: [[UInt8]]) -> Bool { FrameMaker.cuts(after: first, of: frames, Self.layout) }
    let frames = (0..<5).map { frame(Double($0)) }
    for first in 1...2 {
      let alone = isCut(0, Array(frames[first...first + 1]))
      #expect(alone)
      #expect(!isCut(first, frames))
      let truth = frame(Double(first) + 0.5)
      #expect(error(made(first, of: frames), truth) < error(frames[first], truth) / 4)
    }
    // At both ends of a dissolve, only the frame inside the dissolve shows how good a blend is.
    for first in 1...2 {
      let pyramids = frames[first - 1...first + 2].map { GuidePyramid($0, Self.layout) }
      let planes = pyramids.map { $0.levels[0] }
      var trial = BlendTrial(columns: 12, rows: 8)
      trial.fill(before: planes[0], planes[1], planes[2], after: planes[3], by: OneWorker())
      let outcome = trial.outcome(5, 3)!
      let isDissolve = Dissolve.joins(before: pyramids[0], pyramids[1], pyramids[2], after: pyramids[3])
      #expect(isDissolve && outcome.error < outcome.change / 10)
    }
    // Without the middle of the dissolve, the same frames contain a cut, even if the frame before or after is missing.
    let cut = Array(frames[..<2] + frames[3...])
    #expect(isCut(1, cut) && isCut(1, Array(cut[..<3])) && isCut(0, Array(cut[1...])))
  }

  /// A picture that moves evenly gives the same new frame with and without the frames before and after.
  @Test(arguments: [2, 5, 11]) func motionIsNotBlended(step: Int) {
    let frames = (0..<4).map { scenery(Double(step * $0), Double($0)) }
    #expect(made(1, of: frames) == made(0, of: Array(frames[1...2])))
  }

  /// Compares with means over 3 × 3 blocks, times 256, computed sample by sample. Blocks outside the picture are
  /// replaced by the nearest block.
  @Test(arguments: [(true, true), (true, false), (false, true)]) func outcomesAreMeans(hasBefore: Bool, hasAfter: Bool)
  {
    var random = SplitMix64(seed: 42)
    let planes = (0..<4).map { _ in
      let plane = PaddedPlane<UInt8>(width: 43, height: 29)
      for y in 0..<29 { for x in 0..<43 { plane[x, y] = UInt8(random.whole(below: 256)) } }
      plane.extendEdges()
      return plane
    }
    func code(_ plane: Int, _ x: Int, _ y: Int) -> Int { Int(planes[plane][min(x, 42), min(y, 28)]) }
    func mean(_ column: Int, _ row: Int, _ value: (Int, Int) -> Int) -> Int {
      var sum = 0
      for down in row - 1...row + 1 {
        for across in column - 1...column + 1 {
          let (x, y) = (8 * min(max(across, 0), 5), 8 * min(max(down, 0), 3))
          for index in 0..<64 { sum += value(x + index % 8, y + index / 8) }
        }
      }
      return sum * 256 / 576
    }
    var trial = BlendTrial(columns: 6, rows: 4)
    #expect(trial.outcome(0, 0) == nil)
    trial.fill(
      before: hasBefore ? planes[0] : nil, planes[1], planes[2], after: hasAfter ? planes[3] : nil, by: OneWorker())
    for row in 0..<4 {
      for column in 0..<6 {
        let earlier = mean(column, row) { abs(2 * code(1, $0, $1) - code(0, $0, $1) - code(2, $0, $1)) }
        let later = mean(column, row) { abs(2 * code(2, $0, $1) - code(1, $0, $1) - code(3, $0, $1)) }
        let twice = (hasBefore ? earlier : later) + (hasAfter ? later : earlier)
        let outcome = trial.outcome(column, row)!
        // The tolerance is 1, because each mean is rounded down.
        #expect(abs(outcome.error - twice / 2) <= 1)
        #expect(outcome.change == mean(column, row) { abs(code(1, $0, $1) - code(2, $0, $1)) })
      }
    }
    trial.fill(before: nil, planes[1], planes[2], after: nil, by: OneWorker())
    #expect(trial.outcome(0, 0) == nil)
  }

  @Test func betterGuessGetsTheLargerShare() {
    func share(error: Int, change: Int, difference: Int) -> Int16 {
      FallBack.share(
        disagreement: 0, still: 0, doubt: 0, trial: BlendTrial.Outcome(error: error, change: change)
      ) { (difference, 0) }
    }
    // For a difference of 4 code values, an error of 1.5 × (4 + 0.25 for rounding) = 1632 / 256 code values is
    // expected.
    #expect(share(error: 0, change: 10 * 256, difference: 4 * 256) == 128)
    #expect(share(error: 1632, change: 10 * 256, difference: 4 * 256) == 64)
    #expect(share(error: 3 * 1632, change: 40 * 256, difference: 4 * 256) == 16)
    // An error of 1.25 × (change + 0.25 for rounding) code values halves the share.
    #expect(share(error: 1280, change: 960, difference: 4 * 256) == 32)
    #expect(share(error: 1536, change: 960, difference: 255 * 256) == 0)
    // If the frames match exactly along the vector, nothing is blended.
    #expect(share(error: 20 * 256, change: 40 * 256, difference: 0) == 0)
    #expect(share(error: 255 * 256, change: 255 * 256, difference: 255 * 256) == 96)
  }
}
