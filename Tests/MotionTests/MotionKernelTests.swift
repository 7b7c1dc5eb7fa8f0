import Foundation
import TestSupport
import Testing

@testable import Motion

/// Compares every fast inner loop with a simple computation, sample by sample. Sizes such as 8 and 16 are written as
/// numbers, because the loops rely on these values of `MotionGeometry`.
@Suite struct MotionKernelTests {
  /// A plane of noise that can be read at any coordinates.
  private struct Noise<Sample: MotionSample> {
    let plane: PaddedPlane<Sample>

    init(_ width: Int, _ height: Int, bits: Int, _ random: inout SplitMix64) {
      plane = PaddedPlane(width: width, height: height)
      for row in 0..<height {
        for column in 0..<width { plane[column, row] = Sample(random.whole(below: 1 << bits)) }
      }
      plane.extendEdges()
    }

    /// The sample at these coordinates, or the nearest one.
    func callAsFunction(_ x: Int, _ y: Int) -> Int {
      Int(plane[min(max(x, 0), plane.width - 1), min(max(y, 0), plane.height - 1)])
    }
  }

  private static let sizes = [(1, 1), (2, 2), (17, 13), (33, 9), (8, 40)]

  /// Random coordinates of a window, which may be inside the plane, in its margin, or beyond the margin.
  private static func corner(_ random: inout SplitMix64, _ plane: PaddedPlane<UInt8>) -> (x: Int, y: Int) {
    (random.whole(below: plane.width + 70) - 45, random.whole(below: plane.height + 70) - 45)
  }

