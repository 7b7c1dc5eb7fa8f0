import Glibc

/// Seconds and speeds as a person writes them, for messages: three decimals at most, `8.333`. `NumberSyntax` writes
/// what a machine reads and what is to be typed again.
package enum BriefNumber {
  /// A number below 0.001 has three significant digits.
  package static func print(_ value: Double) -> String {
    let size = abs(value)
    guard size > 1e-300, size < 1e12 else { return NumberSyntax.print(value) }
    let factor = size < 1e-3 ? pow(10, 2 - floor(log10(size))) : 1000
    return NumberSyntax.print((value * factor).rounded() / factor)
  }

  /// Two numbers of which a message says that they differ: with all their digits if they are the same without.
  package static func print(_ first: Double, besides second: Double) -> (String, String) {
    let brief = (print(first), print(second))
    return brief.0 != brief.1 ? brief : (NumberSyntax.print(first), NumberSyntax.print(second))
  }
}
