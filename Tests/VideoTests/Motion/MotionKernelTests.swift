import TestSupport
import Testing

@testable import Video

/// Every fast kernel against the plain one: sums over samples, written down as they are meant.
@Suite struct MotionKernelTests {
  /// A plane of noise, and reading it anywhere.
  private struct Noise<Sample: MotionSample> {
    let plane: PaddedPlane<Sample>

    init(_ width: Int, _ height: Int, bits: Int, _ random: inout SplitMix64) {
      plane = PaddedPlane(width: width, height: height)
      for row in 0..<height {
        for column in 0..<width { plane[column, row] = Sample(random.whole(below: 1 << bits)) }
      }
      plane.extendEdges()
    }

    /// The sample there, or the nearest there is.
    func callAsFunction(_ x: Int, _ y: Int) -> Int {
      Int(plane[min(max(x, 0), plane.width - 1), min(max(y, 0), plane.height - 1)])
    }
  }

  private static let sizes = [(1, 1), (2, 2), (17, 13), (33, 9), (8, 40)]

  /// Windows that begin at most so far outside.
  private static func place(_ random: inout SplitMix64, _ plane: PaddedPlane<UInt8>) -> (x: Int, y: Int) {
    (random.whole(below: plane.width + 70) - 45, random.whole(below: plane.height + 70) - 45)
  }

