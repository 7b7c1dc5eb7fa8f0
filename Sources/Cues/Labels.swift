/// Audacity's labels: lines of start, end and name, separated by tabs. A line that begins with a backslash continues
/// the previous label. A label that ends where it begins marks an instant.
enum Labels {
  struct Cue: RetimableCue {
    let text: ArraySlice<UInt8>
    let first: DecimalTime
    let last: DecimalTime

    var start: Double { first.seconds }
    var end: Double { last.seconds }
    var isInstant: Bool { start == end }

    func text(for showing: CueShowing, number: Int) -> [UInt8] {
      text.edited([first.edit(showing.start), last.edit(showing.end)].compactMap(\.self))
    }
  }

  static func document(_ lines: TextLines) throws(CueError) -> CueDocument<Cue> {
    var document = CueDocument<Cue>()
    var leadStart = 0
    var line = 0
    while line < lines.count {
      if lines.isBlank(line) {
        line += 1
        continue
      }
      let (first, last) = try times(lines, line)
      var end = line + 1
      while end < lines.count, lines.content(end).first == UInt8(ascii: "\\") { end += 1 }
      let lead = lines.text(leadStart..<line)
      document.cues.append(.init(lead: lead, cue: Cue(text: lines.text(line..<end), first: first, last: last)))
      (line, leadStart) = (end, end)
    }
    document.tail = lines.text(leadStart..<lines.count)
    document.missingEnd = lines.isCutOff ? lines.ending : []
    return document
  }

  private static func times(_ lines: TextLines, _ line: Int) throws(CueError) -> (DecimalTime, DecimalTime) {
    let fields = lines.content(line).split(
      separator: UInt8(ascii: "\t"), maxSplits: 2, omittingEmptySubsequences: false)
    func time(_ field: ArraySlice<UInt8>) -> DecimalTime? {
      let field = field.drop(while: \.isBlank)
      return DecimalTime(field[..<((field.lastIndex { !$0.isBlank } ?? field.startIndex - 1) + 1)])
    }
    guard fields.count >= 2, let first = time(fields[0]), let last = time(fields[1]) else {
      throw CueError("the line is not a label", line: line + 1, advice: "write 1.5<TAB>2.5<TAB>name")
    }
    guard first.seconds <= last.seconds else { throw CueError("the label ends before it begins", line: line + 1) }
    return (first, last)
  }
}
