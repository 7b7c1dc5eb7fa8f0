import Foundation
import Pixels
import Streams
import Testing

@testable import Motion

/// Tests how the pairs of frames before and after a pair change its motion.
@Suite struct MotionBesideTests {
  private func pair(_ vector: MotionVector) -> PairMotion {
    let motion = PairMotion(columns: 2, rows: 1)
    for column in 0..<2 { motion.forward[column, 0] = vector }
    return motion
  }

  @Test func equalVectorsOnBothSidesAreSteady() {
    let beside = MotionBeside(earlier: pair(MotionVector(-200, 40)), later: pair(MotionVector(-180, 20)))
    #expect(beside.steady(1, 0, insteadOf: MotionVector(100, 30)) == MotionVector(-190, 30))
    // A vector near one of the two vectors is kept.
    #expect(beside.steady(1, 0, insteadOf: MotionVector(-120, 30)) == nil)
  }

  @Test func stillBlocksStayStill() {
    let beside = MotionBeside(earlier: pair(MotionVector(-200, 40)), later: pair(MotionVector(-200, 40)))
    #expect(beside.steady(0, 0, insteadOf: .zero) == nil && beside.steady(0, 0, insteadOf: MotionVector(9, -6)) == nil)
  }

  /// The format of a very soft picture, in which a vector that is wrong by ten samples matches nearly as well.
  private static let soft = PixelLayout("gray", width: 320, height: 192)!

  private func softFrame(_ moved: Double) -> [UInt8] {
    (0..<Self.soft.frameBytes).map { index in
      let (x, y) = (Double(index % Self.soft.width) + moved, Double(index / Self.soft.width))
      let (fine, coarse): (Double, Double) = (8 * sin(x / 30 + y / 50) + 3 * sin(x / 9), 20 * sin(x / 70) * cos(y / 40))
      return UInt8(128 + fine + coarse)
    }
  }

  /// The motion between the second and the third frame differs from the motion before and after. The films contain a
  /// repeated frame, uneven motion, and a dropped frame.
  @Test(arguments: [[0.0, 10, 10, 20], [0, 0, 10, 10], [0, 10, 30, 40]]) func certainVectorsAreKept(moved: [Double]) {
    let maker = FrameMaker(Self.soft, by: OneWorker())
    maker.take(1, of: moved.map(softFrame))
    let made = MotionTests.made(by: maker, at: 0.5, Self.soft)
    #expect(MotionTests.psnr(made, softFrame((moved[1] + moved[2]) / 2)) > 65)
  }

  @Test func differingVectorsAreNotSteady() {
    let (one, other) = (pair(MotionVector(-200, 40)), pair(MotionVector(-140, 40)))
    let pairs: [(PairMotion?, PairMotion?)] = [(one, other), (one, nil), (nil, one), (nil, nil)]
    for (earlier, later) in pairs {
      #expect(MotionBeside(earlier: earlier, later: later).steady(0, 0, insteadOf: MotionVector(300, 0)) == nil)
    }
  }

  /// Two repeating patterns: a grid that is moved left by `x` and up by `y`, and rings that are moved left by `place`.
  /// `rings` is the amplitude of the rings in code values.
  static func waves(_ layout: PixelLayout, x: Double, y: Double, rings: Double, at place: Double) -> [UInt8] {
    let middle = (x: Double(layout.width / 2), y: Double(layout.height / 2))
    return (0..<layout.frameBytes).map { index in
      let (column, row) = (Double(index % layout.width), Double(index / layout.width))
      let grid = sin((column + x) / 5) * cos((row + y) / 7)
      return UInt8(128 + 60 * grid + rings * sin(hypot(column - middle.x + place, row - middle.y) / 6))
    }
  }

  /// Two repeating patterns cross each other. In some places, a vector that is wrong by a period matches best.
  @Test func periodsAreNotMistakenForMotion() {
    let layout = PixelLayout("gray", width: 240, height: 144)!
    func frame(_ time: Double) -> [UInt8] {
      Self.waves(layout, x: 14 * time, y: -8 * time, rings: 30, at: 12 * time)
    }
    func psnr(_ first: Int, _ frames: ArraySlice<[UInt8]>) -> Double {
      let maker = FrameMaker(layout, by: OneWorker())
      maker.take(first, of: Array(frames))
      return MotionTests.psnr(MotionTests.made(by: maker, at: 0.5, layout), frame(1.5))
    }
    let frames = (0..<4).map { frame(Double($0)) }
    let (alone, inRow) = (psnr(0, frames[1...2]), psnr(1, frames[0...3]))
    #expect(inRow > 34 && inRow > alone + 2)
  }
}
