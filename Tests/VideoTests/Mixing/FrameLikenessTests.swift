import Pixels
import TestSupport
import Testing
import Values

@testable import Video

/// Compares `FrameLikeness` with its definition, computed sample by sample.
@Suite struct FrameLikenessTests {
  /// Frames are alike if their mean difference, in 8-bit levels, is below 1, and below 12 in each 8 × 8 block.
  private func areAlike(_ first: [UInt8], _ second: [UInt8], _ layout: PixelLayout) -> Bool {
    func code(_ frame: [UInt8], _ sample: Int) -> Int {
      layout.bytesPerSample == 1 ? Int(frame[sample]) : Int(frame[2 * sample]) + 256 * Int(frame[2 * sample + 1])
    }
    let level = 1 << (layout.bitsPerSample - 8)
    let isFilled = layout.isFilled
    var (sum, count) = (0, 0)
    let areas =
      isFilled
      ? layout.planes.map { ($0.offset / layout.bytesPerSample, 1, $0.width, $0.width, $0.height) }
      : layout.components.map { ($0.offset, $0.step, $0.stride, $0.width, $0.height) }
    for (offset, step, stride, width, height) in areas {
      var blocks: [Int: Int] = [:]
      for y in 0..<height {
        for x in 0..<width {
          let sample = offset + y * stride + x * step
          let difference = abs(code(first, sample) - code(second, sample))
          sum += difference
          count += 1
          blocks[y / 8 * 10000 + x / 8, default: 0] += difference
        }
      }
      if blocks.values.contains(where: { $0 >= 12 * 64 * level }) { return false }
    }
    return sum < count * level
  }

  private func changed(_ frame: [UInt8], _ layout: PixelLayout, by levels: Int, everyNth n: Int) -> [UInt8] {
    var result = frame
    let level = levels << (layout.bitsPerSample - 8)
    for sample in stride(from: 0, to: frame.count / layout.bytesPerSample, by: n) {
      if layout.bytesPerSample == 1 {
        result[sample] = UInt8(clamping: Int(frame[sample]) + level)
      } else {
        let code = min(65535, Int(frame[2 * sample]) + 256 * Int(frame[2 * sample + 1]) + level)
        (result[2 * sample], result[2 * sample + 1]) = (UInt8(code & 255), UInt8(code >> 8))
      }
    }
    return result
  }

  @Test func everyFormatIsComparedAsDefined() throws {
    var formats = 0
    for name in Set(Container.y4m.formats + Container.nut.formats).sorted() {
      let layout = try #require(PixelLayout(name, width: 45, height: 27))
      formats += 1
      let likeness = FrameLikeness(layout)
      var random = SplitMix64(seed: UInt64(formats))
      let half = 1 << (layout.bitsPerSample - 1)
      let grey = (0..<layout.frameBytes).map { index in
        layout.bytesPerSample == 1 ? UInt8(128) : index % 2 == 0 ? UInt8(half & 255) : UInt8(half >> 8)
      }
      for levels in [0, 1, 2, 3, 11, 12, 13, 60, 100] {
        for n in [1, 2, 3, 12, 13, 60, 101, 1000] {
          let other = changed(grey, layout, by: levels, everyNth: n)
          #expect(likeness.says(grey, other) == areAlike(grey, other, layout), "\(name) \(levels) \(n)")
        }
      }
      for _ in 0..<20 {
        var other = grey
        for _ in 0..<random.whole(below: 60) {
          other[Int(random.whole(below: other.count))] = UInt8(random.whole(below: 256))
        }
        #expect(likeness.says(grey, other) == areAlike(grey, other, layout), "\(name)")
        #expect(likeness.says(other, grey) == areAlike(grey, other, layout), "\(name)")
      }
    }
    #expect(formats > 50)
  }

  /// A moving mouse pointer changes one 8 × 8 block a lot, but hardly changes the mean of the whole frame.
  @Test func movingPointerIsAChange() throws {
    let layout = try #require(PixelLayout("yuv420p", width: 1280, height: 720))
    let still = [UInt8](repeating: 60, count: layout.frameBytes)
    var moved = still
    for row in 300..<312 { for column in 500..<508 { moved[row * 1280 + column] = 235 } }
    let likeness = FrameLikeness(layout)
    #expect(!likeness.says(still, moved) && likeness.says(still, still))
  }

  @Test func meanOfOneLevelIsAChange() throws {
    for name in ["gray", "gray10le", "yuv444p16le"] {
      let layout = try #require(PixelLayout(name, width: 64, height: 64))
      let likeness = FrameLikeness(layout)
      let first = [UInt8](repeating: 60, count: layout.frameBytes)
      #expect(!likeness.says(first, changed(first, layout, by: 1, everyNth: 1)))
      var nearly = changed(first, layout, by: 1, everyNth: 1)
      nearly[0] = first[0]
      nearly[1] = first[1]
      #expect(likeness.says(first, nearly), "\(name)")
    }
  }
}

extension FrameLikeness {
  fileprivate func says(_ first: [UInt8], _ second: [UInt8]) -> Bool { areAlike(first.span, second.span) }
}
