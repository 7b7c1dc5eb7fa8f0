import Values

/// The text of "timestamp format v2", as mkvmerge reads it: one line for each frame, with its time in milliseconds.
package enum TimestampList {
  package static let title = "# timestamp format v2\n"

  /// First lines of other formats, whose lines are not one time for each frame.
  private static let otherTitles = ["v1", "v3"].flatMap { ["# timecode format \($0)", "# timestamp format \($0)"] }

  /// The time on a line, in seconds; nil for a comment or a blank line.
  package static func seconds(_ line: ArraySlice<UInt8>) throws(Refusal) -> Double? {
    let text = String(decoding: line, as: UTF8.self)
    guard let word = text.split(whereSeparator: { $0 == " " || $0 == "\t" }).first else { return nil }
    if word.hasPrefix("#") {
      guard otherTitles.contains(text) else { return nil }
      throw .usage(
        "the list is not timestamp format v2", advice: "write the start of each frame in milliseconds, one per line")
    }
    guard let milliseconds = NumberSyntax.parse(word), abs(milliseconds) <= 1000 * TimeSyntax.longest else {
      throw .usage("'\(word)' is not a time in milliseconds")
    }
    return milliseconds / 1000
  }

  /// The line for a time of `tick` ticks, at least 0. Whole seconds are split off first: a late tick of a fine
  /// timebase, times 1000, would not fit into 64 bits.
  package static func line(_ tick: Int64, of timebase: Timebase) -> String {
    let unit = Int64(timebase.ticksPerSecond)
    let (seconds, rest) = (tick / unit, tick % unit * 1000)
    // Rounded down to nine decimals of a millisecond. That is a picosecond, finer than any timebase.
    let decimals = PaddedDigits.print(rest % unit * 1_000_000_000 / unit, count: 9)
    return "\(seconds * 1000 + rest / unit).\(decimals)\n"
  }
}
