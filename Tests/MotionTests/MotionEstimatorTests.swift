import Pixels
import Streams
import TestFrames
import Testing

@testable import Motion

/// Tests that `FrameMaker` copes with any motion vectors, from simple motion searches made for the test.
@Suite struct MotionEstimatorTests {
  /// Finds no motion.
  private struct NoMotion: GivenMotion {
    static func vectors(_ column: Int, _ row: Int) -> (MotionVector, MotionVector) { (.zero, .zero) }
  }

  /// Reports a motion of 8 pixels left and 4 up in every block.
  private struct SteadyMotion: GivenMotion {
    static func vectors(_ column: Int, _ row: Int) -> (MotionVector, MotionVector) {
      (MotionVector(-128, -64), MotionVector(128, 64))
    }
  }

  /// Reports an arbitrary vector, often very long, in every block.
  private struct WildMotion: GivenMotion {
    static func vectors(_ column: Int, _ row: Int) -> (MotionVector, MotionVector) {
      (
        MotionVector(column * 9973 % 65535 - 32767, row * 7919 % 65535 - 32767),
        MotionVector(row * 104729 % 65535 - 32767, column * 1_299_709 % 65535 - 32767)
      )
    }
  }

  private static func maker(
    _ first: [UInt8], _ second: [UInt8], _ layout: PixelLayout, _ estimator: any MotionEstimator.Type
  ) -> FrameMaker {
    let maker = FrameMaker(layout, by: OneWorker(), estimator: estimator)
    maker.take(0, of: [first, second])
    return maker
  }

  /// Without motion, a new frame is a blend, rounded half up to eighths of a code value and then to whole code values.
  @Test(arguments: [0.25, 0.5, 0.7]) func zeroVectorsGiveABlend(phase: Double) {
    for name in ["gray", "yuv420p", "rgb24"] {
      let layout = PixelLayout(name, width: 50, height: 30)!
      let noise = layout.noise(2, seed: 4)
      let maker = Self.maker(noise[0], noise[1], layout, NoMotion.self)
      let weight = Int((phase * 16384).rounded())
      let blend = zip(noise[0], noise[1]).map { (first: UInt8, second: UInt8) -> UInt8 in
        let difference = Int(second) - Int(first)
        let eighths = (difference * 8 * weight + 8192) >> 14
        return UInt8((Int(first) * 8 + eighths + 4) >> 3)
      }
      #expect(MotionTests.made(by: maker, at: phase, layout) == blend, "\(name)")
    }
  }

  /// Correct vectors give the exact picture where both source frames show it.
  @Test func givenVectorsAreFollowed() {
    let layout = PixelLayout("gray", width: 96, height: 64)!
    let wide = PixelLayout("gray", width: 104, height: 68)!.noise(1, seed: 8)[0]
    func part(_ x: Int, _ y: Int) -> [UInt8] {
      (0..<64).flatMap { (row: Int) -> ArraySlice<UInt8> in
        let start = (row + y) * 104 + x
        return wide[start..<start + 96]
      }
    }
    let maker = Self.maker(part(0, 0), part(8, 4), layout, SteadyMotion.self)
    let (made, truth) = (MotionTests.made(by: maker, at: 0.5, layout), part(4, 2))
    for row in 16..<48 {
      #expect(made[row * 96 + 16..<row * 96 + 80] == truth[row * 96 + 16..<row * 96 + 80], "row \(row)")
    }
  }

  /// A cut is found with the vectors of any motion search, here zero vectors.
  @Test func cutsAreJudgedByTheVectors() {
    let layout = PixelLayout("gray", width: 64, height: 48)!
    let dark = [UInt8](repeating: 16, count: layout.frameBytes)
    let bright = [UInt8](repeating: 235, count: layout.frameBytes)
    #expect(Self.maker(dark, bright, layout, NoMotion.self).isCut)
    #expect(!Self.maker(dark, dark, layout, NoMotion.self).isCut)
  }

  /// No vector makes the program read outside memory, because coordinates are clamped.
  @Test func vectorsOfAnyLengthAreSafe() {
    for (name, width, height) in [("yuv420p", 100, 70), ("gray16le", 1, 1), ("yuv411p", 9, 200)] {
      let layout = PixelLayout(name, width: width, height: height)!
      let noise = layout.noise(2, seed: 6)
      let maker = Self.maker(noise[0], noise[1], layout, WildMotion.self)
      #expect(MotionTests.made(by: maker, at: 0.3, layout).count == layout.frameBytes)
    }
  }
}

/// A motion search that reports given vectors.
private protocol GivenMotion: MotionEstimator {
  init()
  /// The forward and the backward vector of a block.
  static func vectors(_ column: Int, _ row: Int) -> (MotionVector, MotionVector)
}

extension GivenMotion {
  fileprivate init(for pyramid: GuidePyramid) { self.init() }

  fileprivate func estimate(
    from first: GuidePyramid, to second: GuidePyramid, forward: BlockGrid<MotionVector>,
    backward: BlockGrid<MotionVector>, by workers: any Workers
  ) {
    for row in 0..<forward.rows {
      for column in 0..<forward.columns {
        (forward[column, row], backward[column, row]) = Self.vectors(column, row)
      }
    }
  }
}
