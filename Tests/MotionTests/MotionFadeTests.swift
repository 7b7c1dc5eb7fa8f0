import Foundation
import Pixels
import Streams
import TestSupport
import Testing

@testable import Motion

@Suite struct MotionFadeTests {
  private static let layout = PixelLayout("gray", width: 160, height: 120)!

  /// A picture with large and small shapes, as films have.
  private static func scenery(_ x: Double, seed: Double = 0) -> [UInt8] {
    let small = MotionTests.scenery(layout, x: x, y: x / 2, seed: seed)
    return small.enumerated().map { index, code in
      let (u, v) = (Double(index % layout.width) + x, Double(index / layout.width) + x / 2)
      return UInt8(100 + 60 * sin(u * 0.04 + v * 0.03 + seed) + Double(code) / 4)
    }
  }

  /// A frame during a fade to or from the code value `black`. Its contrast is multiplied by `gain`.
  private static func faded(_ frame: [UInt8], _ gain: Double, from black: Double = 16) -> [UInt8] {
    frame.map { UInt8((black + (Double($0) - black) * gain).rounded()) }
  }

  private static func pyramid(_ frame: [UInt8]) -> GuidePyramid { GuidePyramid(frame, layout) }

  private static func fade(_ first: [UInt8], _ second: [UInt8]) -> Fade? {
    let (one, other) = (pyramid(first), pyramid(second))
    return Fade(from: one, to: other, histograms: (Histogram(of: one.means), Histogram(of: other.means)))
  }

  /// In fades from and to black and white, things in the new frame have the right position and brightness. Some of the
  /// source frames are hardly visible.
  @Test(arguments: [
    (1.0, 1.0, 16.0), (0.5, 0.5, 16), (0.3, 0.3, 16), (0.9, 1, 16), (1.0, 0.8, 16.0), (0.4, 0.6, 16), (0.08, 0.5, 16),
    (1, 0.8, 235), (0.3, 0.1, 235),
  ])
  func motionInAFadeIsFollowed(first: Double, second: Double, black: Double) {
    for phase in [0.3, 0.5] {
      func frame(_ time: Double) -> [UInt8] {
        Self.faded(Self.scenery(6 * time), first + (second - first) * time, from: black)
      }
      let made = MotionTests.between(frame(0), frame(1), at: phase, Self.layout)
      let truth = frame(phase)
      // The borders are left out, because only one source frame shows things that enter there.
      func middle(_ frame: [UInt8]) -> [UInt8] { (20..<100).flatMap { frame[$0 * 160 + 20..<$0 * 160 + 140] } }
      #expect(MotionTests.psnr(middle(made), middle(truth)) > 36)
    }
  }