  @Test func edgesAreRepeated() {
    var random = SplitMix64(seed: 1)
    for (width, height) in Self.sizes {
      let noise = Noise<UInt8>(width, height, bits: 8, &random)
      let margin = MotionGeometry.margin
      for y in -margin..<height + margin {
        for x in -margin..<width + margin { #expect(unsafe Int(noise.plane.pointer(x, y).pointee) == noise(x, y)) }
      }
    }
  }

  @Test func halvedPlanesAreMeans() {
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

  /// Also compares blocks that extend beyond the frame.
  @Test func blockDifferencesMatchTheReference() {
    var random = SplitMix64(seed: 33)
    for (width, height) in Self.sizes {
      let noises = (0..<3).map { _ in Noise<UInt8>(width, height, bits: 8, &random) }
      for row in 0..<MotionGeometry.blockCount(height) {
        for column in 0..<MotionGeometry.blockCount(width) {
          var (difference, twice) = (0, 0)
          for y in 8 * row..<8 * row + 8 {
            for x in 8 * column..<8 * column + 8 {
              difference += abs(noises[0](x, y) - noises[1](x, y))
              twice += abs(2 * noises[0](x, y) - noises[1](x, y) - noises[2](x, y))
            }
          }
          let (own, one, other) = (noises[0].plane, noises[1].plane, noises[2].plane)
          #expect(own.blockDifference(column, row, to: one) == difference)
          #expect(own.twiceDifference(column, row, toMeanOf: one, other) == twice)
        }
      }
    }
    // The largest possible sums.
    let (black, white) = (PaddedPlane<UInt8>(width: 8, height: 8), PaddedPlane<UInt8>(width: 8, height: 8))
    for y in 0..<8 { for x in 0..<8 { white[x, y] = 255 } }
    #expect(black.blockDifference(0, 0, to: white) == 64 * 255)
    #expect(black.twiceDifference(0, 0, toMeanOf: white, white) == 64 * 510)
    #expect(white.twiceDifference(0, 0, toMeanOf: black, black) == 64 * 510)
  }

  /// A difference is returned only if it is below the bound.
  @Test func squareDifferencesStopAtTheBound() {
    var random = SplitMix64(seed: 8)
    let (one, other) = (Noise<UInt8>(40, 30, bits: 8, &random), Noise<UInt8>(40, 30, bits: 8, &random))
    for _ in 0..<40 {
      let (x, y) = (random.whole(below: 56) - 12, random.whole(below: 46) - 12)
      let (otherX, otherY) = (random.whole(below: 56) - 12, random.whole(below: 46) - 12)
      let square = (0..<64).map { one(x + $0 % 8, y + $0 / 8) }
      let mean = square.reduce(0, +) / 64
      #expect(one.plane.squareContrast(x, y) == square.reduce(0) { $0 + abs($1 - mean) })
      let sum = (0..<64).reduce(0) { $0 + abs(square[$1] - other(otherX + $1 % 8, otherY + $1 / 8)) }
      for (bound, expected) in [(Int.max, sum), (sum + 1, sum), (sum, nil), (sum / 4, nil)] as [(Int, Int?)] {
        #expect(one.plane.squareDifference(x, y, to: other.plane, otherX, otherY, below: bound) == expected)
      }
    }
    let (black, white) = (PaddedPlane<UInt8>(width: 8, height: 8), PaddedPlane<UInt8>(width: 8, height: 8))
    for y in 0..<8 { for x in 0..<8 { white[x, y] = 255 } }
    #expect(black.squareDifference(0, 0, to: white, 0, 0, below: .max) == 64 * 255)
    for y in 0..<4 { for x in 0..<8 { white[x, y] = 0 } }
    #expect(white.squareContrast(0, 0) == 32 * 127 + 32 * 128)
  }

  @Test func windowDifferencesMatchTheReference() {
    var random = SplitMix64(seed: 3)
    for (width, height) in Self.sizes {
      let (one, other) = (Noise<UInt8>(width, height, bits: 8, &random), Noise<UInt8>(width, height, bits: 8, &random))
      for _ in 0..<40 {
        let (start, end) = (Self.corner(&random, one.plane), Self.corner(&random, other.plane))
        guard one.plane.contains(start.x, start.y, width: 16, height: 16) else { continue }
        guard other.plane.contains(end.x, end.y, width: 16, height: 16) else { continue }
        var (sum, contrast, total) = (0, 0, 0)
        for y in 0..<16 {
          for x in 0..<16 {
            sum += abs(one(start.x + x, start.y + y) - other(end.x + x, end.y + y))
            total += one(start.x + x, start.y + y)
          }
        }
        for y in 0..<16 {
          for x in 0..<16 { contrast += abs(one(start.x + x, start.y + y) - total / 256) }
        }
        #expect(one.plane.difference(start.x, start.y, to: other.plane, end.x, end.y) == sum)
        #expect(one.plane.mean(start.x, start.y) == UInt8(total / 256))
        #expect(one.plane.difference(start.x, start.y, toFlat: UInt8(total / 256)) == contrast)
      }
    }
  }

  @Test func subpixelWindowsMatchTheReference() {
    var random = SplitMix64(seed: 4)
    for (width, height) in Self.sizes {
      let (one, other) = (Noise<UInt8>(width, height, bits: 8, &random), Noise<UInt8>(width, height, bits: 8, &random))
      for _ in 0..<40 {
        let start = one.plane.clamped(
          random.whole(below: 60) - 30, random.whole(below: 60) - 30, width: 16, height: 16)
        let vector = MotionVector(random.whole(below: 800) - 400, random.whole(below: 800) - 400)
        let (atX, atY) = (start.x * 16 + vector.x, start.y * 16 + vector.y)
        let end = other.plane.clamped(atX >> 4, atY >> 4, width: 16, height: 16)
        let (right, below) = (atX & 15, atY & 15)
        var sum = 0
        for y in 0..<16 {
          for x in 0..<16 {
            let (x1, y1) = (end.x + x, end.y + y)
            let upper = other(x1, y1) * (16 - right) + other(x1 + 1, y1) * right
            let lower = other(x1, y1 + 1) * (16 - right) + other(x1 + 1, y1 + 1) * right
            sum += abs((upper * (16 - below) + lower * below + 128) >> 8 - one(start.x + x, start.y + y))
          }
        }
        #expect(one.plane.fineDifference(start.x, start.y, to: other.plane, moved: vector) == sum)
      }
    }
  }

  @Test func tapsGoThroughSamplesAndAddUpToOne() {
    for (sixteenth, taps) in SixTaps.all.enumerated() {
      #expect((0..<6).reduce(0) { $0 + taps[$1] } == 64)
      let mirrored = SixTaps.all[(16 - sixteenth) % 16]
      if sixteenth > 0 { #expect((0..<6).allSatisfy { abs(taps[$0] - mirrored[5 - $0]) <= 1 }) }
    }
    #expect((0..<6).map { SixTaps.all[0][$0] } == [0, 0, 64, 0, 0, 0])
  }

  /// Samples on a straight line or a parabola are interpolated exactly, apart from the rounding of the weights.
  @Test func tapsFollowParabolas() {
    for (sixteenth, taps) in SixTaps.all.enumerated() {
      let position = Double(sixteenth) / 16
      let line = (0..<6).reduce(0) { $0 + Int(taps[$1]) * ($1 - 2) }
      let parabola = (0..<6).reduce(0) { $0 + Int(taps[$1]) * ($1 - 2) * ($1 - 2) }
      #expect(abs(Double(line) / 64 - position) < 0.04)
      #expect(abs(Double(parabola) / 64 - position * position) < 0.12)
    }
  }

  /// Moves sine waves with a period of 2.5 to 4 samples by each sixteenth of a sample. The squared error must be less
  /// than with the cubic convolution alone.
  @Test(arguments: [2.5, 3, 3.5, 4]) func tapsKeepFineDetail(period: Double) {
    func error(_ weight: (_ sixteenth: Int, _ index: Int) -> Double) -> Double {
      (0..<16).reduce(0.0) { sum, sixteenth in
        let (real, imaginary) = (0..<6).reduce((0.0, 0.0)) { sum, index in
          let angle = 2 * .pi / period * (Double(index - 2) - Double(sixteenth) / 16)
          let weight = weight(sixteenth, index)
          return (sum.0 + weight * cos(angle), sum.1 + weight * sin(angle))
        }
        return sum + (real - 1) * (real - 1) + imaginary * imaginary
      }
    }
    func cubic(_ x: Double) -> Double {
      if x < 1 { return 1 + x * x * (4 * x - 7) / 3 }
      if x < 2 { return 2.5 + x * (x * (36 - 7 * x) - 59) / 12 }
      return x < 3 ? x * (x * (x - 8) + 21) / 12 - 1.5 : 0
    }
    let own = error { Double(SixTaps.all[$0][$1]) / 64 }
    #expect(own < 0.92 * error { cubic(abs(Double($1 - 2) - Double($0) / 16)) })
  }

  /// The largest and smallest possible sums, with negative weights along both axes, fit into 16 bits.
  @Test func interpolationFitsItsType() {
    let gains = SixTaps.all.map { taps in (0..<6).map { Int(taps[$0]) } }
    let most = gains.map { $0.reduce(0) { $0 + max(0, $1) } }.max() ?? 0
    let least = gains.map { $0.reduce(0) { $0 + min(0, $1) } }.min() ?? 0
    // The extremes after the first pass, along rows. The sums of the second pass below include 64 for rounding.
    let (high, low) = (255 * most / 64 + 1, 255 * least / 64 - 1)
    #expect(high * most + low * least + 64 <= Int(Int16.max))
    #expect(low * most + high * least >= Int(Int16.min))
  }

  @Test func cellsAreInterpolated8() { Self.compareCells(UInt8.self, bits: 8) }
  @Test(arguments: [9, 12, 16]) func cellsAreInterpolated16(bits: Int) {
    Self.compareCells(UInt16.self, bits: bits)
  }

  private static func compareCells<Sample: MotionSample>(_ type: Sample.Type, bits: Int) {
    var random = SplitMix64(seed: 5)
    for (width, height) in sizes {
      let noise = Noise<Sample>(width, height, bits: bits, &random)
      for step in 0..<60 {
        // Some positions are at whole samples along one or both axes, because each of these cases has a loop of its
        // own.
        let x = (random.whole(below: 1200) - 500) & (step % 3 == 0 ? ~15 : ~0)
        let y = (random.whole(below: 1200) - 500) & (step % 4 == 0 ? ~15 : ~0)
        let (sixTap, bilinear) = fetched(noise.plane, x, y)
        for row in 0..<8 {
          for column in 0..<8 {
            let corner = noise.plane.clamped(x >> 4, y >> 4, width: 8, height: 8)
            let (atX, atY) = ((corner.x + column) * 16 + x & 15, (corner.y + row) * 16 + y & 15)
            #expect(
              sixTap[row * 8 + column] == ReferenceRendering.sixTap(atX, atY, spare: Sample.spareBits) { noise($0, $1) }
            )
            #expect(
              bilinear[row * 8 + column]
                == ReferenceRendering.bilinear(atX, atY, spare: Sample.spareBits) { noise($0, $1) })
          }
        }
      }
    }
  }

  private static func fetched<Sample: MotionSample>(_ plane: PaddedPlane<Sample>, _ x: Int, _ y: Int) -> ([Int], [Int])
  {
    let memory = UnsafeMutablePointer<SIMD8<Sample.Wide>>.allocate(capacity: 8 + 13)
    defer { unsafe memory.deallocate() }
    func codes() -> [Int] { (0..<64).map { unsafe Int(memory[$0 / 8][$0 % 8]) } }
    unsafe plane.fetchSixTap(x, y, to: memory, by: memory + 8)
    let sixTap = codes()
    unsafe plane.fetchBilinear(x, y, rows: 8, to: memory)
    return (sixTap, codes())
  }
}
