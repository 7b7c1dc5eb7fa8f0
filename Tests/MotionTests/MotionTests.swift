import Foundation
import Pixels
import Streams
import TestFrames
import TestSupport
import Testing

@testable import Motion

/// Tests whole frames that `FrameMaker` makes between two frames.
@Suite struct MotionTests {
  /// Shares the work among as many threads as there are processors.
  struct Crowd: Workers {
    func share(_ count: Int, _ work: @Sendable (Int) -> Void) {
      DispatchQueue.concurrentPerform(iterations: count) { work($0) }
    }
  }

  /// Does the last piece of work first.
  struct Contrary: Workers {
    func share(_ count: Int, _ work: @Sendable (Int) -> Void) {
      for number in (0..<count).reversed() { work(number) }
    }
  }

  static func between(
    _ first: [UInt8], _ second: [UInt8], at phase: Double, _ layout: PixelLayout, by workers: any Workers = OneWorker()
  ) -> [UInt8] {
    let maker = FrameMaker(layout, by: workers)
    maker.take(0, of: [first, second])
    return made(by: maker, at: phase, layout)
  }

  static func made(by maker: FrameMaker, at phase: Double, _ layout: PixelLayout) -> [UInt8] {
    var result = [UInt8](repeating: 0x55, count: layout.frameBytes)
    var room = result.mutableSpan
    maker.make(at: phase, into: &room)
    return result
  }

  /// A part, beginning at (`x`, `y`), of a smooth gray picture that does not repeat.
  static func scenery(_ layout: PixelLayout, x: Double, y: Double, seed: Double = 0) -> [UInt8] {
    var frame: [UInt8] = []
    for row in 0..<layout.height {
      for column in 0..<layout.width {
        let (u, v) = (Double(column) + x + 100 * seed, Double(row) + y)
        let waves = sin(u * 0.31 + v * 0.11) + sin(u * 0.07 - v * 0.23 + seed) + sin(u * v * 0.003 + v * 0.4)
        frame.append(UInt8(128 + 40 * waves))
      }
    }
    return frame
  }

  /// The samples of a frame without padding, in the order of its bytes.
  private static func samples(_ frame: [UInt8], _ layout: PixelLayout) -> [Double] {
    guard layout.bytesPerSample == 2 else { return frame.map(Double.init) }
    return stride(from: 0, to: frame.count, by: 2).map { Double(frame[$0]) + 256 * Double(frame[$0 + 1]) }
  }

  static func psnr(_ one: [UInt8], _ other: [UInt8]) -> Double {
    let squares = zip(one, other).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
    return squares == 0 ? 100 : 10 * log10(255 * 255 * Double(one.count) / squares)
  }

  static let formats = PixelLayout.names

  @Test(arguments: formats) func stillFramesStayUnchanged(name: String) {
    for (width, height) in [(1, 1), (3, 2), (17, 13)] {
      let layout = PixelLayout(name, width: width, height: height)!
      let frame = layout.noise(1, seed: 3)[0]
      #expect(Self.between(frame, frame, at: 0.37, layout) == frame, "\(width)×\(height)")
    }
  }

