/// Counts ffmpeg's lines that differ only in numbers, such as those about damaged frames, and drops most of them.
package struct RepeatedLines {
  private var dropped = 0
  private var counts: [[UInt8]: Int] = [:]

  /// How many lines of a kind are shown.
  private static let shown = 3
  /// The number of kinds that are remembered. Lines of other kinds are dropped.
  private static let kinds = 100

  package init() {}

  /// The line that says how many lines have been dropped; nil if none.
  package var note: String? {
    dropped == 0 ? nil : "ffmpeg printed \(dropped) more \(dropped == 1 ? "line" : "lines") like these"
  }

  /// Whether to show this line.
  mutating func takes(_ line: String) -> Bool {
    let kind = Self.kind(line)
    guard counts[kind] != nil || counts.count < Self.kinds else { return drop() }
    counts[kind, default: 0] += 1
    return counts[kind, default: 0] <= Self.shown || drop()
  }

  private mutating func drop() -> Bool {
    dropped += 1
    return false
  }

  /// The line without numbers and without addresses, as in `[h264 @ 0x5589f4b57200]`.
  private static func kind(_ line: String) -> [UInt8] {
    line.utf8.split(separator: UInt8(ascii: " ")).filter { !$0.starts(with: "0x".utf8) }
      .joined(separator: [UInt8(ascii: " ")]).filter { !(0x30...0x39).contains($0) }
  }
}
