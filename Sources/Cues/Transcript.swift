import Values

/// What is said in a film and when: segments such as sentences or subtitles and, if the file has them, single words.
package struct Transcript: Equatable, Sendable {
  /// A part of the film with its text, which may be empty.
  package struct Segment: Equatable, Sendable {
    package let start: Double
    package let end: Double
    package let text: String
    /// What a table says about the speed; nil if it says nothing.
    package var speed: String?
    /// Its line in a table; 0 in other files.
    package var line = 0
  }

  /// A word without blanks, with its punctuation.
  package struct Word: Equatable, Sendable {
    package let start: Double
    package let end: Double
    package let text: String
    /// Whether a segment ends with it.
    package var endsSegment = false

    package init(start: Double, end: Double, text: String, endsSegment: Bool = false) {
      (self.start, self.end, self.text, self.endsSegment) = (start, end, text, endsSegment)
    }
  }

  /// In the order of the file.
  package let segments: [Segment]
  /// In the order of their starts.
  package let words: [Word]

  init(segments: [Segment] = [], words: [Word] = []) { (self.segments, self.words) = (segments, words) }

  /// The words as lines of text: a line for each sentence. Without sentence marks, each segment is a line.
  ///
  /// - Parameter isSaid: whether a word is printed.
  package func lines(where isSaid: (Word) -> Bool = { _ in true }) -> [String] {
    let hasMarks = words.contains { $0.endsSentence }
    var (lines, line): ([String], [String]) = ([], [])
    for word in words {
      if isSaid(word) { line.append(word.text) }
      guard hasMarks ? word.endsSentence : word.endsSegment else { continue }
      if !line.isEmpty { lines.append(line.joined(separator: " ")) }
      line = []
    }
    return line.isEmpty ? lines : lines + [line.joined(separator: " ")]
  }
}

extension Transcript.Word {
  /// Whether the word ends with a mark such as a full stop, perhaps before a closing quotation mark or bracket.
  var endsSentence: Bool {
    let core = text.reversed().drop { "\"'”’»)]".contains($0) }
    return core.first.map { ".!?…。！？".contains($0) } ?? false
  }
}

/// Collects words in the order of a file, and completes them.
struct WordList {
  /// A word whose times may be missing, and whose text may contain blanks.
  struct Entry {
    let text: String
    let start: Double?
    let end: Double?
    var endsSegment = false
    /// The times of its segment, for words without times.
    var bounds: (start: Double, end: Double)?
  }

  var entries: [Entry] = []

  /// The words of a segment have been added.
  mutating func endSegment() {
    if !entries.isEmpty { entries[entries.count - 1].endsSegment = true }
  }

  /// The words in the order of their starts. Those without times share the time between their neighbours evenly, as do
  /// the words of an entry with several.
  func words() -> [Transcript.Word] {
    guard entries.contains(where: { $0.start != nil }) else { return [] }
    var words: [Transcript.Word] = []
    var index = 0
    while index < entries.count {
      var next = index
      while next < entries.count, entries[next].start == nil {
        next += 1
        // A run of words without times ends with its segment.
        if entries[next - 1].endsSegment, entries[next - 1].bounds != nil { break }
      }
      if next > index {
        let start = max(words.last?.end ?? 0, entries[index].bounds?.start ?? 0)
        let limit = next < entries.count ? entries[next].start : nil
        let end = max(start, min(limit ?? .infinity, entries[next - 1].bounds?.end ?? limit ?? start))
        Self.spread(entries[index..<next], from: start, to: end, into: &words)
        index = next
        continue
      }
      let start = entries[index].start ?? 0
      Self.spread(entries[index...index], from: start, to: max(start, entries[index].end ?? start), into: &words)
      index += 1
    }
    let isSorted = zip(words, words.dropFirst()).allSatisfy { $0.start <= $1.start }
    if isSorted { return words }
    return words.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
  }

  private static func spread(
    _ entries: ArraySlice<Entry>, from start: Double, to end: Double, into words: inout [Transcript.Word]
  ) {
    let parts = entries.flatMap { entry -> [(text: Substring, endsSegment: Bool)] in
      let parts = entry.text.split(whereSeparator: \.isWhitespace)
      return parts.enumerated().map { ($0.element, entry.endsSegment && $0.offset == parts.count - 1) }
    }
    let share = (end - start) / Double(max(1, parts.count))
    for (number, part) in parts.enumerated() {
      words.append(
        Transcript.Word(
          start: start + Double(number) * share,
          end: number == parts.count - 1 ? end : start + Double(number + 1) * share, text: String(part.text),
          endsSegment: part.endsSegment))
    }
  }
}
