import Foundation
import Pixels
import Streams
import TestSupport
import Testing

@testable import Motion

/// Tests things that enter or leave the picture between two frames.
@Suite struct EdgeCrossingTests {
  private static let layout = PixelLayout("gray", width: 160, height: 96)!

  /// A textured rectangle with its left edge at `place`, over a smooth background.
  private static func sign(at place: Double) -> [UInt8] {
    var frame = (0..<layout.frameBytes).map { (index: Int) -> UInt8 in
      let (column, row) = (index % layout.width, index / layout.width)
      return UInt8(20 + column / 4 + row / 2)
    }
    for row in 32..<56 {
      for column in 0..<layout.width where (place..<place + 40).contains(Double(column)) {
        let (x, y) = (Double(column) - place, Double(row))
        let (one, other): (Double, Double) = (sin(x * 0.5 + y * 0.1), cos(y * 0.4 - x * x * 0.004))
        frame[row * layout.width + column] = UInt8(128 + 50 * one + 50 * other)
      }
    }
    return frame
  }

  /// Four frames. The rectangle enters between the second and the third frame, or leaves between them.
  private static func film(comesIn: Bool, fromLeft: Bool) -> (at: (Double) -> [UInt8], frames: [[UInt8]]) {
    func frame(_ time: Double) -> [UInt8] {
      let way = 12 * (comesIn ? time - 1 : 2 - time)
      return sign(at: fromLeft ? way - 40 : 160 - way)
    }
    return (frame, (0..<4).map { frame(Double($0)) })
  }

  @Test(arguments: [true, false], [true, false]) func thingsCrossingTheEdgeKeepMoving(comesIn: Bool, fromLeft: Bool) {
    let film = Self.film(comesIn: comesIn, fromLeft: fromLeft)
    let maker = FrameMaker(Self.layout, by: OneWorker())
    maker.take(1, of: film.frames)
    let phase = comesIn ? 0.75 : 0.25
    // A blend, or a rectangle that stays still with the background, would give at most 37 dB.
    #expect(MotionTests.psnr(MotionTests.made(by: maker, at: phase, Self.layout), film.at(1 + phase)) > 42)
  }

  /// The `EdgeCrossing` of a flat picture one block high. In the pair after it, the blocks have the vectors `later`.
  private func crossing(_ later: [MotionVector], at phase: Double = 0.5) -> EdgeCrossing {
    var motion = PairMotion(columns: later.count, rows: 1)
    for column in later.indices {
      motion.forward[column, 0] = later[column]
      motion.backward[column, 0] = -(later.first { $0 != .zero } ?? .zero)
    }
    let plane = PaddedPlane<UInt8>(width: 8 * later.count, height: 8)
    plane.extendEdges()
    motion.judge(plane, plane, by: OneWorker())
    return EdgeCrossing(
      MotionBeside(earlier: nil, later: motion), at: Phase(phase), width: 8 * later.count, height: 8)
  }

  @Test func onlyBlocksLeavingThePictureCrossItsEdge() {
    // The motion is eight pixels to the right. Moved back by half of it, only the first block is outside.
    let right = crossing([MotionVector](repeating: MotionVector(128, 0), count: 6))
    #expect((0..<6).map { right.vector($0, 0) == MotionVector(128, 0) } == [true, false, false, false, false, false])
  }

  /// A thing that passes over a block at phase 0.25 is three blocks farther to the right in the second frame.
  @Test func passingBlockIsFound() {
    var vectors = [MotionVector](repeating: .zero, count: 12)
    for column in 2..<6 { vectors[column] = MotionVector(512, 0) }
    #expect(crossing(vectors, at: 0.25).vector(1, 0) == nil)
    for column in 0..<6 { vectors[column] = MotionVector(512, 0) }
    let all = crossing(vectors, at: 0.25)
    #expect((0..<3).map { all.vector($0, 0) } == [MotionVector(512, 0), nil, nil])
    // Beyond the opposite edge of the picture, nothing is known.
    #expect(crossing([.zero, .zero, MotionVector(-1024, 0)], at: 0.25).vector(2, 0) == nil)
  }

  /// A window that its vector moves out of the other frame counts neither for nor against a cut.
  @Test func vectorsOutOfThePictureProveNothing() {
    let (dark, light) = (PaddedPlane<UInt8>(width: 64, height: 64), PaddedPlane<UInt8>(width: 64, height: 64))
    for row in 0..<64 {
      for column in 0..<64 { (dark[column, row], light[column, row]) = (20, UInt8(180 + (column + row) % 2 * 60)) }
    }
    dark.extendEdges()
    light.extendEdges()
    let out = WindowFit(4, 4, from: dark, to: light, MotionVector(16 * 40, 0))
    #expect(!out.isSeen && !out.isConvincing)
    #expect(WindowFit(4, 4, from: dark, to: dark, MotionVector(16 * 10, 0)).isConvincing)
    var evidence = CutEvidence()
    evidence.add(out)
    #expect(!evidence.provesCut)
    evidence.add(WindowFit(4, 4, from: dark, to: light, .zero))
    #expect(evidence.provesCut)
  }
}
