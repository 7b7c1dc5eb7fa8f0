import Warp

/// The text of "timestamp format v2", as mkvmerge reads it: a time in milliseconds to a line, one for each frame.
package enum TimestampList {
  package static let title = "# timestamp format v2\n"

  /// Titles of lists that have other lines than one time for each frame.
  private static let otherTitles = ["v1", "v3"].flatMap { ["# timecode format \($0)", "# timestamp format \($0)"] }

  /// The seconds on a line; nil for a comment or a blank line.
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

  /// The line for a time that is a whole number of ticks, at least 0.
  ///
  /// Whole seconds are split off first: a late tick of a fine timebase, times 1000, would not fit in 64 bits.
  package static func line(_ tick: Int64, of timebase: Timebase) -> String {
    let unit = Int64(timebase.ticksPerSecond)
    let (seconds, rest) = (tick / unit, tick % unit * 1000)
    // Rounded down. Nine decimals of a millisecond are a picosecond: finer than any timebase.
    let decimals = PaddedDigits.print(rest % unit * 1_000_000_000 / unit, count: 9)
    return "\(seconds * 1000 + rest / unit).\(decimals)\n"
  }
}
