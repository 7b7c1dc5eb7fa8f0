import Foundation
import TestMaps
import TestSupport
import Testing

@testable import Expressions
@testable import Values
@testable import Warp

@Suite struct MapFitTests {
  /// For every curve, at several settings and lengths, the fit differs from the exact map by at most the tolerance.
  @Test(arguments: CurveSyntax.names.map(\.name))
  func staysWithinTheTolerance(_ name: String) throws {
    let settings: [(factor: Double, modifier: Double, duration: Double, tolerance: Double)] = [
      (1.5, 0.5, 10, 1e-11), (1.5, 0.5, 3600, 1e-11), (0.1, 0.1, 10, 1e-11), (4, 1, 3600, 1e-11),
      (2.2, 0.013, 0.5, 1e-11), (4, 1, 10, 1e-7), (0.1, 0.1, 3600, 1e-7), (4, 1, 10, 1e-3), (1.5, 0.5, 10, 0.1),
    ]
    for (factor, modifier, duration, tolerance) in settings {
      let exact = try Self.map(name, factor, modifier, duration)
      let table = try exact.tabulated(tolerance: tolerance)
      let length = try #require(exact.warpedLength)
      // Both maps are rounded by up to one and a half units in the last place.
      let error = table.distance(from: exact) - 3 * length.ulp
      #expect(error <= max(tolerance, 4 * length.ulp), "\(name) F \(factor) M \(modifier) D \(duration): \(error)")
      // If rounding is far below the tolerance, half of the tolerance stays unused.
      if tolerance > 1e-8 { #expect(error <= 0.55 * tolerance, "\(name) F \(factor) M \(modifier): \(error)") }
    }
  }

  /// For curves so tall, long or steep that the rounding of source times exceeds the tolerance, the fit does not split
  /// cubics in vain.
  @Test(arguments: [
    ("triangle:factor=100,modifier=0.01", 3600, 20), ("triangle:factor=100,modifier=0.01", 36000, 20),
    ("triangle:factor=1000,modifier=0.01", 600, 20), ("double-smoothstep:factor=1e5,modifier=0.01", 600, 3000),
    ("sine:factor=10000", 36000, 20000),
  ])
  func tallCurvesHaveFewRows(_ curve: String, _ duration: Double, _ most: Int) throws {
    let component = try CurveSyntax.parse(curve, on: Clip(duration: duration))
    let map = try Components([component], duration: duration).map()
    let table = try map.tabulated(tolerance: 1e-11)
    #expect(table.pieces.count <= most, "\(table.pieces.count)")
    let steepest = 2 * component.curve.factor * duration.ulp + 4 * (map.warpedLength ?? 0).ulp
    #expect(table.distance(from: map) <= max(1e-11, steepest))
  }

  @Test(arguments: [
    ("0s=1x, 30s=1e-05x, 60s=1x", 60), ("0s=1x, 1800s=0.001x, 3600s=1x", 3600),
    ("0s=1x, 299s=1e-05x ease-in, 340s=1x", 600),
    ("0s=30x smooth, 322910s=1x ease-in, 415751s=1000x smooth", 1_000_000),
  ])
  func nearStandstillsHaveFewRows(_ speeds: String, _ duration: Double) throws {
    let map = try SpeedSyntax.keys(speeds, on: Clip(duration: duration)).map(duration: duration)
    #expect(try map.tabulated(tolerance: 1e-11).pieces.count < 20_000)
  }

  /// Where the scale is so small that the rounded warped time stands still, the last cubic is extended to the end.
  @Test(arguments: ["exp(-pow(9*u,4))+1e-30", "max(1-1.1*u,0)+1e-25", "pow(max(1-2*u,0),2)+1e-25"])
  func endsWithoutRiseAreCovered(_ scale: String) throws {
    let map = try ExpressionCurve.map(scale: scale, duration: 10)
    let table = try map.tabulated(tolerance: 1e-11)
    #expect(table.pieces.last?.sourceEnd == 10 && table.pieces.count < 1000, "\(table.pieces.count)")
    #expect(table.distance(from: map) <= 1e-11)
  }

  @Test func aStandstillFromAJumpOnIsRefused() throws {
    let map = try ExpressionCurve.map(scale: "if(lt(u,0.5),1,1e-30)", duration: 10)
    #expect(
      complaint { try map.tabulated(tolerance: 1e-11) }
        == "the scale is too close to 0 (at 5 s in the source); make the scale larger there")
  }

  /// At most 1.5 times the fewest cubics with h⁴/384 · max|s⁗| ≤ tolerance between kinks.
  @Test(arguments: Campaign.share(of: CurveSyntax.names.map(\.name)))
  func rowsAreNearTheTheoreticalMinimum(_ name: String) throws {
    for (factor, modifier) in [(1.5, 0.5), (0.7, 0.3), (2.5, 0.05)] {
      let map = try Self.map(name, factor, modifier, 10)
      let count = try map.tabulated(tolerance: 1e-11).pieces.count
      let fewest = map.pieces.reduce(0) { $0 + Self.fewestCubics(for: $1, tolerance: 1e-11) }
      #expect(Double(count) <= 1.5 * Double(fewest), "\(name) F \(factor) M \(modifier): \(count) for \(fewest)")
      if factor == 1.5 { #expect(count < 2500, "\(name)") }
    }
  }

  static func map(_ name: String, _ factor: Double, _ modifier: Double, _ duration: Double) throws -> TimeMap {
    let clip = Clip(duration: duration)
    let component = try CurveSyntax.parse("\(name):factor=\(factor),modifier=\(modifier)", on: clip)
    return try Components([component], duration: duration).map()
  }

  /// The number of cubics if each is as long as the tolerance allows for the third derivative of the scale there.
  private static func fewestCubics(for piece: Piece, tolerance: Double) -> Int {
    guard case .curve(let curve, let start, let end) = piece.law else { return 1 }
    let duration = end - start
    func fourthDerivative(_ source: Double) -> Double {
      let u = (source - start) / duration
      let step = min(1e-3, max(1e-9, u / 8, (1 - u) / 8))
      let h = min(step, u / 2, (1 - u) / 2)
      guard h > 1e-12 else { return .infinity }
      let values = [-1.5, -0.5, 0.5, 1.5].map { curve.scale(at: u + $0 * h) }
      return abs(values[3] - 3 * values[2] + 3 * values[1] - values[0]) / (h * h * h) / (duration * duration * duration)
    }
    var count = 0
    var source = piece.sourceStart
    while source < piece.sourceEnd {
      var low = 0.0
      var high = piece.sourceEnd - source
      func fits(_ length: Double) -> Bool {
        let largest = (0...8).map { fourthDerivative(source + length * Double($0) / 8) }.max() ?? 0
        return length * length * length * length / 384 * largest <= tolerance
      }
      if !fits(high) {
        for _ in 0..<40 {
          let middle = (low + high) / 2
          if fits(middle) { low = middle } else { high = middle }
        }
        high = max(low, 1e-9)
      }
      source += high
      count += 1
    }
    return count
  }
}
