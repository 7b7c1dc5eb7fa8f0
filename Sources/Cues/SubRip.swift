/// SubRip: blocks of a number, a line of two times, and text, separated by blank lines.
enum SubRip {
  static let clock = ClockTime.Style(
    fractionDigits: 3, separators: [UInt8(ascii: ","), UInt8(ascii: ".")], mayOmitHours: false)

  struct Cue: RetimableCue {
    /// The line before the line of times, without its line ending; nil if there is none.
    let number: ArraySlice<UInt8>?
    /// From the end of the number to the end of the block, including blank lines after it.
    let rest: ArraySlice<UInt8>
    let times: CueTimes

    var start: Double { times.start.seconds }
    var end: Double { times.end.seconds }

    func text(for showing: CueShowing, number: Int) -> [UInt8] {
      let times = times.edits(for: showing)
      guard let old = self.number else { return rest.edited(times) }
      let digits = old.drop { !$0.isDigit }.prefix { $0.isDigit }
      // Blanks around the number stay.
      return old.edited([ByteEdit(digits.startIndex..<digits.endIndex, Array(String(number).utf8))])
        + rest.edited(times)
    }
  }

  static func document(_ lines: TextLines) throws(CueError) -> CueDocument<Cue> {
    var starts: [(first: Int, times: CueTimes, timesLine: Int)] = []
    for line in 0..<lines.count {
      guard let times = try CueTimes(lines, line, clock) else { continue }
      let isNumbered = line > (starts.last?.timesLine ?? -1) + 1 && isNumber(lines.content(line - 1))
      starts.append((isNumbered ? line - 1 : line, times, line))
    }
    let first = starts.first?.first ?? lines.count
    if let stray = (0..<first).first(where: { !lines.isBlank($0) }) {
      throw CueError(
        "the line does not begin a subtitle", line: stray + 1,
        advice: "write a number, then 00:00:01,000 --> 00:00:02,000 on the next line"
      )
    }
    var document = CueDocument<Cue>()
    var leadStart = 0
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].first : lines.count
      let number = start.first < start.timesLine ? lines.content(start.first) : nil
      let block = lines.text(start.first..<end)
      document.cues.append(
        .init(
          lead: lines.text(leadStart..<start.first),
          cue: Cue(number: number, rest: number.map { block[$0.endIndex...] } ?? block, times: start.times)))
      leadStart = end
    }
    document.tail = lines.text(leadStart..<lines.count)
    document.missingEnd = lines.missingBlankLine
    return document
  }

  private static func isNumber(_ content: ArraySlice<UInt8>) -> Bool {
    let trimmed = content.drop(while: \.isBlank)
    let digits = trimmed.prefix(while: \.isDigit)
    return !digits.isEmpty && trimmed[digits.endIndex...].allSatisfy(\.isBlank)
  }
}

/// The two times of a cue.
struct CueTimes: Equatable, Sendable {
  let start: ClockTime
  let end: ClockTime

  /// The edits for one showing.
  func edits(for showing: CueShowing) -> [ByteEdit] {
    let ticks = showing.ticks(perSecond: Double(start.style.ticksPerSecond))
    return [start.edit(ticks.start), end.edit(ticks.end)].compactMap { $0 }
  }
}

/// In SubRip and WebVTT: `00:00:01,000 --> 00:00:02,000` at the start of a line.
extension CueTimes {
  /// Nil if the line is not a line of times. Throws if it begins like one but is not valid.
  init?(_ lines: TextLines, _ line: Int, _ style: ClockTime.Style) throws(CueError) {
    let content = lines.content(line).drop(while: \.isBlank)
    guard let first = content.first, first.isDigit, let arrow = content.firstRange(of: Self.arrow) else { return nil }
    guard let start = ClockTime(content, style),
      content[start.range.upperBound..<arrow.lowerBound].allSatisfy(\.isBlank),
      let end = ClockTime(content[arrow.upperBound...].drop(while: \.isBlank), style)
    else {
      let sample =
        style.separators[0] == UInt8(ascii: ",") ? "00:00:01,000 --> 00:00:02,000" : "00:01.000 --> 00:02.000"
      throw CueError("the times are not valid", line: line + 1, advice: "write \(sample)")
    }
    guard end.ticks >= start.ticks else { throw CueError("the subtitle ends before it begins", line: line + 1) }
    self.init(start: start, end: end)
  }

  private static let arrow = Array("-->".utf8)
}

extension TextLines {
  /// The line endings that the end of the text lacks for a blank line.
  var missingBlankLine: [UInt8] {
    guard count > 0 else { return [] }
    if isCutOff { return ending + (isBlank(count - 1) ? [] : ending) }
    return isBlank(count - 1) ? [] : ending
  }
}
