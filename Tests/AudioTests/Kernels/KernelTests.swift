import Foundation
import TestSupport
import Testing
import Values

@testable import Audio

@Suite struct KernelTests {
  @Test func kaiserWindowHasThePublishedValues() {
    // 27.239871823604 and 2.279585302336 are the Bessel function I₀ at 5 and at 2, from published tables.
    let window = KaiserWindow(beta: 5)
    #expect(window.value(at: 0) == 1)
    #expect(abs(window.value(at: 1) * 27.239871823604 - 1) < 1e-12)
    let u = (1 - 4.0 / 25).squareRoot()
    #expect(abs(window.value(at: u) * 27.239871823604 - 2.279585302336) < 1e-11)
    #expect(window.value(at: 1.0001) == 0 && window.value(at: -0.3) == window.value(at: 0.3))
  }

  /// Computes 2 · `half` weights from the kernel's formula, for a position `fraction` of a sample after a sample.
  private func definition(_ shape: KernelShape, _ widening: Double, at fraction: Double, half: Int) -> [Double] {
    let window = shape.window
    let weights = (0..<2 * half).map { tap in
      let x = Double(tap + 1 - half) - fraction
      return normalizedSinc(x / widening) * window.value(at: x / (widening * Double(shape.halfWidth)))
    }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  private static let fractions =
    (0...64).map { Double($0) / 64 } + [1e-9, 0.1234567, 0.5000001, 0.9999999, 1.0.nextDown]

  /// Compares table weights with the kernel's formula. Middle weights may differ by `centre`, others by `bound`.
  private func judge<Table: KernelTable>(_: Table.Type, _ shape: KernelShape, bound: Double, centre: Double) {
    for widening in [1, 1.3, exp2(5.0 / 12), 1.9] {
      let half = shape.halfWidth(widening: widening)
      // A row is as wide as the kernel, or wider with only its middle used, or wider and used completely.
      for (extra, count) in [(0, 2 * half), (8, 2 * half), (4, 2 * half + 8)] {
        let table = Table(shape, widening: widening, rowHalfWidth: half + extra)
        table.withRows(count: count) { rows in
          for fraction in Self.fractions {
            let weights = unsafe rows.weights(at: fraction)
            let wing = WeightedSum.wing(Table.Rows.Weights.self, count: count)
            let found = stride(from: 0, to: count, by: 4).flatMap { start in
              let isWide = start >= wing && start < count - wing
              let four =
                unsafe isWide ? weights.wideFour(at: start) : SIMD4<Double>(weights.four(at: start))
              return (0..<4).map { four[$0] }
            }
            let expected = definition(shape, widening, at: fraction, half: count / 2)
            for tap in 0..<count {
              let isInside = tap >= wing && tap < count - wing
              #expect(abs(found[tap] - expected[tap]) < (isInside ? centre : bound), "\(fraction), \(tap)")
            }
            #expect(abs(found.reduce(0, +) - 1) < 4 * bound)
          }
        }
      }
    }
  }

  @Test func tablesMatchTheKernelDefinition() {
    judge(LinearTable.self, Kernel.fast.shape!, bound: 2e-6, centre: 0)
    judge(LinearTable.self, Kernel.high.shape!, bound: 6e-7, centre: 0)
    judge(QuadraticTable.self, Kernel.best.shape!, bound: 2e-9, centre: 2e-9)
  }

  @Test func bandsFollowSpeed() {
    var finder = BandFinder()
    #expect(finder.share(of: 0.3) == 0 && finder.band == .first)
    #expect(finder.share(of: 1) == 0 && finder.band == .first)
    for width in [1.01, 1.5, 1.999, 2, 3.7, 64.5, 5, 1.2, 20000, 1e9, 2.5] {
      let share = finder.share(of: width)
      let band = finder.band
      let widening = BandFinder.widening(for: width)
      #expect(band.speed <= widening && widening >= width && widening <= 1.03 * width && share >= 0 && share < 1)
      if !band.isDeepest {
        #expect(widening < band.next.speed)
        #expect(abs(band.speed + share * (band.next.speed - band.speed) - widening) < 1e-9 * widening)
      } else {
        #expect(width >= 16384 && share == 0)
      }
    }
  }

  @Test func halfBandFilterPassesTheLowerHalfOnly() {
    for shape in Kernel.allCases.compactMap(\.shape) {
      let filter = HalfBandFilter(shape)
      func response(_ frequency: Double) -> Double {
        0.5
          + filter.weights.enumerated().reduce(0) {
            $0 + 2 * $1.element * cos(2 * .pi * frequency * Double(2 * $1.offset + 1))
          }
      }
      #expect(abs(response(0) - 1) < 1e-12)
      // The filter must pass frequencies up to `edge`, and remove those that would alias when the rate is halved.
      let edge = max(HalfBandFilter.bandEdge, shape.bandEdge) / 2
      for step in 0...100 {
        #expect(20 * log10(abs(response(edge * Double(step) / 100) - 1)) < 3 - shape.attenuation)
        #expect(20 * log10(abs(response(0.5 - edge * Double(step) / 100))) < 3 - shape.attenuation)
      }
    }
  }
}
