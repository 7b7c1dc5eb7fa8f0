import Pixels
import TestSupport
import Testing

@testable import Video

/// Compares `FrameBlend` and `FrameAverage` with weighted means that are computed in `Double`.
@Suite struct MixingTests {
  private static let formats = ["yuv420p", "yuva444p", "gray9le", "yuv422p10le", "gbrp12le", "yuva420p16le"]

  private func codes(_ frame: [UInt8], _ layout: PixelLayout) -> [Int] {
    layout.bytesPerSample == 1
      ? frame.map(Int.init) : stride(from: 0, to: frame.count, by: 2).map { Int(frame[$0]) | Int(frame[$0 + 1]) << 8 }
  }

  private func frame(_ codes: [Int], _ layout: PixelLayout) -> [UInt8] {
    codes.flatMap { layout.bytesPerSample == 1 ? [UInt8($0)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  private func blend(_ first: [UInt8], _ second: [UInt8], _ share: Double, _ layout: PixelLayout) -> [UInt8] {
    var result = [UInt8](repeating: 0x55, count: layout.frameBytes)
    FrameBlend(layout).blend(first.span, second.span, share: share, into: &result)
    return result
  }

  private func average(_ frames: [[UInt8]], _ weights: [Double], _ layout: PixelLayout) -> [UInt8] {
    var average = FrameAverage(layout)
    average.begin(weights)
    for frame in frames { average.add(frame.span) }
    var result = [UInt8](repeating: 0x55, count: layout.frameBytes)
    var room = result.mutableSpan
    average.write(into: &room)
    return result
  }

  private func exact(_ frames: [[UInt8]], _ weights: [Double], _ layout: PixelLayout) -> [Double] {
    let total = weights.reduce(0, +)
    let frames = frames.map { codes($0, layout) }
    return frames[0].indices.map { sample in
      zip(frames, weights).reduce(0) { $0 + Double($1.0[sample]) * ($1.1 / total) }
    }
  }

  private func largestError(_ frame: [UInt8], _ exact: [Double], _ layout: PixelLayout) -> Double {
    zip(codes(frame, layout), exact).map { abs(Double($0) - $1) }.max() ?? 0
  }

  @Test(arguments: formats) func blendsWithinHalfACode(name: String) {
    let format = StreamFormat.sample(name, width: 33, height: 2)
    var random = SplitMix64(seed: 11)
    for seed in 0..<40 as Range<UInt64> {
      let frames = format.noise(2, seed: seed)
      let share = seed % 4 == 0 ? Double(random.whole(below: 17)) / 16 : random.double(0, 1)
      let error = largestError(
        blend(frames[0], frames[1], share, format.layout), exact(frames, [1 - share, share], format.layout),
        format.layout)
      #expect(error <= 0.5 + 1e-3, "seed \(seed), share \(share)")
    }
  }

  @Test(arguments: formats) func averagesWithinHalfACode(name: String) {
    let format = StreamFormat.sample(name, width: 33, height: 3)
    var random = SplitMix64(seed: 12)
    for count in [1, 2, 3, 7, 60] {
      let frames = format.noise(count, seed: UInt64(count))
      let weights = (0..<count).map { _ in random.double(0, 3) }
      let error = largestError(
        average(frames, weights, format.layout), exact(frames, weights, format.layout), format.layout)
      #expect(error <= 0.5 + 1e-3, "\(count) frames")
    }
  }

  /// Blends the smallest and largest sample values with shares that binary fractions cannot represent exactly.
  @Test(arguments: formats) func blendsTheExtremes(name: String) {
    let layout = PixelLayout(name, width: 2, height: 2)!
    let top = frame(
      [Int](repeating: 1 << layout.bitsPerSample - 1, count: layout.frameBytes / layout.bytesPerSample), layout)
    let bottom = [UInt8](repeating: 0, count: layout.frameBytes)
    for step in 0...1000 {
      let share = Double(step) / 1000
      for pair in [[bottom, top], [top, bottom], [top, top]] {
        let result = blend(pair[0], pair[1], share, layout)
        #expect(largestError(result, exact(pair, [1 - share, share], layout), layout) <= 0.5 + 1e-3, "share \(share)")
      }
    }
  }

  @Test(arguments: formats) func equalFramesAndWholeSharesAreExact(name: String) {
    let format = StreamFormat.sample(name)
    let frames = format.noise(2, seed: 7)
    let layout = format.layout
    #expect(blend(frames[0], frames[1], 0, layout) == frames[0])
    #expect(blend(frames[0], frames[1], 1, layout) == frames[1])
    #expect(blend(frames[0], frames[0], 0.3, layout) == frames[0])
    #expect(average([frames[0]], [0.1], layout) == frames[0])
    #expect(average([frames[0], frames[1]], [0, 2], layout) == frames[1])
    #expect(
      average([[UInt8]](repeating: frames[0], count: 77), [Double](repeating: 0.013, count: 77), layout) == frames[0])
  }

  @Test func roundsHalvesUp() {
    let layout = PixelLayout("gray", width: 4, height: 1)!
    #expect(blend([0, 1, 254, 10], [1, 2, 255, 13], 0.5, layout) == [1, 2, 255, 12])
    #expect(average([[0, 1, 254, 10], [1, 2, 255, 13]], [1, 1], layout) == [1, 2, 255, 12])
    let deep = PixelLayout("gray10le", width: 2, height: 1)!
    #expect(blend(frame([0, 1022], deep), frame([1, 1023], deep), 0.5, deep) == frame([1, 1023], deep))
    #expect(average([frame([0, 1022], deep), frame([1, 1023], deep)], [3, 3], deep) == frame([1, 1023], deep))
  }

  @Test func sharesAddUpToOne() {
    var random = SplitMix64(seed: 5)
    for count in [1, 2, 3, 100, 5000] {
      let weights = (0..<count).map { _ in random.double(0, 1) }
      #expect(FixedShare.fixed(weights, bits: FixedShare.wideBits).reduce(0, +) == 1 << 40)
    }
  }
}
