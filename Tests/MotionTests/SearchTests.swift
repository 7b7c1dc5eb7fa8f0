import Foundation
import Pixels
import Streams
import Testing

@testable import Motion

@Suite struct SearchTests {
  private static let layout = PixelLayout("gray", width: 256, height: 192)!

  /// A column of squares of 8 × 8 samples on a flat background. `right` returns the left edge of each square.
  private func squares(every pitch: Int, _ right: (Int) -> Double) -> [UInt8] {
    var frame = [UInt8](repeating: 90, count: Self.layout.frameBytes)
    for number in 0..<(Self.layout.height - 8) / pitch {
      let (left, top) = (Int(right(number).rounded()), 4 + pitch * number)
      for index in 0..<64 { frame[(top + index / 8) * Self.layout.width + left + index % 8] = 170 }
    }
    return frame
  }

  private func plane(_ frame: [UInt8]) -> PaddedPlane<UInt8> { GuidePyramid(frame, Self.layout).levels[0] }

  /// In a pattern with a period of 16 samples, the vectors (2, 16) and (2, 0) lead to the same samples. A descent that
  /// begins at the longer vector does not reach the shorter one.
  @Test func zeroIsTriedBesidesAPeriod() {
    let (first, second) = (plane(squares(every: 16) { _ in 100 }), plane(squares(every: 16) { _ in 102 }))
    var search = BlockSearch(from: first, to: second, leavesOutOutside: false)
    search.begin(96, 80, expecting: .zero)
    search.consider(MotionVector(2, 16))
    search.descend()
    let alone = search.best
    search.descendFromZero()
    #expect(alone == MotionVector(2, 16) && search.best == MotionVector(2, 0))
    // A vector with a higher cost is not accepted.
    search.begin(96, 80, expecting: MotionVector(2, 16))
    search.consider(MotionVector(2, 16))
    search.descendFromZero()
    #expect(search.best == MotionVector(2, 16))
  }

  /// A wave runs down a column of squares. Each square moves only sideways, and repeats the motion of the square above.
  @Test(arguments: [(24, 20, 0.2, 36.0), (12, 20, 0.2, 36), (12, 12, 0.45, 31)])
  func aWaveAlongSquaresMovesThemSideways(pitch: Int, width: Double, turn: Double, least: Double) {
    func frame(_ time: Double) -> [UInt8] { squares(every: pitch) { 120 + width * sin(turn * (Double($0) - time)) } }
    let frames = (0..<4).map { frame(Double($0)) }
    let maker = FrameMaker(Self.layout, by: OneWorker())
    maker.take(1, of: frames)
    let psnr = MotionTests.psnr(MotionTests.made(by: maker, at: 0.5, Self.layout), frame(1.5))
    // If the search wrongly found motion along the column, the three cases would reach only 29, 31 and 27 dB.
    #expect(psnr > least)
  }
}
