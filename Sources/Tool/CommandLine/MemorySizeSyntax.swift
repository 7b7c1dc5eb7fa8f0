/// Reads a number of bytes as coreutils do, in upper or lower case. The units `k`, `M`, `G`, `T` (also `Ki` or `KiB`)
/// are powers of 1024, and `kB`, `MB`, `GB`, `TB` are powers of 1000. A number without a unit counts bytes.
package enum MemorySizeSyntax {
  package static func parse(_ text: String) throws(Failure) -> Int {
    guard let size = size(text) else {
      throw Failure(.usage, "'\(text)' is not a memory size; write 512M, 1GiB or a number of bytes")
    }
    return size
  }

  private static func size(_ text: String) -> Int? {
    let digits = text.utf8.prefix { $0 &- UInt8(ascii: "0") <= 9 }
    guard let number = Int(String(digits) ?? ""), let unit = unit(text.dropFirst(digits.count).lowercased()) else {
      return nil
    }
    let (size, overflows) = number.multipliedReportingOverflow(by: unit)
    return overflows ? nil : size
  }

  private static func unit(_ suffix: String) -> Int? {
    guard let letter = suffix.first else { return 1 }
    guard let power = ["k": 1, "m": 2, "g": 3, "t": 4][letter] else { return nil }
    switch suffix.dropFirst() {
    case "", "i", "ib": return 1 << (10 * power)
    case "b": return (0..<power).reduce(1) { value, _ in value * 1000 }
    default: return nil
    }
  }
}
