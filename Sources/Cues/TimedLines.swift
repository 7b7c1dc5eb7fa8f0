/// Text whose lines begin with a time, followed by a blank, comma or semicolon. Blank lines and lines that begin with
/// `#` have no time.
enum TimedLines {
  static func document(_ lines: TextLines) throws(CueError) -> CueDocument<InstantCue> {
    var document = CueDocument<InstantCue>()
    var leadStart = 0
    for line in 0..<lines.count {
      let content = lines.content(line).drop(while: \.isBlank)
      if content.isEmpty || content.first == UInt8(ascii: "#") { continue }
      let field = content.prefix { !$0.isBlank && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ";") }
      guard let time = DecimalTime(field) else {
        throw CueError("the line does not begin with a time", line: line + 1, advice: "write 62.5 or 1:02.5")
      }
      let cue = InstantCue(text: lines.text(line..<line + 1), time: .seconds(time), first: 0, origin: 0)
      document.cues.append(.init(lead: lines.text(leadStart..<line), cue: cue))
      leadStart = line + 1
    }
    document.tail = lines.text(leadStart..<lines.count)
    document.missingEnd = lines.isCutOff ? lines.ending : []
    return document
  }
}
