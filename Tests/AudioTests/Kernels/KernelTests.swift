import Foundation
import TestSupport
import Testing

@testable import Audio

@Suite struct KernelTests {
  @Test func theWindowHasTheValuesOfTheBooks() {
    // From tables, to twelve digits: I₀(5) and I₀(2).
    let window = KaiserWindow(beta: 5)
    #expect(window.value(at: 0) == 1)
    #expect(abs(window.value(at: 1) * 27.239871823604 - 1) < 1e-12)
    let u = (1 - 4.0 / 25).squareRoot()
    #expect(abs(window.value(at: u) * 27.239871823604 - 2.279585302336) < 1e-11)
    #expect(window.value(at: 1.0001) == 0 && window.value(at: -0.3) == window.value(at: 0.3))
  }

  @Test func rowsAddUpToOneAndMirror() {
    for shape in Kernel.allCases.compactMap(\.shape) {
      for widening in [1, 1.3, 1.9] {
        let half = KernelTable.halfWidth(shape, widening: widening)
        let table = KernelTable(shape, widening: widening, rowHalfWidth: half)
        for phase in stride(from: 0, through: table.phases, by: 97) {
          let row = table.weights[phase * 2 * half..<(phase + 1) * 2 * half].map(Double.init)
          #expect(abs(row.reduce(0, +) - 1) < 1e-6)
          let other = table.phases - phase
          #expect(row == table.weights[other * 2 * half..<(other + 1) * 2 * half].reversed().map(Double.init))
        }
      }
    }
  }

  /// The tables hold the definition of the kernel.
  @Test func tablesHoldTheKernel() {
    let shape = Kernel.high.shape!
    let window = shape.window
    for widening in [1, exp2(5.0 / 12)] {
      let half = KernelTable.halfWidth(shape, widening: widening)
      let table = KernelTable(shape, widening: widening, rowHalfWidth: half + 4)
      for phase in stride(from: 0, to: table.phases, by: 31) {
        let weights = (0..<2 * half + 8).map { tap in
          let x = Double(tap - half - 3) - Double(phase) / Double(table.phases)
          return normalizedSinc(x / widening) * window.value(at: x / (widening * Double(shape.halfWidth)))
        }
        let total = weights.reduce(0, +)
        for (tap, weight) in weights.enumerated() {
          #expect(abs(Double(table.weights[phase * (2 * half + 8) + tap]) - weight / total) < 1e-7)
        }
      }
    }
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

  @Test func halfBandsHalve() {
    for shape in Kernel.allCases.compactMap(\.shape) {
      let filter = HalfBandFilter(shape)
      func response(_ frequency: Double) -> Double {
        0.5
          + filter.weights.enumerated().reduce(0) {
            $0 + 2 * $1.element * cos(2 * .pi * frequency * Double(2 * $1.offset + 1))
          }
      }
      #expect(abs(response(0) - 1) < 1e-6)
      // Frequencies that the lower rate keeps pass; those that would be aliased onto them are removed.
      let edge = max(HalfBandFilter.bandEdge, shape.bandEdge) / 2
      for step in 0...100 {
        #expect(20 * log10(abs(response(edge * Double(step) / 100) - 1)) < 3 - min(shape.attenuation, 138))
        #expect(20 * log10(abs(response(0.5 - edge * Double(step) / 100))) < 3 - min(shape.attenuation, 138))
      }
    }
  }
}
