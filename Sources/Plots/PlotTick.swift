import Glibc
import Values

/// A labelled value on an axis.
package struct PlotTick: Equatable, Sendable {
  package let value: Double
  package let label: String

  /// Ticks in a range whose distance is 1, 2 or 5 times a power of ten, and at least `rough`.
  static func decimal(in range: ClosedRange<Double>, atLeast rough: Double, unit: String = "") -> [PlotTick] {
    var exponent = Int(floor(log10(rough)))
    // Without the subtraction, a quotient that is a round step, such as 0.5 / 5, could be rounded up to the next step.
    let mantissa = rough / pow(10, Double(exponent)) - 1e-9
    let factor = [1, 2, 5].first { Double($0) > mantissa } ?? 1
    if mantissa >= 5 { exponent += 1 }
    return multiples(of: Double(factor) * pow(10, Double(exponent)), in: range).compactMap { multiple in
      // Parsed from decimals, so that 3 steps of 0.1 are 0.3 and not 0.30000000000000004.
      NumberSyntax.parse("\(multiple * factor)e\(exponent)").map {
        PlotTick(value: $0, label: NumberSyntax.print($0) + unit)
      }
    }
  }

  /// The whole numbers whose products with `step` are in the range.
  static func multiples(of step: Double, in range: ClosedRange<Double>) -> [Int] {
    let first = Int((range.lowerBound / step - 1e-9).rounded(.up))
    return Array(first..<Int((range.upperBound / step + 1e-9).rounded(.down)) + 1)
  }
}
