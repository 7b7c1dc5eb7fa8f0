import Notation
import Values

/// JSON of speech recognisers: whisper, faster-whisper, WhisperX, whisper.cpp and vosk. Their values have other names,
/// and the same structure.
struct RecognizedSpeech {
  private let bytes: [UInt8]
  private var segments: [Transcript.Segment] = []
  private var list = WordList()
  /// Whether a segment has a text and no words.
  private var hasUntimed = false

  static func transcript(_ bytes: [UInt8]) throws(CueError) -> Transcript {
    var reader = RecognizedSpeech(bytes: bytes)
    let roots: [JSONValue]
    do throws(NotationError) { roots = try JSONReader.values(bytes) } catch { throw CueError(error) }
    for root in roots { try reader.take(root) }
    guard !reader.segments.isEmpty || !roots.isEmpty else { throw CueError("the text is empty", line: nil) }
    return Transcript(segments: reader.segments, words: reader.hasUntimed ? [] : reader.list.words())
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The names under which programs store a list of segments.
  private static let lists = ["segments", "transcription", "monologues"]
  /// The names under which programs store the words of a segment: most programs, vosk, and vosk-transcriber.
  private static let words = ["words", "result", "terms"]

  private mutating func take(_ root: JSONValue) throws(CueError) {
    if let words = root.array, words.first?["word"]?.string != nil {
      for word in words { try take(word: word) }
    } else if let segments = root.array ?? Self.lists.lazy.compactMap({ root[$0]?.array }).first {
      let isSplit = root["transcription"] != nil
      for segment in segments { try take(segment: segment, mayBePart: isSplit) }
      // Some services list all words beside the segments.
      if list.entries.isEmpty, let words = root["words"]?.array {
        for word in words { try take(word: word) }
        hasUntimed = false
      }
    } else if root["result"]?.array != nil || root["words"]?.array != nil {
      try take(segment: root, mayBePart: false)
    } else if root["text"]?.string?.isEmpty != true, root["partial"] == nil {
      // vosk prints an empty text for silence, and what it has heard so far.
      throw error(
        "the JSON has no segments or words that are known", at: root,
        advice: "write it with whisper, whisper.cpp, faster-whisper, WhisperX or vosk")
    }
  }

  /// - Parameter mayBePart: whether the segment may be a part of a word, as whisper.cpp prints with a short `-ml`.
  private mutating func take(segment: JSONValue, mayBePart: Bool) throws(CueError) {
    guard case .object = segment.content else { throw error("a segment is no object", at: segment) }
    let first = list.entries.count
    var isTold = false
    if let words = Self.words.lazy.compactMap({ segment[$0]?.array }).first {
      for word in words { try take(word: word) }
      isTold = !words.isEmpty
    } else if let tokens = segment["tokens"]?.array, tokens.contains(where: { $0["text"] != nil }) {
      for token in tokens { try take(part: token, of: first) }
      isTold = true
    } else if mayBePart, let text = segment["text"]?.string, !text.trimmingBlanks.contains(where: \.isWhitespace) {
      try take(part: segment, of: 0)
      isTold = true
    }
    list.endSegment()
    let text = segment["text"]?.string?.trimmingBlanks
    if !isTold, text?.isEmpty == false { hasUntimed = true }
    repair(from: first, text ?? "")
    let said = text ?? list.entries[first...].map(\.text.trimmingBlanks).joined(separator: " ")
    guard let start = try time("start", "from", of: segment) ?? list.entries[first...].lazy.compactMap(\.start).first,
      let end = try time("end", "to", of: segment)
        ?? list.entries[first...].reversed().lazy.compactMap(\.end).first
    else { return }
    guard start <= end else { throw error("a segment ends before it begins", at: segment) }
    // No slice of the entries may be alive here. Otherwise, each segment would copy all entries.
    for index in first..<list.entries.count { list.entries[index].bounds = (start, end) }
    segments.append(.init(start: start, end: end, text: said))
  }

  /// The tokens of whisper.cpp may divide a character. The text of the segment has all characters.
  private mutating func repair(from first: Int, _ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == list.entries.count - first,
      list.entries[first...].contains(where: { $0.text.contains("\u{FFFD}") })
    else { return }
    for (index, word) in zip(list.entries.indices.dropFirst(first), words) {
      let old = list.entries[index]
      list.entries[index] = .init(text: String(word), start: old.start, end: old.end, endsSegment: old.endsSegment)
    }
  }

  private mutating func take(word: JSONValue) throws(CueError) {
    guard let text = word["word"]?.string ?? word["text"]?.string else {
      throw error("a word has no text", at: word)
    }
    list.entries.append(entry(text, word))
  }

  /// A part of a word: without a blank at its start, it continues the word before it. Tokens such as `[_BEG_]` are not
  /// said.
  ///
  /// - Parameter first: the index of the first word that it may continue.
  private mutating func take(part: JSONValue, of first: Int) throws(CueError) {
    guard let text = part["text"]?.string else { throw error("a token has no text", at: part) }
    if text.isEmpty || text.hasPrefix("[_") && text.hasSuffix("]") { return }
    let entry = entry(text, part)
    if list.entries.count > first, let last = list.entries.last, text.first?.isWhitespace == false {
      list.entries[list.entries.count - 1] = .init(text: last.text + text, start: last.start, end: entry.end)
    } else {
      list.entries.append(entry)
    }
  }

  private func entry(_ text: String, _ value: JSONValue) -> WordList.Entry {
    let (start, end) = (try? time("start", "from", of: value), try? time("end", "to", of: value))
    // Recognisers sometimes state times that cannot be. The word then shares the time between its neighbours.
    guard let start, let end, start <= end else { return .init(text: text, start: nil, end: nil) }
    return .init(text: text, start: start, end: end)
  }

  /// A time in seconds, or in milliseconds under `offsets`; nil if it is missing.
  private func time(_ name: String, _ offset: String, of value: JSONValue) throws(CueError) -> Double? {
    let seconds = value[name]
    guard let stated = seconds ?? value["offsets"]?[offset], !stated.isNull else { return nil }
    guard let number = stated.number, case let time = seconds == nil ? number / 1000 : number,
      (0...TimeSyntax.longest).contains(time)
    else { throw error("a time is out of range", at: stated) }
    return time
  }

  private func error(_ problem: String, at value: JSONValue, advice: String? = nil) -> CueError {
    let line = bytes[..<value.range.lowerBound].reduce(1) { $1 == .lineFeed ? $0 + 1 : $0 }
    return CueError(problem, line: line, advice: advice)
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    return String(start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count))
  }
}
