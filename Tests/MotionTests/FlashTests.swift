import Foundation
import Pixels
import Streams
import TestSupport
import Testing

@testable import Motion

@Suite struct FlashTests {
  private static let layout = PixelLayout("gray", width: 160, height: 120)!

  /// A picture that moves by three samples per frame to the left, and by one sample upward.
  private static func scene(_ time: Double) -> [UInt8] {
    MotionTests.scenery(layout, x: 3 * time, y: time).map { $0 / 2 + 30 }
  }

  /// A frame lit by a flash that brightens the left side more than the right side.
  private static func lit(_ frame: [UInt8], by light: Double = 120) -> [UInt8] {
    frame.enumerated().map { index, code in
      UInt8(min(255, Double(code) + light * (1 - Double(index % layout.width) / 200)))
    }
  }

  private static func frames(_ count: Int, lit flashes: Set<Int>) -> [[UInt8]] {
    (0..<count).map { flashes.contains($0) ? lit(scene(Double($0))) : scene(Double($0)) }
  }

  private static func made(_ first: Int, _ phase: Double, of frames: [[UInt8]]) -> [UInt8]? {
    let maker = FrameMaker(layout, by: OneWorker())
    maker.take(first, of: frames)
    return maker.standIn(at: phase) != nil ? nil : MotionTests.made(by: maker, at: phase, layout)
  }

  private static func histogram(_ frame: [UInt8]) -> Histogram { Histogram(of: GuidePyramid(frame, layout).means) }

  private static func isFlash(_ frames: [[UInt8]], _ index: Int) -> Bool {
    Flash.lights(histogram(frames[index]), between: histogram(frames[index - 1]), and: histogram(frames[index + 1]))
  }

  /// New frames beside a flash look like the scene without the flash, in forward and in backward play.
  @Test(arguments: [0.25, 0.5, 0.75]) func framesBesideAFlashAreNotLit(phase: Double) throws {
    let frames = Self.frames(6, lit: [3])
    for first in [2, 3] {
      let truth = Self.scene(Double(first) + phase)
      let made = try #require(Self.made(first, phase, of: frames))
      #expect(MotionTests.psnr(made, truth) > 34)
      let back = try #require(Self.made(4 - first, 1 - phase, of: frames.reversed()))
      // Forward and backward play give the same frame apart from rounding.
      #expect(MotionTests.psnr(back, made) > 48)
    }
  }

  @Test func flashIsShownForHalfAFrame() {
    let frames = Self.frames(6, lit: [3])
    let maker = FrameMaker(Self.layout, by: OneWorker())
    func standIns(_ first: Int) -> [Int?] {
      maker.take(first, of: frames)
      return [0.1, 0.24, 0.25.nextDown, 0.75.nextUp, 0.76, 0.9].map { maker.standIn(at: $0) }
    }
    let (before, after, beyond) = (standIns(2), standIns(3), standIns(4))
    #expect(before == [nil, nil, nil, nil, 3, 3])
    #expect(after == [3, 3, nil, nil, nil, nil])
    #expect(beyond == [nil, nil, nil, nil, nil, nil])
  }

  /// A single black frame, white frame, or frame of another scene is skipped as a flash is.
  @Test func singleOddFramesAreSkipped() throws {
    let other = MotionTests.scenery(Self.layout, x: 0, y: 0, seed: 3).map { $0 / 3 + 160 }
    for stranger in [[UInt8](repeating: 16, count: 160 * 120), [UInt8](repeating: 235, count: 160 * 120), other] {
      var frames = Self.frames(6, lit: [])
      frames[3] = stranger
      for first in [2, 3] {
        let made = try #require(Self.made(first, 0.5, of: frames))
        #expect(MotionTests.psnr(made, Self.scene(Double(first) + 0.5)) > 34)
      }
    }
  }

  @Test func bothSidesAreMadeFromTheSameTwoFrames() {
    let frames = Self.frames(6, lit: [3])
    func around(_ share: Double) -> [UInt8] {
      MotionTests.between(frames[2], frames[4], at: share, Self.layout)
    }
    let (early, late) = (Self.made(2, 0.5, of: frames), Self.made(3, 0.5, of: frames))
    let isSame = early == around(0.25) && late == around(0.75)
    #expect(isSame)
  }

  /// Light that stays on, grows or is faint is no flash, nor is motion. If every second frame is lit, none is skipped.
  @Test func otherLightChangesAreNotFlashes() {
    let lamp = Self.frames(6, lit: [3, 4, 5])
    let growing = (0..<6).map { Self.lit(Self.scene(Double($0)), by: 20 * Double($0)) }
    let faint = Self.frames(6, lit: []).enumerated().map { $0 == 3 ? Self.lit($1, by: 14) : $1 }
    for frames in [lamp, growing, faint, Self.frames(6, lit: [])] {
      for index in 1...4 { #expect(!Self.isFlash(frames, index)) }
    }
    let single = Self.frames(6, lit: [3])
    #expect((1...4).filter { Self.isFlash(single, $0) } == [3])
    let strobe = Self.frames(6, lit: [1, 3, 5])
    #expect((1...4).allSatisfy { Self.isFlash(strobe, $0) })
    let row = FrameRow(2, 3, of: 6)
    #expect(FrameSpan(of: row) { frame, _, _ in Self.isFlash(strobe, frame) }.row == row)
  }

  @Test func spansSkipFlashes() {
    let row = FrameRow(4, 5, of: 9)
    func span(_ flashes: Set<Int>, of row: FrameRow) -> FrameSpan {
      FrameSpan(of: row) { frame, _, _ in flashes.contains(frame) }
    }
    let (early, late) = (span([4], of: row), span([5], of: row))
    #expect(early.row == FrameRow(3, 5) && late.row == FrameRow(4, 6))
    let way = MotionVector(1600, -800)
    func gone(_ span: FrameSpan, _ share: Double) -> MotionVector { span.phase(at: share).travelled(way) }
    #expect(gone(early, 0.5) == MotionVector(1200, -600) && gone(late, 0.5) == MotionVector(400, -200))
    #expect(span([3, 6], of: row).row == row && gone(span([], of: row), 0.5) == MotionVector(800, -400))
    // At the ends of the input, frames have only one neighbour and are never skipped.
    let ends = [FrameRow(0, 1, of: 2), FrameRow(0, 1)]
    for row in ends { #expect(span([0, 1], of: row).row == row) }
  }

  /// A `FrameMaker` that has made other frames before gives the same result as a new one, also near flashes.
  @Test func earlierWorkChangesNothingNearFlashes() {
    let frames = Self.frames(9, lit: [3, 5, 8])
    let maker = FrameMaker(Self.layout, by: OneWorker())
    for (first, phase) in [(1, 0.5), (2, 0.5), (3, 0.5), (4, 0.3), (5, 0.5), (6, 0.5), (3, 0.4), (2, 0.5), (7, 0.5)] {
      maker.take(first, of: frames)
      let made = maker.standIn(at: phase) != nil ? nil : MotionTests.made(by: maker, at: phase, Self.layout)
      let isSame = made == Self.made(first, phase, of: frames)
      #expect(isSame, "\(first), \(phase)")
    }
  }
}
