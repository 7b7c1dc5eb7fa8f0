import Values

/// Subtitles as a transcript: each subtitle is a segment. Its words have times if it is a single word, if times stand
/// between its words, as in WebVTT of YouTube, or if whisper has underlined the word that is said.
enum SubtitleSpeech {
  static func transcript(_ bytes: [UInt8], as format: SpokenFormat) throws(CueError) -> Transcript {
    let lines = try TextLines(bytes)
    let cues: [Cue] =
      switch format {
      case .subRip: try SubRip.document(lines).cues.map { Cue($0.cue.start, $0.cue.end, below: $0.cue.rest) }
      case .webVTT: try WebVTT.document(lines).cues.map { Cue($0.cue.start, $0.cue.end, below: $0.cue.text) }
      case .subStation: try SubStation.document(lines).cues.map { Cue($0.cue.start, $0.cue.end, $0.cue.said) }
      case .json, .table: []
      }
    let segments = cues.map { Transcript.Segment(start: $0.start, end: $0.end, text: $0.plain) }
    return Transcript(segments: segments, words: words(cues))
  }

  /// A subtitle as parts of plain text with the tags around them.
  private struct Cue {
    let start: Double
    let end: Double
    /// A part of a line between tags.
    struct Part {
      let text: String
      let isUnderlined: Bool
      /// The times that stand before and after it.
      let from: Double?
      let until: Double?
    }

    private(set) var lines: [[Part]] = []

    /// - Parameter block: the cue up to its end, with the line of its times.
    init(_ start: Double, _ end: Double, below block: ArraySlice<UInt8>) {
      let arrow = block.firstRange(of: Array("-->".utf8))?.upperBound ?? block.startIndex
      self.init(start, end, block[arrow...].drop { $0 != .lineFeed && $0 != .carriageReturn })
    }

    init(_ start: Double, _ end: Double, _ text: ArraySlice<UInt8>) {
      (self.start, self.end) = (start, end)
      let text = Array(String(decoding: text, as: UTF8.self).replacing("\\N", with: "\n").utf8)
      for line in text.split(whereSeparator: { $0 == .lineFeed || $0 == .carriageReturn }) {
        lines.append(Self.parts(line))
      }
    }

    private static func parts(_ line: ArraySlice<UInt8>) -> [Part] {
      var parts: [Part] = []
      var (bytes, time, isUnderlined): ([UInt8], Double?, Bool) = ([], nil, false)
      func close(at until: Double? = nil) {
        let text = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if !text.isEmpty { parts.append(Part(text: text, isUnderlined: isUnderlined, from: time, until: until)) }
        bytes = []
      }
      var index = line.startIndex
      while index < line.endIndex {
        guard let end = tagEnd(line, index) else {
          bytes.append(line[index])
          index += 1
          continue
        }
        let tag = line[(index + 1)..<(end - 1)]
        if let inner = ClockTime(tag, WebVTT.clock) {
          close(at: inner.seconds)
          time = inner.seconds
        } else if tag.elementsEqual("u".utf8) || tag.elementsEqual("/u".utf8) {
          close()
          isUnderlined = tag.count == 1
        }
        index = end
      }
      close()
      return parts
    }

    /// The end of a tag such as `<i>`, `</i>`, `<00:00:01.500>` or `{\i1}`; nil if none begins here.
    private static func tagEnd(_ line: ArraySlice<UInt8>, _ index: Int) -> Int? {
      let next = index + 1 < line.endIndex ? line[index + 1] : 0
      let isTag =
        switch line[index] {
        case UInt8(ascii: "<"): next == UInt8(ascii: "/") || next.isDigit || (0x41...0x7A).contains(next)
        case UInt8(ascii: "{"): next == UInt8(ascii: "\\")
        default: false
        }
      guard isTag else { return nil }
      let close = line[index] == UInt8(ascii: "<") ? UInt8(ascii: ">") : UInt8(ascii: "}")
      // No tag is longer.
      let end = min(line.endIndex, index + 1000)
      return line[index..<end].firstIndex(of: close).map { $0 + 1 }
    }

    var plain: String { lines.joined().map(\.text).joined(separator: " ") }
    var hasTimes: Bool { lines.joined().contains { $0.from != nil } }
    var underlined: [String] { lines.joined().filter(\.isUnderlined).map(\.text) }

    /// The words of the lines with times. YouTube repeats earlier lines without times.
    var timedWords: [WordList.Entry] {
      lines.filter { $0.contains { $0.from != nil } }.flatMap { line in
        line.map { part in
          let from = max(start, part.from ?? start)
          return WordList.Entry(text: part.text, start: from, end: max(from, part.until ?? end))
        }
      }
    }
  }

  /// Empty if the subtitles have no times of single words.
  private static func words(_ cues: [Cue]) -> [Transcript.Word] {
    var list = WordList()
    if cues.contains(where: \.hasTimes) {
      for cue in cues {
        list.entries += cue.timedWords
        list.endSegment()
      }
    } else if case let underlined = cues.filter({ $0.underlined.count == 1 }), !underlined.isEmpty,
      underlined.count * 3 >= cues.count
    {
      // Between the words, whisper shows the line without an underlined word.
      for cue in underlined { list.entries.append(.init(text: cue.underlined[0], start: cue.start, end: cue.end)) }
    } else {
      let many = cues.filter { $0.plain.contains(" ") }
      // Some words have two parts, as "New York". They share their time.
      guard many.count * 10 <= cues.count else { return [] }
      for cue in cues where !cue.plain.isEmpty {
        list.entries.append(.init(text: cue.plain, start: cue.start, end: cue.end))
        list.endSegment()
      }
    }
    return list.words()
  }
}
