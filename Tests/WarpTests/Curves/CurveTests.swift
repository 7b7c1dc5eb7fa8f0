import Foundation
import TestSupport
import Testing

@testable import Values
@testable import Warp

@Suite struct CurveTests {
  /// Exact values by 40-digit quadrature: five settings and eleven arguments for each curve. A flipped curve has the
  /// mirror image of these values.
  @Test func agreesWithExactValues() throws {
    let rows = try Golden.rows("curves")
    #expect(Dictionary(grouping: rows) { $0[0] }.mapValues(\.count) == Self.fullTable)
    let ends = rows.filter { $0[3] == "1" }.map { ($0.prefix(3), Double($0[5])!) }
    let wholes = Dictionary(uniqueKeysWithValues: ends)
    var flippedCount = 0
    for row in rows {
      let (factor, modifier, u) = (Double(row[1])!, Double(row[2])!, Double(row[3])!)
      let (scale, integral) = (Double(row[4])!, Double(row[5])!)
      var values = [(row[0], u, integral)]
      let flipped = "\(row[0])-flipped"
      if Self.names.contains(flipped) {
        values.append((flipped, 1 - u, try #require(wholes[row.prefix(3)]) - integral))
      }
      flippedCount += values.count - 1
      for (name, u, integral) in values {
        let curve = try Self.curve(name, factor, modifier)
        #expect(abs(curve.scale(at: u) - scale) <= 1e-12 * max(1, scale), "scale of \(name), \(row)")
        #expect(abs(curve.integral(to: u) - integral) <= 1e-12 * max(1, integral), "integral of \(name), \(row)")
      }
    }
    #expect(rows.count + flippedCount == 55 * Self.names.count)
  }

  private static let names = CurveSyntax.names.map(\.name)

  /// 55 rows for each curve that is not flipped, so that the table cannot lack a new one.
  private static let fullTable = Dictionary(
    uniqueKeysWithValues: names.filter { !$0.hasSuffix("-flipped") }.map { ($0, 55) })

  /// Compares the integral with Gauss–Legendre quadrature of the scale, at settings that are not in the table.
  @Test(arguments: names)
  func integralMatchesQuadratureOfTheScale(_ name: String) throws {
    for factor in [1e-3, 0.37, 1, 2.9, 40, 1e4] {
      for modifier in [1e-6, 1e-3, 0.02, 0.0531, 0.11, 0.77, 1] {
        let curve = try Self.curve(name, factor, modifier)
        for u in [1e-7, 0.003, 0.21, 0.5, 0.77, 1] {
          let exact = Self.quadrature(of: curve, to: u)
          let error = abs(curve.integral(to: u) - exact)
          #expect(error <= 1e-12 * max(1, exact), "\(name) F \(factor) M \(modifier) at \(u): \(error)")
        }
      }
    }
  }

  /// An eighth of the wavelength rounds to 0 in such a short range.
  @Test(arguments: names) func tinyRangesHaveNoLandmarks(_ name: String) throws {
    let law = Law.curve(try Self.curve(name, 2, 1), start: 0, end: 1e-323)
    #expect(law.landmarks(between: 0, and: 1e-323).isEmpty)
  }

  @Test(arguments: names.filter { $0.hasSuffix("-flipped") })
  func flippedIsTheMirrorImage(_ name: String) throws {
    for (factor, modifier) in [(1.5, 0.5), (0.3, 0.9), (3.7, 0.01)] {
      let flipped = try Self.curve(name, factor, modifier)
      let unflipped = try Self.curve(String(name.dropLast("-flipped".count)), factor, modifier)
      for u in stride(from: 0, through: 1, by: 1 / 32.0) {
        #expect(abs(flipped.scale(at: u) - unflipped.scale(at: 1 - u)) < 1e-14)
        let mirrored = unflipped.integral(to: 1) - unflipped.integral(to: 1 - u)
        #expect(abs(flipped.integral(to: u) - mirrored) < 1e-14 * max(1, unflipped.integral(to: 1)))
      }
    }
  }

  @Test func factorAndModifierMustBeInRange() {
    for wrong in [0, -1, 2e6] {
      #expect(complaint { try Curve(.ramp, factor: wrong, modifier: 0.5) }.hasSuffix("be above 0 and at most 1000000"))
      #expect(complaint { try Curve(.ramp, factor: 1.5, modifier: wrong) }.hasSuffix("be above 0 and at most 1"))
    }
  }

  static func curve(_ name: String, _ factor: Double, _ modifier: Double) throws -> Curve {
    try CurveSyntax.parse("\(name):factor=\(factor),modifier=\(modifier)", on: Clip(duration: 1)).curve
  }

  /// Gauss–Legendre quadrature with eight nodes per panel. Panels end at kinks and become shorter towards 0, ½ and 1.
  private static func quadrature(of curve: Curve, to end: Double) -> Double {
    let nodes = [0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363]
    let weights = [0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763]
    let graded = (1...160).map { pow(0.8, Double($0)) }
    let grid = Array(stride(from: 0, through: 1, by: 1 / 256.0))
    let fine = stride(from: -30, through: 30, by: 1.0).map { 0.5 + $0 * 1e-7 }
    let all: [[Double]] = [graded, graded.map { 1 - $0 }, grid, fine, curve.kinks, [0, end]]
    let edges = Set(all.joined()).filter { $0 <= end }.sorted()
    var sum = 0.0
    for (start, end) in zip(edges, edges.dropFirst()) {
      let (middle, half) = ((start + end) / 2, (end - start) / 2)
      for (node, weight) in zip(nodes, weights) {
        sum += half * weight * (curve.scale(at: middle - half * node) + curve.scale(at: middle + half * node))
      }
    }
    return sum
  }
}
