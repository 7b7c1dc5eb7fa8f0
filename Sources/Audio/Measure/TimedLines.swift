import Values

/// Lines of text that each begin with a source time.
struct TimedLines {
  private let start: Double
  private var text: [UInt8] = []

  /// - Parameter start: the source time of the first sample.
  init(from start: Double) { self.start = start }

  /// Writes a line, unless its time is before the start of the clip.
  ///
  /// - Parameter time: seconds after the first sample.
  mutating func write(at time: Double, _ rest: String) {
    let time = start + time
    if time >= 0 { text += "\(DecimalText.print(time, decimals: 3))\(rest)\n".utf8 }
  }

  /// Returns the text that has been written since the last call.
  mutating func take() -> [UInt8] {
    defer { text.removeAll(keepingCapacity: true) }
    return text
  }
}