  /// Raising the fainter frame undoes the fade that the test has made.
  @Test func fainterFrameIsRaised() throws {
    let bright = Self.scenery(0)
    let dull = Self.faded(bright, 0.5)
    let (down, up) = (try #require(Self.fade(bright, dull)), try #require(Self.fade(dull, bright)))
    #expect(!down.raisesFirst && up.raisesFirst && down.codes == up.codes)
    for code in [20, 60, 100] { #expect(abs(Int(down.codes[code]) - (16 + 2 * (code - 16))) <= 2) }
    // Raised code values below 0 and above 255 are clipped.
    #expect(down.codes[0] == 0 && down.codes[255] == 255)
  }

  /// Motion, another scene, a bright thing that enters, and blank frames are not fades.
  @Test func otherChangesAreNotFades() {
    let scene = Self.scenery(0)
    let lamp = scene.enumerated().map { $0 % 160 > 110 ? 250 : $1 }
    let flat = [UInt8](repeating: 16, count: scene.count)
    for other in [scene, Self.scenery(3), lamp, flat, Self.scenery(0, seed: 7).map { $0 / 3 }] {
      #expect(Self.fade(scene, other) == nil && Self.fade(other, scene) == nil)
    }
    #expect(Self.fade(flat, flat) == nil)
  }

  /// A part, beginning at column `x`, of a wide picture of squares of two sizes. The picture becomes brighter to the
  /// right, so that a pan changes the histogram.
  private static func landscape(_ x: Int, seed: UInt64, contrast: Int) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    let codes = (0..<40_000).map { _ in random.whole(below: contrast) }
    return (0..<layout.frameBytes).map { (index: Int) -> UInt8 in
      let (u, v) = (index % layout.width + x, index / layout.width)
      let large: Int = codes[v / 12 * 40 + u / 12]
      let small: Int = codes[v / 4 * 120 + u / 4]
      let shade: Int = (large + small) / 2
      return UInt8(20 + shade + u * 2 / 5)
    }
  }

  /// If fine detail moves fast, the histograms do not show a fade. The search for motion then finds it. Tests fades
  /// down and up.
  @Test(arguments: [80, 140]) func fadesOfFastPansAreFollowed(contrast: Int) {
    let frames = zip([1, 0.75, 0.5, 0.3], 0...).map { gain, time in
      Self.faded(Self.landscape(24 * time, seed: 5, contrast: contrast), gain)
    }
    #expect(Self.fade(frames[1], frames[2]) == nil)
    let truth = Self.faded(Self.landscape(36, seed: 5, contrast: contrast), 0.625)
    for film in [frames, frames.reversed()] {
      let maker = FrameMaker(Self.layout, by: OneWorker())
      maker.take(1, of: film)
      #expect(!maker.isCut && MotionTests.psnr(MotionTests.made(by: maker, at: 0.5, Self.layout), truth) > 24)
    }
  }

  /// A cut to a scene with less contrast but a similar histogram is not taken for a fade.
  @Test(arguments: [80, 140]) func cutsToFainterScenesAreCuts(contrast: Int) {
    for seed in 6...8 as ClosedRange<UInt64> {
      let one = Self.landscape(0, seed: 5, contrast: contrast)
      let other = Self.faded(Self.landscape(0, seed: seed, contrast: contrast), 0.6)
      let isCut = FrameMaker.cuts(after: 1, of: [one, one, other, other], Self.layout)
      #expect(isCut, "\(seed)")
    }
  }

  /// Frames of a fade in which the picture moves.
  private static func frames(_ gains: [Double], to black: Double = 16) -> [[UInt8]] {
    gains.enumerated().map { faded(scenery(Double($0)), $1, from: black) }
  }

  /// New frames between the last picture of a fade and a blank frame have the right brightness, in fades down and up.
  @Test(arguments: [
    ([1.0, 0.6, 0.2, 0.0], 16.0), ([1.0, 1.0, 0.4, 0.0], 16.0), ([0.9, 0.5, 0.25, 0.0], 235.0),
  ])
  func lastStepOfAFadeIsNotACut(gains: [Double], black: Double) {
    let frames = Self.frames(gains, to: black)
    for phase in [0.25, 0.5, 0.75] {
      let truth = Self.faded(Self.scenery(2 + phase), gains[2] * (1 - phase), from: black)
      let down = FrameMaker(Self.layout, by: OneWorker())
      down.take(2, of: frames)
      #expect(!down.isCut && MotionTests.psnr(MotionTests.made(by: down, at: phase, Self.layout), truth) > 38)
      let up = FrameMaker(Self.layout, by: OneWorker())
      up.take(0, of: frames.reversed())
      #expect(!up.isCut && MotionTests.psnr(MotionTests.made(by: up, at: 1 - phase, Self.layout), truth) > 38)
    }
  }

  /// A picture beside a blank frame is a cut, unless a fade ends in the blank frame. The picture must fade enough, and
  /// toward the code value of the blank frame. Two blank frames are not a cut.
  @Test func pictureBesideAFlatFrameIsACut() {
    let flat = [UInt8](repeating: 16, count: Self.scenery(0).count)
    let white = [UInt8](repeating: 235, count: flat.count)
    let (still, slow, fast) = (Self.frames([1, 1, 1]), Self.frames([1, 0.95, 0.9]), Self.frames([1, 0.5, 0.2]))
    func isCut(_ frames: [[UInt8]], _ first: Int) -> Bool { FrameMaker.cuts(after: first, of: frames, Self.layout) }
    for frames in [still + [flat], slow + [flat], fast + [white], fast.reversed() + [flat]] {
      #expect(isCut(frames, 2) && isCut(frames.reversed(), 0))
    }
    let (faint, dark) = (Self.frames([0.2])[0], [UInt8](repeating: 20, count: flat.count))
    #expect(isCut([faint, flat], 0) && isCut([flat, faint], 0))
    #expect(!isCut([flat, dark], 0) && !isCut(fast + [flat], 2))
  }

  /// A slow fade is not a cut, even if its last frames hardly differ from black.
  @Test func slowFadesAreNotCuts() {
    for count in [20, 50, 75] {
      let gains = (max(0, count - 8)...count).map { Double(count - $0) / Double(count) }
      let frames = Self.frames(gains)
      #expect(Self.pyramid(frames[0]).flatCode == nil && Self.pyramid(frames[8]).flatCode == 16)
      for first in 0..<8 {
        let maker = FrameMaker(Self.layout, by: OneWorker())
        maker.take(first, of: frames)
        #expect(!maker.isCut, "\(count) frames, \(first)")
      }
    }
  }

  /// Motion to a blank frame is unknown. It must not look like a stop, which would bend the motion before it.
  @Test func flatNeighbourBendsNothing() {
    // The picture has so little contrast that the blank frame matches all of its parts.
    let faint = [0.0, 6, 8].map { Self.faded(Self.scenery($0), 0.12, from: 116) }
    let flat = [UInt8](repeating: 116, count: faint[0].count)
    func made(_ frames: [[UInt8]]) -> [UInt8] {
      let maker = FrameMaker(Self.layout, by: OneWorker())
      maker.take(1, of: frames)
      return MotionTests.made(by: maker, at: 0.5, Self.layout)
    }
    #expect(Self.pyramid(faint[0]).flatCode == nil && made(faint + [flat]) == made(faint))
  }

  /// A dot on black is not a blank frame, and its motion is followed.
  @Test func dotOnBlackIsNotAFlatFrame() {
    func frame(_ left: Int) -> [UInt8] {
      var frame = [UInt8](repeating: 16, count: 160 * 120)
      for row in 50..<58 {
        for column in left..<left + 8 { frame[row * 160 + column] = 200 }
      }
      return frame
    }
    #expect(Self.pyramid(frame(40)).flatCode == nil)
    var star = [UInt8](repeating: 16, count: 160 * 120)
    star[5000] = 60
    #expect(Self.pyramid(star).flatCode == nil)
    star[5000] = 30
    #expect(Self.pyramid(star).flatCode == 16)
    let ripple = (0..<160 * 120).map { (index: Int) -> UInt8 in UInt8(16 + index / 4 % 3) }
    #expect(Self.pyramid(ripple).flatCode == 17)
    #expect(MotionTests.psnr(MotionTests.between(frame(40), frame(46), at: 0.5, Self.layout), frame(43)) > 45)
  }

  /// A `FrameMaker` that has made other frames before gives the same result as a new one, also in fades.
  @Test func earlierWorkChangesNothingInFades() {
    let frames = [1.0, 0.8, 0.5, 0.7, 0.2, 0].enumerated().map { Self.faded(Self.scenery(Double($0) * 4), $1) }
    func fresh(_ first: Int, _ phase: Double, by workers: any Workers = OneWorker()) -> [UInt8] {
      let maker = FrameMaker(Self.layout, by: workers)
      maker.take(first, of: frames)
      return MotionTests.made(by: maker, at: phase, Self.layout)
    }
    let maker = FrameMaker(Self.layout, by: OneWorker())
    for (first, phase) in [(0, 0.5), (1, 0.5), (1, 0.25), (2, 0.7), (4, 0.4), (1, 0.3), (3, 0.5), (0, 0.9), (2, 0.1)] {
      if !maker.holds(FrameRow(first, first + 1, of: frames.count)) { maker.take(first, of: frames) }
      let expected = fresh(first, phase)
      #expect(MotionTests.made(by: maker, at: phase, Self.layout) == expected, "\(first), \(phase)")
      #expect(fresh(first, phase, by: MotionTests.Crowd()) == expected)
      #expect(fresh(first, phase, by: MotionTests.Contrary()) == expected)
    }
  }
}
