import Pixels
import TestFrames
import TestSupport
import Testing

@testable import Motion

/// Compares `CellRenderer` with a simple implementation, for random vectors, offsets and shares of a blend.
@Suite struct CellRendererTests {
  @Test(arguments: Campaign.share(of: MotionTests.formats)) func everyFormatAndSizeIsRenderedAsByTheReference(
    name: String
  ) {
    for (width, height) in [(1, 1), (17, 13)] {
      let layout = PixelLayout(name, width: width, height: height)!
      let samples = layout.bytesPerSample
      for isFading in [false, true] {
        if samples == 1 {
          Self.compareRendering(layout, isFading, UInt8.self)
        } else {
          Self.compareRendering(layout, isFading, UInt16.self)
        }
      }
    }
  }

  private static func compareRendering<Sample: MotionSample>(
    _ layout: PixelLayout, _ isFading: Bool, _ type: Sample.Type
  ) {
    var random = SplitMix64(seed: layout.name.utf8.reduce(UInt64(layout.width)) { $0 &* 31 &+ UInt64($1) })
    let noise = layout.noise(2, seed: 9)
    let (first, second) = (FramePlanes<Sample>(layout), FramePlanes<Sample>(layout))
    let (one, other) = (noise[0], noise[1])
    first.load(one.span)
    second.load(other.span)
    let choices = BlockGrid(
      columns: MotionGeometry.blockCount(layout.width), rows: MotionGeometry.blockCount(layout.height),
      filledWith: BlockChoice(vector: .zero, blendShare: 0))
    for row in 0..<choices.rows {
      for column in 0..<choices.columns where random.whole(below: 4) > 0 {
        let reach = random.whole(below: 5) == 0 ? 4000 : 60
        choices[column, row] = BlockChoice(
          vector: MotionVector(random.whole(below: 2 * reach) - reach, random.whole(below: 2 * reach) - reach),
          offset: MotionVector(random.whole(below: 41) - 20, random.whole(below: 41) - 20),
          blendShare: Int16(max(0, random.whole(below: 150) - 64)),
          side: Side(rawValue: Int16(random.whole(below: 3)))!)
      }
    }
    let strangers = BlockGrid(columns: choices.columns, rows: choices.rows, filledWith: Strangers())
    for row in 0..<choices.rows {
      for column in 0..<choices.columns {
        strangers[column, row] = Strangers(bits: UInt16(random.whole(below: 512) & random.whole(below: 512)))
      }
    }
    let phase = Phase(random.double(0.01, 0.99))
    var frame = [UInt8](repeating: 0, count: layout.frameBytes)
    for (number, component) in layout.components.enumerated() {
      let peak = 1 << layout.bitsPerSample - 1
      let renderer = CellRenderer(
        first: first.planes[number], second: second.planes[number], component: component, phase: phase, peak: peak,
        isFading: isFading)
      unsafe frame.withUnsafeMutableBytes { bytes in
        let room = unsafe FrameRoom(bytes)
        for row in 0..<choices.rows { unsafe renderer.render(row, choices, strangers, into: room) }
      }
      func reading(_ plane: PaddedPlane<Sample>) -> (Int, Int) -> Int {
        { Int(plane[min(max($0, 0), plane.width - 1), min(max($1, 0), plane.height - 1)]) }
      }
      let reference = ReferenceRendering.Frame(
        first: reading(first.planes[number]), second: reading(second.planes[number]), component: component,
        phase: phase, spare: Sample.spareBits, peak: peak, isFading: isFading)
      for y in 0..<component.height {
        for x in 0..<component.width {
          let offset = (component.offset + y * component.stride + x * component.step) * layout.bytesPerSample
          let code = layout.bytesPerSample == 1 ? Int(frame[offset]) : Int(frame[offset]) | Int(frame[offset + 1]) << 8
          let expected = reference.sample(x, y, choices, strangers)
          if code != expected {
            Issue.record("\(layout.name) \(layout.width)×\(layout.height) at \(x), \(y): \(code), not \(expected)")
            return
          }
        }
      }
    }
  }
}