  @Test func edgesAreRepeated() {
    var random = SplitMix64(seed: 1)
    for (width, height) in Self.sizes {
      let noise = Noise<UInt8>(width, height, bits: 8, &random)
      let margin = PaddedPlane<UInt8>.margin
      for y in -margin..<height + margin {
        for x in -margin..<width + margin { #expect(unsafe Int(noise.plane.pointer(x, y).pointee) == noise(x, y)) }
      }
    }
  }

  @Test func halvesAreMeans() {
    var random = SplitMix64(seed: 2)
    for (width, height) in Self.sizes {
      let large = Noise<UInt8>(width, height, bits: 8, &random)
      let small = PaddedPlane<UInt8>(width: (width + 1) / 2, height: (height + 1) / 2)
      small.halve(large.plane)
      for y in 0..<small.height {
        for x in 0..<small.width {
          let sum =
            large(2 * x, 2 * y) + large(2 * x + 1, 2 * y) + large(2 * x, 2 * y + 1) + large(2 * x + 1, 2 * y + 1)
          #expect(Int(small[x, y]) == (sum + 2) / 4, "\(width)×\(height) at \(x), \(y)")
        }
      }
    }
  }

  @Test func differencesAreSumsOfDifferences() {
    var random = SplitMix64(seed: 3)
    for (width, height) in Self.sizes {
      let (one, other) = (Noise<UInt8>(width, height, bits: 8, &random), Noise<UInt8>(width, height, bits: 8, &random))
      for _ in 0..<40 {
        let (here, there) = (Self.place(&random, one.plane), Self.place(&random, other.plane))
        guard one.plane.contains(here.x, here.y, width: 16, height: 16) else { continue }
        guard other.plane.contains(there.x, there.y, width: 16, height: 16) else { continue }
        var (sum, contrast, total) = (0, 0, 0)
        for y in 0..<16 {
          for x in 0..<16 {
            sum += abs(one(here.x + x, here.y + y) - other(there.x + x, there.y + y))
            total += one(here.x + x, here.y + y)
          }
        }
        for y in 0..<16 {
          for x in 0..<16 { contrast += abs(one(here.x + x, here.y + y) - total / 256) }
        }
        #expect(one.plane.difference(here.x, here.y, to: other.plane, there.x, there.y) == sum)
        #expect(one.plane.mean(here.x, here.y) == UInt8(total / 256))
        #expect(one.plane.difference(here.x, here.y, toPlain: UInt8(total / 256)) == contrast)
      }
    }
  }

  @Test func fineWindowsAreWeightedMeans() {
    var random = SplitMix64(seed: 4)
    for (width, height) in Self.sizes {
      let (one, other) = (Noise<UInt8>(width, height, bits: 8, &random), Noise<UInt8>(width, height, bits: 8, &random))
      for _ in 0..<40 {
        let place = one.plane.clamped(
          random.whole(below: 60) - 30, random.whole(below: 60) - 30, width: 16, height: 16)
        let vector = MotionVector(random.whole(below: 800) - 400, random.whole(below: 800) - 400)
        let (atX, atY) = (place.x * 16 + vector.x, place.y * 16 + vector.y)
        let there = other.plane.clamped(atX >> 4, atY >> 4, width: 16, height: 16)
        let (right, below) = (atX & 15, atY & 15)
        var sum = 0
        for y in 0..<16 {
          for x in 0..<16 {
            let (x1, y1) = (there.x + x, there.y + y)
            let upper = other(x1, y1) * (16 - right) + other(x1 + 1, y1) * right
            let lower = other(x1, y1 + 1) * (16 - right) + other(x1 + 1, y1 + 1) * right
            sum += abs((upper * (16 - below) + lower * below + 128) >> 8 - one(place.x + x, place.y + y))
          }
        }
        #expect(one.plane.fineDifference(place.x, place.y, to: other.plane, moved: vector) == sum)
      }
    }
  }

  @Test func cubicsGoThroughSamplesAndAddUpToOne() {
    for (sixteenth, taps) in CubicTaps.all.enumerated() {
      #expect(taps.before + taps.here + taps.next + taps.after == 64)
      let mirrored = CubicTaps.all[(16 - sixteenth) % 16]
      if sixteenth > 0 { #expect(abs(taps.here - mirrored.next) <= 1 && abs(taps.before - mirrored.after) <= 1) }
    }
    #expect(CubicTaps.all[0].here == 64)
  }

  @Test func cellsAreCubicsAndStraightLines8() { Self.compareCells(UInt8.self, bits: 8) }
  @Test(arguments: [9, 12, 16]) func cellsAreCubicsAndStraightLines16(bits: Int) {
    Self.compareCells(UInt16.self, bits: bits)
  }

  private static func compareCells<Sample: MotionSample>(_ type: Sample.Type, bits: Int) {
    var random = SplitMix64(seed: 5)
    for (width, height) in sizes {
      let noise = Noise<Sample>(width, height, bits: bits, &random)
      for step in 0..<60 {
        // Also those that lie on samples one way or both.
        let x = (random.whole(below: 1200) - 500) & (step % 3 == 0 ? ~15 : ~0)
        let y = (random.whole(below: 1200) - 500) & (step % 4 == 0 ? ~15 : ~0)
        let (smooth, plain) = fetched(noise.plane, x, y)
        for row in 0..<8 {
          for column in 0..<8 {
            let place = noise.plane.clamped(x >> 4, y >> 4, width: 8, height: 8)
            let (atX, atY) = ((place.x + column) * 16 + x & 15, (place.y + row) * 16 + y & 15)
            #expect(smooth[row * 8 + column] == PlainRendering.smooth(atX, atY) { noise($0, $1) })
            #expect(plain[row * 8 + column] == PlainRendering.straight(atX, atY) { noise($0, $1) })
          }
        }
      }
    }
  }

  private static func fetched<Sample: MotionSample>(_ plane: PaddedPlane<Sample>, _ x: Int, _ y: Int) -> ([Int], [Int])
  {
    let memory = UnsafeMutablePointer<SIMD8<Sample.Wide>>.allocate(capacity: 8 + 11)
    defer { unsafe memory.deallocate() }
    func codes() -> [Int] { (0..<64).map { unsafe Int(memory[$0 / 8][$0 % 8]) } }
    unsafe plane.fetchSmooth(x, y, to: memory, by: memory + 8)
    let smooth = codes()
    unsafe plane.fetchPlain(x, y, to: memory)
    return (smooth, codes())
  }
}
