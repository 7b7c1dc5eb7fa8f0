import Glibc

/// Prints numbers and durations for plots and summaries.
package enum BriefText {
  /// Prints two decimals or, below 0.1, two significant digits.
  package static func number(_ value: Double) -> String {
    let size = abs(value)
    guard size > 1e-300, size < 1e12 else { return NumberSyntax.print(value) }
    let factor = pow(10, max(2, 1 - floor(log10(size))))
    return NumberSyntax.print((value * factor).rounded() / factor)
  }

  package static func duration(_ seconds: Double) -> String {
    seconds < 120 ? "\(number(seconds)) s" : clock(seconds)
  }

  /// Prints `m:ss` or `h:mm:ss`, with hundredths if they are not zero.
  package static func clock(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    let (minutes, rest) = (hundredths / 6000, hundredths % 6000)
    let second = PaddedDigits.print(rest / 100, count: 2) + NumberSyntax.print(Double(rest % 100) / 100).dropFirst()
    return minutes < 60
      ? "\(minutes):\(second)" : "\(minutes / 60):\(PaddedDigits.print(minutes % 60, count: 2)):\(second)"
  }
}
