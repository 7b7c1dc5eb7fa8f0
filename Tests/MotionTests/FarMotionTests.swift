import Pixels
import Streams
import TestFrames
import Testing

@testable import Motion

/// Tests a square that moves far over a still background. Both have the same kind of texture.
@Suite struct FarMotionTests {
  private static let layout = PixelLayout("gray", width: 640, height: 320)!

  /// Random texture with details of all sizes. Larger details are stronger, as in real pictures.
  private static func texture(width: Int, height: Int, seed: UInt64) -> [Double] {
    var texture = [Double](repeating: 128, count: width * height)
    for (octave, side) in [1, 2, 4, 8, 16, 32].enumerated() {
      let (columns, rows) = (width / side + 2, height / side + 2)
      let grid = PixelLayout("gray", width: columns, height: rows)!.noise(1, seed: seed + UInt64(octave))[0]
      let strength = 0.3 * (1 + Double(octave)) / 6
      for row in 0..<height {
        for column in 0..<width {
          let (x, y) = (column / side, row / side)
          let (right, below) = (Double(column % side) / Double(side), Double(row % side) / Double(side))
          func code(_ x: Int, _ y: Int) -> Double { Double(grid[y * columns + x]) - 127.5 }
          let above = code(x, y) * (1 - right) + code(x + 1, y) * right
          let under = code(x, y + 1) * (1 - right) + code(x + 1, y + 1) * right
          texture[row * width + column] += strength * (above * (1 - below) + under * below)
        }
      }
    }
    return texture
  }

  private struct Scene {
    let width: Int
    let step: Int
    private let ground: [Double]
    private let thing: [Double]

    init(width: Int, step: Int, seed: UInt64) {
      (self.width, self.step) = (width, step)
      ground = texture(width: layout.width, height: layout.height, seed: seed)
      thing = texture(width: width, height: width, seed: seed + 100)
    }

    var top: Int { (layout.height - width) / 2 }
    /// The left edge of the square at `time`.
    func left(_ time: Double) -> Int { (layout.width - width) / 2 + Int((time - 1.5) * Double(step)) }

    func frame(_ time: Double) -> [UInt8] {
      var frame = ground
      for row in 0..<width {
        for column in 0..<width {
          let x = left(time) + column
          if x >= 0, x < layout.width { frame[(top + row) * layout.width + x] = thing[row * width + column] }
        }
      }
      return frame.map { UInt8(min(max($0, 0), 255)) }
    }

    /// The mean of a frame inside the square's position at `time`, without a border of eight samples.
    func brightness(_ frame: [UInt8], at time: Double) -> Double {
      let columns = left(time) + 8..<left(time) + width - 8
      let codes = (top + 8..<top + width - 8).flatMap { row in columns.map { frame[row * layout.width + $0] } }
      return Double(codes.reduce(0) { $0 + Int($1) }) / Double(codes.count)
    }

    /// The mean difference of two frames inside the square's position at `time`, without a border of eight samples.
    func difference(_ one: [UInt8], _ other: [UInt8], at time: Double) -> Double {
      var (sum, count) = (0, 0)
      for row in top + 8..<top + width - 8 {
        for column in left(time) + 8..<left(time) + width - 8 {
          sum += abs(Int(one[row * layout.width + column]) - Int(other[row * layout.width + column]))
          count += 1
        }
      }
      return Double(sum) / Double(count)
    }
  }

  private func made(_ scene: Scene) -> (frame: [UInt8], truth: [UInt8], blend: [UInt8]) {
    let frames = (0..<4).map { scene.frame(Double($0)) }
    let maker = FrameMaker(Self.layout, by: OneWorker())
    maker.take(1, of: frames)
    let blend = zip(frames[1], frames[2]).map { UInt8((Int($0) + Int($1)) / 2) }
    return (MotionTests.made(by: maker, at: 0.5, Self.layout), scene.frame(1.5), blend)
  }

  /// The error of the new frame inside the square, divided by the error of a plain blend. The result is the median of
  /// five scenes, because some squares resemble the background too much.
  private func error(width: Int, where time: Double) -> Double {
    let errors = (1...5).map { seed in
      let scene = Scene(width: width, step: width * 3 / 2, seed: UInt64(seed * 37))
      let (frame, truth, blend) = made(scene)
      return scene.difference(frame, truth, at: time) / scene.difference(blend, truth, at: time)
    }
    return errors.sorted()[2]
  }

  @Test(arguments: [24, 32, 48, 64, 96]) func aSquareIsFoundOneAndAHalfTimesItsWidthAway(width: Int) {
    #expect(error(width: width, where: 1.5) < 0.35)
  }

  /// Tests the background that the square hides in one of the two source frames and not in the other.
  @Test(arguments: [48, 64, 96], [1.0, 2]) func groundThatOneFrameShowsIsTakenFromIt(width: Int, time: Double) {
    #expect(error(width: width, where: time) < 0.5)
  }

  /// In a fade, background that only one frame shows has a different brightness there than in the new frame.
  @Test func groundInAFadeHasTheBrightnessOfItsPhase() {
    let scene = Scene(width: 64, step: 96, seed: 37)
    func faded(_ time: Double) -> [UInt8] {
      scene.frame(time).map { UInt8(16 + (Double($0) - 16) * (1 - 0.2 * time)) }
    }
    let maker = FrameMaker(Self.layout, by: OneWorker())
    maker.take(1, of: (0..<4).map { faded(Double($0)) })
    let (made, truth) = (MotionTests.made(by: maker, at: 0.5, Self.layout), faded(1.5))
    for time in [1.0, 2] {
      let brightness = scene.brightness(made, at: time) - scene.brightness(truth, at: time)
      #expect(abs(brightness) < 4, "\(time): \(brightness)")
    }
  }
}
