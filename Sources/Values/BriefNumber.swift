import Glibc

/// Prints seconds and speeds for messages, with at most three decimals: `8.333`. For machines, and for values to type
/// again, `NumberSyntax` prints all digits.
package enum BriefNumber {
  /// Prints a number. Below 0.001 it has three significant digits.
  package static func print(_ value: Double) -> String {
    let size = abs(value)
    guard size > 1e-300, size < 1e12 else { return NumberSyntax.print(value) }
    let factor = size < 1e-3 ? pow(10, 2 - floor(log10(size))) : 1000
    return NumberSyntax.print((value * factor).rounded() / factor)
  }

  /// Prints two different numbers for a message, with all digits if they would look the same otherwise.
  package static func print(_ first: Double, besides second: Double) -> (String, String) {
    let brief = (print(first), print(second))
    return brief.0 != brief.1 ? brief : (NumberSyntax.print(first), NumberSyntax.print(second))
  }
}
