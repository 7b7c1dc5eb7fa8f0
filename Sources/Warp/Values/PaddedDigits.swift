/// Whole numbers with zeros in front, as clocks, fractions and codes of a fixed length have them.
package enum PaddedDigits {
  /// - Parameter count: how many digits there are at least.
  package static func print(_ number: some BinaryInteger, count: Int, radix: Int = 10) -> String {
    let digits = String(number, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
