import Pixels
import TestSupport
import Testing

@testable import Motion

/// Tests dissolves between moving scenes, and cuts between the same scenes.
@Suite struct DissolveTests {
  private static let layout = PixelLayout("gray", width: 400, height: 192)!

  /// Two scenes that move left by `step` samples per frame. The second appears after the third frame, over `length`
  /// frames.
  private func frames(_ count: Int, step: Int, length: Int) -> [[UInt8]] {
    (0..<count).map { time in
      let share = min(max(Double(time - 2) / Double(length), 0), 1)
      let (one, other) = (Scene(seed: 1, darkest: 0), Scene(seed: 2, darkest: 75))
      return (0..<Self.layout.frameBytes).map { index in
        let (x, y) = (index % Self.layout.width + step * time, index / Self.layout.width)
        return UInt8((Double(one[x, y]) * (1 - share) + Double(other[x, y]) * share).rounded())
      }
    }
  }

  private func joins(_ frames: ArraySlice<[UInt8]>) -> Bool {
    let row = frames.map { GuidePyramid($0, Self.layout) }
    return Dissolve.joins(before: row[0], row[1], row[2], after: row[3])
  }

  @Test(arguments: [0, 3, 8, 20]) func dissolvesOfMovingScenesAreFound(step: Int) {
    let frames = frames(7, step: step, length: 2)
    let (opening, closing, beyond) = (joins(frames[1...4]), joins(frames[2...5]), joins(frames[3...6]))
    #expect(opening && closing && !beyond)
  }

  @Test(arguments: [0, 3, 8, 20]) func cutsAreNotDissolves(step: Int) {
    let frames = frames(7, step: step, length: 1)
    let (early, cut, late) = (joins(frames[0...3]), joins(frames[1...4]), joins(frames[2...5]))
    #expect(!early && !cut && !late)
  }

  /// At full size, no frame of this dissolve is halfway between its neighbours, because its details have moved.
  @Test func movingDetailsDoNotHideADissolve() {
    let frames = frames(6, step: 8, length: 2)
    func error(_ index: Int) -> Int {
      zip(frames[index], zip(frames[index - 1], frames[index + 1])).reduce(0) {
        $0 + abs(2 * Int($1.0) - Int($1.1.0) - Int($1.1.1))
      }
    }
    let change = zip(frames[2], frames[3]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(min(error(2), error(3)) > change)
    let alone = FrameMaker.cuts(after: 0, of: Array(frames[2...3]), Self.layout)
    let inRow = FrameMaker.cuts(after: 2, of: frames, Self.layout)
    #expect(alone && !inRow)
  }

  /// A dissolve is found if one frame of the pair is inside it, and both neighbours of this frame are known.
  @Test func oneFrameInsideIsEnough() {
    let shown = frames(5, step: 6, length: 2)[2...].map { GuidePyramid($0, Self.layout) }
    let (start, middle, end) = (shown[0], shown[1], shown[2])
    #expect(Dissolve.joins(before: nil, start, middle, after: end))
    #expect(Dissolve.joins(before: start, middle, end, after: nil))
    #expect(!Dissolve.joins(before: nil, start, middle, after: nil))
    #expect(!Dissolve.joins(before: nil, start, end, after: end))
    #expect(!Dissolve.joins(before: start, start, end, after: nil))
  }
}

/// A picture of large squares of different brightness, with small squares in them.
private struct Scene {
  private static let columns = 300
  private let codes: [Int]
  let darkest: Int

  init(seed: UInt64, darkest: Int) {
    var random = SplitMix64(seed: seed)
    codes = (0..<Self.columns * 100).map { _ in random.whole(below: 120) }
    self.darkest = darkest
  }

  subscript(x: Int, y: Int) -> Int {
    darkest + codes[y / 2 * Self.columns + x / 2] + codes[y / 40 * Self.columns + x / 40] / 3
  }
}
