/// The chapters in ffmpeg's metadata format: sections `[CHAPTER]` with a timebase, a start and an end.
enum ChapterText {
  struct Cue: RetimableCue {
    let text: ArraySlice<UInt8>
    let start: Double
    let end: Double
    let ticksPerSecond: Double
    /// The position of the timebase in the text; nil if the text has none.
    let timebase: Range<Int>?
    let startField: Field
    let endField: Field

    func text(for showing: CueShowing, number: Int) -> [UInt8] {
      let needsFiner = !holds(showing.start) || !holds(showing.end)
      let ticks = showing.ticks(perSecond: needsFiner ? Self.finerTicks : ticksPerSecond)
      let unit = timebase.map { ByteEdit($0, Array("1/\(Int(Self.finerTicks))".utf8)) }
      let edits =
        needsFiner
        ? [unit, startField.with(ticks.start), endField.with(ticks.end)]
        : [startField.edit(ticks.start), endField.edit(ticks.end)]
      return text.edited(edits.compactMap { $0 }.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }

    /// Whether a time can be written in ticks. Ticks of a millisecond or less can hold any time.
    private func holds(_ time: Double) -> Bool {
      let ticks = time * ticksPerSecond
      return ticksPerSecond >= 1000 || abs(ticks - ticks.rounded()) < 1e-6 * ticksPerSecond
    }

    private static var finerTicks: Double { 1e6 }
  }

  /// A number in the text.
  struct Field {
    let range: Range<Int>
    let value: Int

    /// Nil if the value does not change. From 2⁵³ on, differences within the rounding of Doubles are ignored.
    func edit(_ value: Int) -> ByteEdit? {
      abs(value - self.value) <= Int(Double(self.value).ulp) ? nil : with(value)
    }

    func with(_ value: Int) -> ByteEdit { ByteEdit(range, Array(String(value).utf8)) }
  }

  static func document(_ lines: TextLines) throws(CueError) -> CueDocument<Cue> {
    guard lines.count > 0, lines.content(0).starts(with: Array(";FFMETADATA".utf8)) else {
      throw CueError(
        "the text does not begin with ;FFMETADATA1", line: 1,
        advice: "make the text with ffmpeg -i FILE -f ffmetadata -")
    }
    let sections = sections(of: lines)
    var document = CueDocument<Cue>()
    var leadStart = 0
    for section in sections where section.isChapter {
      document.cues.append(
        .init(lead: lines.text(leadStart..<section.lines.lowerBound), cue: try chapter(lines, section.lines)))
      leadStart = section.lines.upperBound
    }
    document.tail = lines.text(leadStart..<lines.count)
    document.missingEnd = lines.isCutOff ? lines.ending : []
    return document
  }

  private static func sections(of lines: TextLines) -> [(lines: Range<Int>, isChapter: Bool)] {
    // A backslash at the end of a line continues the value on the next line.
    let titles = (0..<lines.count).filter { line in
      lines.content(line).first == UInt8(ascii: "[")
        && (line == 0 || !endsInEscape(lines.content(line - 1)))
    }
    return titles.enumerated().map { index, title in
      let end = index + 1 < titles.count ? titles[index + 1] : lines.count
      return (title..<end, lines.content(title).elementsEqual("[CHAPTER]".utf8))
    }
  }

  private static func endsInEscape(_ content: ArraySlice<UInt8>) -> Bool {
    content.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
  }

  private static func chapter(_ lines: TextLines, _ range: Range<Int>) throws(CueError) -> Cue {
    var (base, start, end): (Double?, Field?, Field?)
    var timebase: Range<Int>?
    for line in range.dropFirst() where !endsInEscape(lines.content(line - 1)) {
      let content = lines.content(line)
      if content.starts(with: "TIMEBASE=".utf8) {
        let value = content.dropFirst(9)
        base = try ticksPerSecond(value, line)
        timebase = value.startIndex..<value.endIndex
      } else if content.starts(with: "START=".utf8) {
        start = try field(content.dropFirst(6), line)
      } else if content.starts(with: "END=".utf8) {
        end = try field(content.dropFirst(4), line)
      }
    }
    guard let start, let end else {
      throw CueError("the chapter has no \(start == nil ? "START" : "END")", line: range.lowerBound + 1)
    }
    guard start.value <= end.value else {
      throw CueError("the chapter ends before it begins", line: range.lowerBound + 1)
    }
    // ffmpeg counts in billionths of a second by default.
    let ticks = base ?? 1e9
    return Cue(
      text: lines.text(range), start: Double(start.value) / ticks, end: Double(end.value) / ticks,
      ticksPerSecond: ticks, timebase: timebase, startField: start, endField: end)
  }

  private static func ticksPerSecond(_ content: ArraySlice<UInt8>, _ line: Int) throws(CueError) -> Double {
    let parts = content.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, let numerator = number(parts[0]), let denominator = number(parts[1]), numerator > 0,
      denominator > 0
    else { throw CueError("the timebase is not valid", line: line + 1, advice: "write TIMEBASE=1/1000") }
    return Double(denominator) / Double(numerator)
  }

  private static func field(_ content: ArraySlice<UInt8>, _ line: Int) throws(CueError) -> Field {
    guard let value = number(content) else { throw CueError("the time is not a whole number", line: line + 1) }
    guard value >= 0 else { throw CueError("the time is below 0", line: line + 1) }
    return Field(range: content.startIndex..<content.endIndex, value: value)
  }

  private static func number(_ content: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: content, as: UTF8.self))
  }
}
