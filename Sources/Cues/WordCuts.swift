import Warp

/// From words that are left out to the parts of the film that go with them.
package enum WordCuts {
  /// The parts that are cut out: from one kept word to the next. A cut begins and ends in the pause beside a kept word,
  /// at most `margin` from it, and never inside it.
  package static func parts(of words: [Transcript.Word], without removed: [Bool], margin: Double) -> [SourceParts.Part]
  {
    var parts: [SourceParts.Part] = []
    var index = 0
    // Words may overlap, as those of two speakers do.
    var keptEnd: Double?
    while index < words.count {
      guard removed[index] else {
        keptEnd = max(keptEnd ?? 0, words[index].end)
        index += 1
        continue
      }
      let first = index
      while index < words.count, removed[index] { index += 1 }
      let gone = words[first..<index]
      let (start, end) = (gone.first?.start ?? 0, gone.map(\.end).max() ?? 0)
      // Before the first word and after the last one, the film stays.
      let from = keptEnd.map { max($0, min($0 + margin, start)) } ?? start
      let until = index < words.count ? min(words[index].start, max(words[index].start - margin, end)) : end
      if from < until { parts.append(.init(from: from, to: until)) }
    }
    return parts
  }

  /// The words of phrases such as `you know`, wherever they are said.
  ///
  /// - Returns: for each word, whether it is one of them, and the phrases that are never said.
  package static func removed(
    from words: [Transcript.Word], saying phrases: [String]
  ) -> (removed: [Bool], unsaid: [String]) {
    var removed = [Bool](repeating: false, count: words.count)
    let places = words.indices.filter { !WordSpelling.key(words[$0].text).isEmpty }
    let keys = places.map { WordSpelling.key(words[$0].text) }
    var unsaid: [String] = []
    for phrase in phrases {
      let sought = phrase.split(whereSeparator: \.isWhitespace).map { WordSpelling.key($0) }.filter { !$0.isEmpty }
      var isSaid = false
      if let first = sought.first {
        for start in keys.indices where keys[start] == first && keys[start...].starts(with: sought) {
          isSaid = true
          for place in places[start]...places[start + sought.count - 1] { removed[place] = true }
        }
      }
      if !isSaid { unsaid.append(phrase) }
    }
    return (removed, unsaid)
  }
}
