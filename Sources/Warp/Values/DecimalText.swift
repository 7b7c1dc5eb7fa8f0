/// Seconds as decimals without an exponent, for programs that read no other numbers.
package enum DecimalText {
  /// Rounded to so many places, of which there are always all: `12.500000`.
  package static func print(_ value: Double, places: Int) -> String {
    let unit = (0..<places).reduce(1.0) { unit, _ in unit * 10 }
    let scaled = (value.magnitude * unit).rounded()
    guard scaled < 0x1p63 else { return NumberSyntax.print(value) }
    let digits = String(Int64(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return "\(sign)\(padded.dropLast(places))\(places > 0 ? "." : "")\(padded.suffix(places))"
  }
}
