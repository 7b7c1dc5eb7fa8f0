import Foundation
import Pixels
import Streams
import TestSupport
import Testing

@testable import Motion

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

  /// In a pan, only the later frame shows the columns that enter. They are nearly as good as columns in the middle.
  @Test(arguments: [-8.0, 8]) func enteringColumnsComeFromTheFrameThatShowsThem(speed: Double) {
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

  /// A vector that leads the right half of a window out of the picture must not win too easily. The left half is flat
  /// and matches. All contrast is in the right half. Half of the contrast counts, because half of the window is inside.
  @Test func contrastCountsInProportionToThePartInside() {
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
      beside: MotionBeside(earlier: nil, later: nil), isInterchangeable: false,
      bends: RowBends(columns: columns, rows: rows), trial: BlendTrial(columns: columns, rows: rows), phase: Phase(0.5))
    // The vector is 24 pixels to the right. The window of block 14 begins at column 96 in the first frame and at column
    // 120, near the right edge, in the second.
    let contrast = 128 * 60
    #expect(match.disagreement(along: MotionVector(24 * 16, 0), 14, 4) == 64 - contrast / 8)
    #expect(match.disagreement(along: .zero, 14, 4) > 0)
  }

  /// Compares with the mean difference of the samples inside both frames, times 256.
  @Test func onlyThePartInsideBothFramesIsCompared() {
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

  /// Compares with a simple computation: the mean difference inside the other frame, times 256, plus 4 for each sample
  /// that the motion moves out. Nil if less than a quarter of the window is inside, or with too little contrast.
  @Test func searchIgnoresThePartOutside() {
    var random = SplitMix64(seed: 32)
    let (width, height) = (40, 28)
    /// A plane whose left half is flat and whose right half is noise.
    func plane() -> PaddedPlane<UInt8> {
      let plane = PaddedPlane<UInt8>(width: width, height: height)
      for row in 0..<height {
        for column in 0..<width { plane[column, row] = column < width / 2 ? 128 : UInt8(random.whole(below: 256)) }
      }
      plane.extendEdges()
      return plane
    }
    let (one, other) = (plane(), plane())
    var counts = (found: 0, flat: 0, small: 0)
    for _ in 0..<1000 {
      let (x, y) = (random.whole(below: 22) - 4, random.whole(below: 16) - 4)
      let (toX, toY) = (random.whole(below: 64) - 20, random.whole(below: 52) - 20)
      let samples = (0..<256).map { unsafe Int(one.pointer(x + $0 % 16, y + $0 / 16).pointee) }
      let mean = samples.reduce(0, +) / 256
      let inside = (0..<256).filter {
        (0..<width).contains(toX + $0 % 16) && (0..<height).contains(toY + $0 / 16)
      }
      let contrast = samples.reduce(0) { $0 + abs($1 - mean) }
      let seen = inside.reduce(0) { $0 + abs(samples[$1] - mean) }
      let difference = inside.reduce(0) { $0 + abs(samples[$1] - Int(other[toX + $1 % 16, toY + $1 / 16])) }
      let isSmall = inside.count < 64
      let isFlat = 4 * seen * 256 < 3 * contrast * inside.count
      let unmoved = (0..<256).count { (0..<width).contains(x + $0 % 16) && (0..<height).contains(y + $0 / 16) }
      let cost = 4 * max(0, unmoved - inside.count)
      let expected = isSmall || isFlat ? nil : difference * 256 / inside.count + cost
      let found = EdgeWindow(x, y, of: one).difference(of: one, to: other, toX, toY)
      #expect(found == expected, "\(x), \(y), \(toX), \(toY)")
      counts.small += isSmall ? 1 : 0
      counts.flat += !isSmall && isFlat ? 1 : 0
      counts.found += expected == nil ? 0 : 1
    }
    #expect(min(counts.found, counts.flat, counts.small) > 30, "\(counts)")
  }

  /// Stripes with a period of 12.6 samples move by 5 samples. A vector of 7 samples in the opposite direction matches
  /// nearly as well. The repeated edge of the plane does not contradict this wrong vector.
  @Test func motionOutOfThePictureIsFollowed() {
    func plane(_ shift: Int) -> PaddedPlane<UInt8> {
      let plane = PaddedPlane<UInt8>(width: 128, height: 72)
      for row in 0..<72 {
        for column in 0..<128 {
          let place = Double(column - shift)
          plane[column, row] = UInt8(128 + 50 * sin(place * 0.5) + 50 * sin(Double(row) * 0.7 + place * place * 0.004))
        }
      }
      plane.extendEdges()
      return plane
    }
    let (one, other) = (plane(0), plane(5))
    var search = BlockSearch(from: one, to: other, leavesOutOutside: true)
    // Block 15 is the last of its row. Moved by (5, 0), 7 of the 16 columns of its window are inside the frame.
    let window = MotionGeometry.window(15, 4)
    search.begin(window.x, window.y, expecting: .zero)
    search.scan(7)
    #expect(search.best == MotionVector(5, 0))
    var blind = BlockSearch(from: one, to: other, leavesOutOutside: false)
    blind.begin(window.x, window.y, expecting: .zero)
    blind.scan(7)
    #expect(blind.best != MotionVector(5, 0))
  }

  /// A grid moves left by 12 and down by 8 pixels per frame, and rings move left by 8. Much of both leaves the picture.
  @Test func wavesThatLeaveThePictureAreFollowed() {
    let layout = PixelLayout("gray", width: 320, height: 180)!
    func frame(_ time: Double) -> [UInt8] {
      MotionBesideTests.waves(layout, x: 3 * time, y: -2 * time, rings: 60, at: 2 * time)
    }
    let maker = FrameMaker(layout, by: OneWorker())
    maker.take(1, of: [40, 44, 48, 52].map(frame))
    let psnr = MotionTests.psnr(MotionTests.made(by: maker, at: 0.5, layout), frame(46))
    // If the search also compared the repeated edges outside the picture, it would reach only 26.5 dB.
    #expect(psnr > 29)
  }
}
