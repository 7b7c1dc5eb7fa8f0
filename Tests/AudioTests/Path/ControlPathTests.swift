import Foundation
import TestSupport
import Testing

@testable import Audio

@Suite struct ControlPathTests {
  private static let maps = [
    "0 0\n4 4\n", "0 0\n2 4\n", "4 0\n0 4\n", "0.513 0\n2.777 2.264\n", "0 0 1\n4 7 2.5\n", "0 0 3\n2 2 0\n4 4 3\n",
    "4 0 -1\n0 7 -2.5\n", "0 0\n1 0.5\n2 2.5\n3 3.1\n", "0 0\n1 2\ninf inf 0.7\n", "0 0 0.01\n1 3 9\n2 6 0.01\n",
    "0 0 1\n3600 7200.5 2.5\n", "0 0\n2 2\n0 4\n",
  ]

  private func points(_ path: ControlPath, _ outputs: Range<Int>, blocks: Int) -> [ControlPoint] {
    var path = path
    var points: [ControlPoint] = []
    for start in stride(from: outputs.lowerBound, to: outputs.upperBound, by: blocks) {
      path.append(start..<min(start + blocks, outputs.upperBound), to: &points)
    }
    return points
  }

  /// Compares the path with `TimeMap.instant(at:)`, which computes the source time of each output separately.
  @Test func pointsAreTheInverseOfTheMap() throws {
    for rows in Self.maps {
      let map = try map(rows)
      let path = ControlPath(map, rate: 48000)
      let count = min(200_000, Int((map.warpedLength ?? 4) * 48000))
      for (output, point) in points(path, 0..<count, blocks: count).enumerated() {
        let instant = try #require(map.instant(at: Double(output) / 48000))
        let expected = instant.source * 48000 - (instant.direction == .backward ? 1 : 0)
        let found = Double(point.index) + point.fraction
        guard abs(found - expected) <= 1e-7 + 4 * expected.ulp else {
          Issue.record("\(rows): output \(output) is read at \(found) and not at \(expected)")
          break
        }
        let speed = 1 / (instant.scale ?? 1)
        if abs(speed) < 100, abs(point.speed - speed) > 1e-6 * abs(speed) {
          // Where one piece of the map ends, the path may have the speed of this piece or of the next.
          #expect(map.pieces.contains { abs($0.warpedEnd * 48000 - Double(output)) < 1 }, "\(rows): speed at \(output)")
        }
      }
    }
  }

  @Test func blocksAndJumpsChangeNothing() throws {
    var random = SplitMix64(seed: 7)
    for rows in Self.maps {
      let path = ControlPath(try map(rows), rate: 44100)
      let whole = points(path, 0..<20000, blocks: 20000)
      for blocks in [1, 7, 64, 1000] {
        #expect(points(path, 0..<20000, blocks: blocks) == whole, "\(rows) by \(blocks)")
      }
      var jumping = path
      for _ in 0..<200 {
        let start = random.whole(below: 19000)
        var part: [ControlPoint] = []
        jumping.append(start..<start + 1 + random.whole(below: 999), to: &part)
        #expect(part[...] == whole[start..<start + part.count], "\(rows) from \(start)")
      }
    }
  }

  /// After a day, whole sample numbers need 32 bits. Their fractions must still be as exact as at the start.
  @Test func positionsAreExactAfterADay() throws {
    let path = ControlPath(try map("0 0\n86400 129600\n"), rate: 48000)
    var points: [ControlPoint] = []
    var late = path
    let last = 129_600 * 48000 - 3
    late.append(last..<last + 2, to: &points)
    #expect(points[0].index == 86400 * 48000 - 2 && points[0].fraction == 0)
    #expect(points[1].index == 86400 * 48000 - 2 && abs(points[1].fraction - 2.0 / 3) < 1e-6)
  }

  @Test func aFullReverseStartsOnTheLastSample() throws {
    var points: [ControlPoint] = []
    var path = ControlPath(try map("3600.1 0\n0 3600.1\n"), rate: 44100)
    path.append(0..<3, to: &points)
    let count = 158_764_410
    #expect(points.map(\.index) == [count - 1, count - 2, count - 3])
    #expect(points.allSatisfy { $0.fraction == 0 && $0.speed == -1 })
  }

  /// The low-pass filter's band narrows over 0.01 s before a faster piece of the map, and widens after the piece.
  @Test func bandChangesGraduallyAtKinks() throws {
    let path = ControlPath(try map("0 0\n1 1\n3 1.5\n4 2.5\n"), rate: 1000)
    let points = points(path, 0..<2500, blocks: 512)
    #expect(points[980].width == 1 && points[1000].width == 4 && points[1499].width == 4)
    #expect(points[1500].width == 4 && points[1511].width == 1)
    #expect(zip(points[985...1000], points[986...]).allSatisfy { $0.width <= $1.width })
    #expect(zip(points, points.dropFirst()).allSatisfy { abs($0.width - $1.width) <= 3 * 0.16 })
  }

  @Test func infiniteSpeedIsBounded() throws {
    let path = ControlPath(try map("0 0 3\n2 2 0\n4 4 3\n"), rate: 48000)
    for point in points(path, 95990..<96010, blocks: 20) {
      #expect(point.speed <= 1e9 && point.width <= 1e9 && abs(point.index - 96000) < 100_000)
    }
  }
}
