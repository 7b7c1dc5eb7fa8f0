/// Advanced SubStation Alpha: sections of lines `Name: fields`. Each line `Dialogue:` of the section [Events] is a cue.
/// The line `Format:` before it says which fields are times. Lines `Comment:` are never shown and do not change.
enum SubStation {
  static let clock = ClockTime.Style(fractionDigits: 2, separators: [UInt8(ascii: ".")], mayOmitHours: false)

  struct Cue: RetimableCue {
    let line: ArraySlice<UInt8>
    let times: CueTimes
    /// Its last field.
    let said: ArraySlice<UInt8>
    /// Times inside its text.
    let tags: [OverrideTag]

    var start: Double { times.start.seconds }
    var end: Double { times.end.seconds }

    func text(for showing: CueShowing, number: Int) -> [UInt8] {
      let tags = OverrideTag.edits(tags, for: showing, duration: end - start)
      return line.edited((times.edits(for: showing) + tags).sorted { $0.range.lowerBound < $1.range.lowerBound })
    }
  }

  /// The indices of an event's time fields, and the number of fields.
  private struct Fields {
    var start = 1
    var end = 2
    var count = 10

    /// Reads `Format:`; nil if it names no times.
    init?(_ content: ArraySlice<UInt8>) {
      let names = content.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { name in
        String(decoding: name, as: UTF8.self).lowercased().filter { $0 != " " && $0 != "\t" }
      }
      guard let start = names.firstIndex(of: "start"), let end = names.firstIndex(of: "end"), names.last == "text"
      else {
        return nil
      }
      (self.start, self.end, count) = (start, end, names.count)
    }

    init() {}
  }

  static func document(_ lines: TextLines) throws(CueError) -> CueDocument<Cue> {
    guard let first = (0..<lines.count).first(where: { !lines.isBlank($0) }),
      lines.content(first).first == UInt8(ascii: "[")
    else { throw CueError("the text does not begin with a section such as [Script Info]", line: 1) }
    var document = CueDocument<Cue>()
    var (fields, isInEvents, leadStart) = (Fields(), false, 0)
    for line in 0..<lines.count {
      let content = lines.content(line).drop(while: \.isBlank)
      if content.first == UInt8(ascii: "[") {
        isInEvents = String(decoding: content, as: UTF8.self).lowercased().hasPrefix("[events]")
      } else if isInEvents, let format = value(of: "Format:", in: content) {
        guard let named = Fields(format) else {
          throw CueError("the line Format must name Start and End, and end with Text", line: line + 1)
        }
        fields = named
      } else if isInEvents, let event = value(of: "Dialogue:", in: content) {
        document.cues.append(
          .init(lead: lines.text(leadStart..<line), cue: try cue(lines, line, event, fields)))
        leadStart = line + 1
      }
    }
    document.tail = lines.text(leadStart..<lines.count)
    document.missingEnd = lines.isCutOff ? lines.ending : []
    return document
  }

  private static func value(of name: String, in content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    content.starts(with: name.utf8) ? content.dropFirst(name.utf8.count) : nil
  }

  private static func cue(
    _ lines: TextLines, _ line: Int, _ event: ArraySlice<UInt8>, _ fields: Fields
  ) throws(CueError) -> Cue {
    let parts = event.split(separator: UInt8(ascii: ","), maxSplits: fields.count - 1, omittingEmptySubsequences: false)
    guard parts.count == fields.count else {
      throw CueError("the event has \(parts.count) fields instead of \(fields.count)", line: line + 1)
    }
    func time(_ index: Int) throws(CueError) -> ClockTime {
      let text = parts[index].drop(while: \.isBlank)
      guard let time = ClockTime(text, clock), text[time.range.upperBound...].allSatisfy(\.isBlank) else {
        throw CueError("the time is not valid", line: line + 1, advice: "write times as 0:00:01.50")
      }
      return time
    }
    let (start, end) = (try time(fields.start), try time(fields.end))
    guard start.ticks <= end.ticks else { throw CueError("the event ends before it begins", line: line + 1) }
    return Cue(
      line: lines.text(line..<line + 1), times: CueTimes(start: start, end: end), said: parts[fields.count - 1],
      tags: OverrideTag.all(in: parts[fields.count - 1]))
  }
}
