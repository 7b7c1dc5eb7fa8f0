/// WebVTT: a header, then blocks separated by blank lines: cues, and notes, styles and regions without times.
enum WebVTT {
  static let clock = ClockTime.Style(fractionDigits: 3, separators: [UInt8(ascii: ".")], mayOmitHours: true)

  struct Cue: RetimableCue {
    let text: ArraySlice<UInt8>
    let times: CueTimes
    /// Times between the words, `<00:00:01.500>`.
    let inner: [ClockTime]

    var start: Double { times.start.seconds }
    var end: Double { times.end.seconds }

    func text(for showing: CueShowing, number: Int) -> [UInt8] {
      text.edited(
        times.edits(for: showing) + inner.compactMap { $0.edit($0.ticks(at: showing.warped(at: $0.seconds))) })
    }
  }

  static func document(_ lines: TextLines) throws(CueError) -> CueDocument<Cue> {
    guard lines.count > 0, isSignature(lines.content(0)) else {
      throw CueError("the text does not begin with WEBVTT", line: 1)
    }
    var document = CueDocument<Cue>()
    // The header ends at the first blank line or line of times.
    var line = 1
    while line < lines.count, !lines.isBlank(line), try CueTimes(lines, line, clock) == nil { line += 1 }
    var leadStart = 0
    while line < lines.count {
      while line < lines.count, lines.isBlank(line) { line += 1 }
      guard let block = try block(lines, from: line) else {
        line = end(of: line, lines)
        continue
      }
      let lead = lines.text(leadStart..<line)
      line = block.end
      while line < lines.count, lines.isBlank(line) { line += 1 }
      let text = lines.text(block.first..<line)
      let inner = innerTimes(lines.text(block.timesLine + 1..<block.end))
      document.cues.append(
        .init(
          lead: lead, cue: Cue(text: text, times: block.times, inner: inner),
          isFollowedAtOnce: line == block.end && line < lines.count))
      leadStart = line
    }
    document.tail = lines.text(leadStart..<lines.count)
    document.missingEnd = lines.missingBlankLine
    document.blankLine = lines.ending
    return document
  }

  private static func isSignature(_ content: ArraySlice<UInt8>) -> Bool {
    let word = Array("WEBVTT".utf8)
    guard content.starts(with: word) else { return false }
    return content.dropFirst(word.count).first?.isBlank ?? true
  }

  /// The cue that begins at a line; nil if another kind of block begins there.
  private static func block(
    _ lines: TextLines, from first: Int
  ) throws(CueError) -> (first: Int, timesLine: Int, times: CueTimes, end: Int)? {
    // The line of times is the first line, or the second one after a name.
    for line in first..<min(first + 2, end(of: first, lines)) {
      guard let times = try CueTimes(lines, line, clock) else { continue }
      return (first, line, times, end(of: first, lines, timesLine: line))
    }
    return nil
  }

  /// The end of the block that begins at `first`: a blank line or, as in browsers, a line of times that is not its own.
  /// Its own line of times is its first or second line. A later line with invalid times is text.
  private static func end(of first: Int, _ lines: TextLines, timesLine: Int? = nil) -> Int {
    let mayBeOthers = timesLine.map { $0 + 1 } ?? first + 2
    return (first..<lines.count).first { line in
      lines.isBlank(line) || line >= mayBeOthers && ((try? CueTimes(lines, line, clock)) ?? nil) != nil
    } ?? lines.count
  }

  private static func innerTimes(_ text: ArraySlice<UInt8>) -> [ClockTime] {
    text.indices.compactMap { index in
      guard text[index] == UInt8(ascii: "<"), let time = ClockTime(text[(index + 1)...], clock),
        time.range.upperBound < text.endIndex, text[time.range.upperBound] == UInt8(ascii: ">")
      else { return nil }
      return time
    }
  }
}
