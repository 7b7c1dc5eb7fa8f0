/// Text → a number of bytes, as coreutils read it: the units `k`, `M`, `G`, `T`, also written `Ki` or `KiB`, are powers
/// of 1024; `kB`, `MB`, `GB`, `TB` are powers of 1000; a number without a unit counts bytes. Upper and lower case are
/// the same.
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
