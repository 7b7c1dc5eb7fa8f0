/// Prints whole numbers with leading zeros, for clocks, fractions and fixed-length codes.
package enum PaddedDigits {
  /// - Parameter count: the least number of digits.
  package static func print(_ number: some BinaryInteger, count: Int, radix: Int = 10) -> String {
    let digits = String(number, radix: radix)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
