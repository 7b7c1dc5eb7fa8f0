import Foundation
import Pixels
import Streams
import TestSupport
import Testing

@testable import Motion

/// What enters the picture between two frames, or leaves it, moves as it does where two frames show it.
@Suite struct EdgeCrossingTests {
  private static let layout = PixelLayout("gray", width: 160, height: 96)!

  /// A sign, its left edge at `place`, over smooth ground.
  private static func sign(at place: Double) -> [UInt8] {
    var frame = (0..<layout.frameBytes).map { UInt8(20 + $0 % layout.width / 4 + $0 / layout.width / 2) }
    for row in 32..<56 {
      for column in 0..<layout.width where (place..<place + 40).contains(Double(column)) {
        let (x, y) = (Double(column) - place, Double(row))
        frame[row * layout.width + column] = UInt8(
          128 + 50 * sin(x * 0.5 + y * 0.1) + 50 * cos(y * 0.4 - x * x * 0.004))
      }
    }
    return frame
  }

  /// Of four frames the second does not show the sign yet, or the third no more.
  private static func film(comesIn: Bool, fromLeft: Bool) -> (at: (Double) -> [UInt8], frames: [[UInt8]]) {
    func frame(_ time: Double) -> [UInt8] {
      let way = 12 * (comesIn ? time - 1 : 2 - time)
      return sign(at: fromLeft ? way - 40 : 160 - way)
    }
    return (frame, (0..<4).map { frame(Double($0)) })
  }

  @Test(arguments: [true, false], [true, false]) func whatCrossesTheEdgeMovesOn(comesIn: Bool, fromLeft: Bool) {
    let film = Self.film(comesIn: comesIn, fromLeft: fromLeft)
    let maker = FrameMaker(Self.layout, by: OneWorker())
    maker.take(1, of: film.frames)
    let phase = comesIn ? 0.75 : 0.25
    // Blended or moved as the ground is: 37 dB and less.
    #expect(MotionTests.psnr(MotionTests.made(by: maker, at: phase, Self.layout), film.at(1 + phase)) > 42)
  }

  /// A flat picture, and on it the vectors of one row of blocks.
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

  @Test func onlyWhatLeavesThePictureCrossesItsEdge() {
    // Eight pixels to the right: half of the way back is outside of the first block alone.
    let right = crossing([MotionVector](repeating: MotionVector(128, 0), count: 6))
    #expect((0..<6).map { right.vector($0, 0) == MotionVector(128, 0) } == [true, false, false, false, false, false])
  }

  /// Who is there at the phase comes from a block that is farther on in the second frame.
  @Test func theBlockThatPassesIsFound() {
    var vectors = [MotionVector](repeating: .zero, count: 12)
    for column in 2..<6 { vectors[column] = MotionVector(512, 0) }
    #expect(crossing(vectors, at: 0.25).vector(1, 0) == nil)
    for column in 0..<6 { vectors[column] = MotionVector(512, 0) }
    let all = crossing(vectors, at: 0.25)
    #expect((0..<3).map { all.vector($0, 0) } == [MotionVector(512, 0), nil, nil])
    // Beyond the farther edge nothing is known.
    #expect(crossing([.zero, .zero, MotionVector(-1024, 0)], at: 0.25).vector(2, 0) == nil)
  }

  /// Where the window that a vector leads to is outside of the other frame, it is neither found nor lost.
  @Test func whatLeadsOutOfThePictureProvesNothing() {
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
