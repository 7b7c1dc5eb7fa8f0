import Values

/// Subtitles as a transcript: each subtitle is a segment. Its words have times if it is a single word, if times stand
/// between its words, as in WebVTT of YouTube, or if whisper has underlined the word that is said.
enum SubtitleSpeech {
  static func transcript(_ bytes: [UInt8], as format: SpokenFormat) throws(CueError) -> Transcript {
    let lines = try TextLines(bytes)
    let cues: [Cue] =
      switch format {
      case .subRip: try SubRip.document(lines).cues.map { Cue($0.cue.start, $0.cue.end, $0.cue.rest) }
      case .webVTT: try WebVTT.document(lines).cues.map { Cue($0.cue.start, $0.cue.end, $0.cue.text) }
      case .subStation: try SubStation.document(lines).cues.map { Cue($0.cue.start, $0.cue.end, event: $0.cue.line) }
      case .json, .table: []
      }
    let segments = cues.map { Transcript.Segment(start: $0.start, end: $0.end, text: plain($0.text)) }
    return Transcript(segments: segments, words: words(cues))
  }

  private struct Cue {
    let start: Double
    let end: Double
    let text: String

    /// - Parameter block: the cue up to its end, with the line of its times.
    init(_ start: Double, _ end: Double, _ block: ArraySlice<UInt8>) {
      let arrow = block.firstRange(of: Array("-->".utf8))?.upperBound ?? block.startIndex
      let text = block[arrow...].drop { $0 != .lineFeed && $0 != .carriageReturn }
      (self.start, self.end, self.text) = (start, end, String(decoding: text, as: UTF8.self))
    }

    /// - Parameter event: a line of SubStation, whose last field is the text.
    init(_ start: Double, _ end: Double, event: ArraySlice<UInt8>) {
      let fields = event.split(separator: UInt8(ascii: ","), maxSplits: 9, omittingEmptySubsequences: false)
      let text = String(decoding: fields.last ?? [], as: UTF8.self).replacing("\\N", with: " ")
      (self.start, self.end, self.text) = (start, end, text)
    }

    /// The part between the tags `<u>` and `</u>`.
    var underlined: Substring? {
      guard let open = text.firstRange(of: "<u>"), let close = text[open.upperBound...].firstRange(of: "</u>") else {
        return nil
      }
      return text[open.upperBound..<close.lowerBound]
    }
  }

  /// Empty if some subtitles have several words without times.
  private static func words(_ cues: [Cue]) -> [Transcript.Word] {
    var list = WordList()
    let areUnderlined = cues.contains { $0.underlined != nil }
    for cue in cues {
      if areUnderlined {
        if let word = cue.underlined { list.entries.append(.init(text: plain(word), start: cue.start, end: cue.end)) }
        continue
      }
      let parts = timedParts(cue)
      guard parts.allSatisfy({ !$0.text.contains(where: \.isWhitespace) }) else { return [] }
      list.entries += parts
      list.endSegment()
    }
    return list.words()
  }

  /// The parts of a cue between the times inside it.
  private static func timedParts(_ cue: Cue) -> [WordList.Entry] {
    var parts: [WordList.Entry] = []
    var (start, rest) = (cue.start, cue.text[...])
    func add(_ text: Substring, until end: Double) {
      let text = plain(text)
      if !text.isEmpty { parts.append(.init(text: text, start: start, end: max(start, end))) }
    }
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      let after = ArraySlice(rest[rest.utf8.index(after: open)...].utf8)
      guard let time = ClockTime(after, WebVTT.clock) else {
        // Another tag is a part of the text.
        let close = rest[open...].firstIndex(of: ">") ?? rest.index(before: rest.endIndex)
        let end = rest.index(after: close)
        rest = rest[..<open] + rest[end...]
        continue
      }
      add(rest[..<open], until: time.seconds)
      start = max(start, time.seconds)
      rest = rest[open...].drop { $0 != ">" }.dropFirst()
    }
    add(rest, until: cue.end)
    return parts
  }

  /// The text without tags, on one line.
  private static func plain(_ text: some StringProtocol) -> String {
    var (plain, depth) = ("", 0)
    for character in text {
      switch character {
      case "<", "{": depth += 1
      case ">", "}": depth = max(0, depth - 1)
      default: if depth == 0 { plain.append(character.isWhitespace ? " " : character) }
      }
    }
    return plain.split(separator: " ").joined(separator: " ")
  }
}