  /// Noise has no motion, so the new frame is near the mean of the two frames. The order of work does not matter.
  @Test func noiseOfAnySizeIsBlended() {
    for (width, height) in [(1, 1), (1, 30), (30, 1), (2, 2), (8, 8), (9, 200), (130, 70), (16384, 2)] {
      for name in ["yuv411p", "gray16le"] {
        let layout = PixelLayout(name, width: width, height: height)!
        let noise = layout.noise(2, seed: UInt64(width))
        let made = Self.between(noise[0], noise[1], at: 0.5, layout)
        let samples = [made, noise[0], noise[1]].map { Self.samples($0, layout) }
        let mean = zip(samples[1], samples[2]).map { ($0 + $1) / 2 }
        let distances = samples.map { zip($0, mean).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        // A frame of a single 8 × 8 block has no neighbours to contradict a vector found by chance.
        let most = (width, height) == (8, 8) ? 0.6 : 0.5
        #expect(distances[0] < most * distances[1], "\(name), \(width)×\(height): \(distances)")
        #expect(Self.between(noise[0], noise[1], at: 0.5, layout, by: Contrary()) == made, "\(width)×\(height)")
      }
    }
  }

  /// A pan by `move` pixels between two frames has moved by `move` × `phase` in the new frame.
  @Test(
    arguments: [(4, 0), (0, -6), (9, 5), (-13, 2), (1, 0), (2.5, -1.25), (14, -9)] as [(Double, Double)],
    [0.25, 0.5])
  func pansAreFollowed(by move: (Double, Double), at phase: Double) {
    let layout = PixelLayout("gray", width: 160, height: 120)!
    let first = Self.scenery(layout, x: 0, y: 0)
    let second = Self.scenery(layout, x: move.0, y: move.1)
    let truth = Self.scenery(layout, x: move.0 * phase, y: move.1 * phase)
    // Only the middle is compared, because only one of the two frames shows things that enter at the edges.
    let made = Self.between(first, second, at: phase, layout)
    func middle(_ frame: [UInt8]) -> [UInt8] { (30..<90).flatMap { frame[$0 * 160 + 30..<$0 * 160 + 130] } }
    #expect(Self.psnr(middle(made), middle(truth)) > 36, "\(Self.psnr(middle(made), middle(truth))) dB")
  }

  @Test(arguments: ["gray10le", "gray12le", "gray16le"]) func deepSamplesMoveLike8BitOnes(name: String) {
    let layout = PixelLayout("gray", width: 96, height: 64)!
    let deep = PixelLayout(name, width: 96, height: 64)!
    let shift = deep.bitsPerSample - 8
    func deepened(_ frame: [UInt8]) -> [UInt8] {
      frame.flatMap { [UInt8(truncatingIfNeeded: Int($0) << shift), UInt8((Int($0) << shift) >> 8)] }
    }
    let (first, second) = (Self.scenery(layout, x: 0, y: 0), Self.scenery(layout, x: 5, y: 3))
    let shallow = Self.between(first, second, at: 0.4, layout)
    let made = Self.between(deepened(first), deepened(second), at: 0.4, deep)
    for (index, code) in shallow.enumerated() {
      let found = Double(Int(made[2 * index]) | Int(made[2 * index + 1]) << 8) / Double(1 << shift)
      // The frames are not exactly equal, because rounding is finer for samples of more than 8 bits.
      #expect(abs(found - Double(code)) <= 3)
    }
  }

  @Test func orderAndNumberOfThreadsChangeNothing() {
    for name in ["yuv420p", "yuv422p10le"] {
      let layout = PixelLayout(name, width: 100, height: 150)!
      let noise = layout.noise(2, seed: 21)
      let alone = Self.between(noise[0], noise[1], at: 0.3, layout)
      #expect(Self.between(noise[0], noise[1], at: 0.3, layout, by: Contrary()) == alone)
      #expect(Self.between(noise[0], noise[1], at: 0.3, layout, by: Crowd()) == alone)
    }
  }

  @Test func earlierWorkChangesNothing() {
    let layout = PixelLayout("gray", width: 120, height: 80)!
    let frames = (0..<4).map { Self.scenery(layout, x: Double($0) * 5, y: Double($0 * $0)) }
    func fresh(_ first: Int, _ phase: Double) -> [UInt8] {
      let maker = FrameMaker(layout, by: OneWorker())
      maker.take(first, of: frames)
      return Self.made(by: maker, at: phase, layout)
    }
    let maker = FrameMaker(layout, by: OneWorker())
    // Pairs of frames come in forward order, in backward order, and with gaps.
    for (first, phase) in [(0, 0.5), (0, 0.25), (1, 0.5), (2, 0.7), (1, 0.3), (0, 0.9), (2, 0.1)] {
      let row = FrameRow(first, first + 1, of: frames.count)
      if !maker.holds(row) { maker.take(first, of: frames) }
      #expect(maker.holds(row) && !maker.holds(FrameRow(first, first + 2, of: frames.count)))
      #expect(Self.made(by: maker, at: phase, layout) == fresh(first, phase), "\(first), \(phase)")
    }
  }

  @Test func cutsAreDetected() {
    let layout = PixelLayout("gray", width: 160, height: 120)!
    let black = [UInt8](repeating: 16, count: layout.frameBytes)
    let white = [UInt8](repeating: 235, count: layout.frameBytes)
    let (bright, dark) = (Self.scenery(layout, x: 0, y: 0), Self.scenery(layout, x: 0, y: 0, seed: 7).map { $0 / 3 })
    func isCut(_ first: [UInt8], _ second: [UInt8]) -> Bool { FrameMaker.cuts(after: 0, of: [first, second], layout) }
    for (first, second) in [(black, white), (bright, dark), (dark, bright), (black, bright), (bright, white)] {
      #expect(isCut(first, second))
    }
    for move in [0.0, 1, 5, 12] { #expect(!isCut(bright, Self.scenery(layout, x: move, y: move / 2))) }
    // Two frames of noise are not a cut, because the means of windows stay the same.
    let noise = layout.noise(2, seed: 2)
    #expect(!isCut(noise[0], noise[1]) && !isCut(black, black) && !isCut(white, white))
  }

  @Test func nearestFrameIsShownAtACut() {
    let layout = PixelLayout("gray", width: 160, height: 120)!
    let scene = Self.scenery(layout, x: 0, y: 0)
    let frames = [scene, scene, Self.scenery(layout, x: 0, y: 0, seed: 7).map { $0 / 3 }]
    let maker = FrameMaker(layout, by: OneWorker())
    func standIn(_ share: Double) -> Int? { maker.standIn(at: share) }
    maker.take(1, of: frames)
    #expect(standIn(0.25) == 1 && standIn(0.5) == 1 && standIn(0.50001) == 2)
    maker.take(0, of: frames)
    #expect(standIn(0.25) == nil && standIn(0.75) == nil)
  }

  @Test func phasesSplitVectorsExactly() {
    var random = SplitMix64(seed: 14)
    for _ in 0..<1000 {
      let phase = Phase(random.double(0.0001, 0.9999))
      let vector = MotionVector(random.whole(below: 32000) - 16000, random.whole(below: 32000) - 16000)
      let (gone, ahead) = (phase.travelled(vector), phase.remaining(vector))
      #expect(gone.x + ahead.x == vector.x && gone.y + ahead.y == vector.y)
    }
    #expect(Phase(0.5).weight(bits: 7) == 64 && Phase(0.25).weight(bits: 14) == 4096)
    #expect(Phase(1e-6).weight(bits: 7) == 0 && Phase(1 - 1e-6).weight(bits: 7) == 128)
  }

  @Test func mediansLieInTheMiddle() {
    let vectors = [MotionVector(1, 9), MotionVector(5, -3), MotionVector(-2, 4)]
    for (one, two, three) in [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)] {
      #expect(MotionVector.median(vectors[one], vectors[two], vectors[three]) == MotionVector(1, 4))
    }
  }

  @Test func blendShareGrowsWithMisfitAndDoubt() {
    func share(_ disagreement: Int, still: Int, doubt: Int, contrast: Int = 1024) -> Int16 {
      FallBack.share(disagreement: disagreement, still: still, doubt: doubt, trial: nil) { (0, contrast) }
    }
    #expect(share(6 * 256, still: 90000, doubt: 0) == 0)
    #expect(share(100 * 256, still: 100 * 256, doubt: 0) == 64)
    #expect(share(15 * 256, still: 30 * 256, doubt: 0) == 32)
    #expect(share(0, still: 0, doubt: 5000) == 0)
    #expect(share(-900, still: 0, doubt: 5000) == 0)
    #expect(share(300, still: 9000, doubt: 26 * 16) == 20)
    #expect(share(300, still: 9000, doubt: 30000) == 96)
    // A window with little contrast matches anywhere. If the frames also differ without motion, low contrast means more
    // blend.
    #expect(share(0, still: 9 * 256, doubt: 30000, contrast: 0) == 96)
    #expect(share(0, still: 9 * 256, doubt: 30000, contrast: 2 * 256) == 48)
    #expect(share(0, still: 9 * 256, doubt: 30000) == 0)
    #expect(share(0, still: 8 * 256, doubt: 30000, contrast: 0) == 0)
    #expect(share(0, still: 9 * 256, doubt: 6 * 16, contrast: 0) == 0)
  }
}
