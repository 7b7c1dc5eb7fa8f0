/// Finds the words of a transcript that an edited script has left out.
///
/// The words of the script must be words of the transcript, in order. Where several choices are possible, as after
/// "the", the fewest cuts are made, and then those between sentences. Runs of words that both texts have once are found
/// first, so the time grows with the length of the texts and not with their product.
package struct ScriptAlignment {
  private let words: [Transcript.Word]
  /// The words with letters or digits: their numbers in `words`.
  private let places: [Int]
  private let tokens: [Token]
  /// Numbers for spellings, the same in both texts. A word of the script that is never said has -1.
  private let said: [Int32]
  private let written: [Int32]

  private struct Token {
    let text: Substring
    let line: Int
  }

  /// For each word, whether the script leaves it out. Punctuation alone goes with the word before it.
  package static func removed(from words: [Transcript.Word], by script: String) throws(CueError) -> [Bool] {
    let alignment = ScriptAlignment(words, script)
    guard words.isEmpty || !alignment.tokens.isEmpty else {
      throw CueError("the script says nothing", line: nil, advice: "to cut a part out, use --cut")
    }
    let kept = try alignment.kept()
    var removed = [Bool](repeating: true, count: words.count)
    for place in kept { removed[alignment.places[place]] = false }
    let hasLetters = Set(alignment.places)
    for index in words.indices where !hasLetters.contains(index) { removed[index] = index > 0 && removed[index - 1] }
    return removed
  }

  private init(_ words: [Transcript.Word], _ script: String) {
    var numbers: [String: Int32] = [:]
    var (places, said, tokens, written): ([Int], [Int32], [Token], [Int32]) = ([], [], [], [])
    for (index, word) in words.enumerated() {
      let key = WordSpelling.key(word.text)
      guard !key.isEmpty else { continue }
      let number = numbers[key] ?? Int32(numbers.count)
      numbers[key] = number
      places.append(index)
      said.append(number)
    }
    let lines = script.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      for text in line.split(whereSeparator: \.isWhitespace) {
        let key = WordSpelling.key(text)
        guard !key.isEmpty else { continue }
        tokens.append(Token(text: text, line: number + 1))
        written.append(numbers[key] ?? -1)
      }
    }
    (self.words, self.places, self.tokens, self.said, self.written) = (words, places, tokens, said, written)
  }

  /// The numbers of the kept words, among those with letters. Runs may mislead. If they lead nowhere, all of both texts
  /// is compared.
  private func kept() throws(CueError) -> [Int] {
    do throws(CueError) { return try kept(between: anchors()) } catch {
      guard let kept = try? kept(between: []) else { throw error }
      return kept
    }
  }

  private func kept(between anchors: [(token: Int, place: Int)]) throws(CueError) -> [Int] {
    let gap = ScriptGap(said, written, places.map { words[$0].endsSentence })
    var kept: [Int] = []
    kept.reserveCapacity(written.count)
    for anchor in anchors + [(token: written.count, place: said.count)] {
      let (token, place) = (kept.count, kept.last.map { $0 + 1 } ?? 0)
      // The runs of anchors overlap.
      guard anchor.token >= token else { continue }
      guard anchor.place >= place else { throw changed(token..<written.count, place..<said.count) }
      guard let between = try gap.places(of: token..<anchor.token, among: place..<anchor.place) else {
        throw changed(token..<anchor.token, place..<anchor.place)
      }
      kept += between
      if anchor.token < written.count { kept.append(anchor.place) }
    }
    return kept
  }

  /// The words of runs of six that both texts have exactly once, in order.
  private func anchors() -> [(token: Int, place: Int)] {
    let (once, other) = (Self.uniqueRuns(written), Self.uniqueRuns(said))
    let pairs = once.compactMap { run, token in other[run].map { (token: token, place: $0) } }
      .sorted { $0.token < $1.token }
    let rising = Self.longestRise(pairs.map(\.place)).map { pairs[$0] }
    return rising.flatMap { pair in (0..<Self.run).map { (pair.token + $0, pair.place + $0) } }
  }

  private static let run = 6

  private static func uniqueRuns(_ numbers: [Int32]) -> [[Int32]: Int] {
    guard numbers.count >= run else { return [:] }
    var found: [[Int32]: Int] = [:]
    for start in 0...(numbers.count - run) {
      let key = Array(numbers[start..<start + run])
      found[key] = found[key] == nil ? start : -1
    }
    return found.filter { $0.value >= 0 }
  }

  /// The indices of a longest rising series.
  private static func longestRise(_ numbers: [Int]) -> [Int] {
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      let length = ends.borderIndex { numbers[$0] >= number }
      if length > 0 { before[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var (rise, next): ([Int], Int) = ([], ends.last ?? -1)
    while next >= 0 {
      rise.append(next)
      next = before[next]
    }
    return rise.reversed()
  }

  /// The error about the first word of the script that is not said where it stands.
  private func changed(_ tokens: Range<Int>, _ places: Range<Int>) -> CueError {
    let common = CommonWords.pairs(of: Array(written[tokens]), and: Array(said[places]))
    var (token, place) = (tokens.lowerBound, places.lowerBound)
    for pair in common {
      if tokens.lowerBound + pair.0 != token { break }
      (token, place) = (token + 1, places.lowerBound + pair.1 + 1)
    }
    token = min(token, self.tokens.count - 1)
    let wrong = self.tokens[token]
    let due = place < self.places.count ? "'\(words[self.places[place]].text)' is said" : "nothing more is said"
    return CueError(
      "'\(wrong.text)' stands where \(due)", line: wrong.line,
      advice: "leave words out, and change or move none")
  }
}

/// The choice of words in a part of a script where both texts differ.
private struct ScriptGap {
  private let said: [Int32]
  private let written: [Int32]
  private let endsSentence: [Bool]

  init(_ said: [Int32], _ written: [Int32], _ endsSentence: [Bool]) {
    (self.said, self.written, self.endsSentence) = (said, written, endsSentence)
  }

  /// A word that a token may stand for.
  private struct Choice {
    let place: Int32
    /// The choice for the token before it.
    var before: Int32
    var cost: Int32
  }

  /// A part with more choices is refused, so that memory stays bounded.
  private static let mostChoices = 8_000_000
  private static let cut: Int32 = 4

  /// The places of the tokens with the fewest cuts; nil if they are not words of this part, in order.
  func places(of tokens: Range<Int>, among range: Range<Int>) throws(CueError) -> [Int]? {
    if tokens.isEmpty { return [] }
    guard let (first, last) = bounds(tokens, range) else { return nil }
    var spots: [Int32: [Int32]] = [:]
    for place in range { spots[said[place], default: []].append(Int32(place)) }
    var layers: [[Choice]] = []
    var count = 0
    for (index, token) in tokens.enumerated() {
      let all = spots[written[token]] ?? []
      let low = all.borderIndex { $0 >= first[index] }
      let choices = all[low...].prefix { $0 <= last[index] }.map { Choice(place: $0, before: 0, cost: 0) }
      count += choices.count
      guard count <= Self.mostChoices else {
        throw CueError(
          "too many words are said again and again to tell which ones the script keeps", line: nil,
          advice: "cut some parts out with --cut")
      }
      layers.append(choices)
      link(&layers, after: Int32(range.lowerBound) - 1)
    }
    return cheapest(layers, until: Int32(range.upperBound))
  }

  /// The earliest and the latest place of each token.
  private func bounds(_ tokens: Range<Int>, _ range: Range<Int>) -> (first: [Int32], last: [Int32])? {
    var (first, last): ([Int32], [Int32]) = ([], [])
    var place = range.lowerBound
    for token in tokens {
      while place < range.upperBound, said[place] != written[token] { place += 1 }
      guard place < range.upperBound else { return nil }
      first.append(Int32(place))
      place += 1
    }
    place = range.upperBound - 1
    for token in tokens.reversed() {
      while said[place] != written[token] { place -= 1 }
      last.append(Int32(place))
      place -= 1
    }
    return (first, last.reversed())
  }

  /// Finds the best choice for the token before each choice of the last layer.
  private func link(_ layers: inout [[Choice]], after start: Int32) {
    let before =
      layers.count > 1 ? layers[layers.count - 2] : [Choice(place: start, before: 0, cost: 0)]
    var (next, best, bestCost) = (0, Int32(-1), Int32.max)
    for index in layers[layers.count - 1].indices {
      let place = layers[layers.count - 1][index].place
      var (from, cost) = (Int32(-1), Int32.max)
      while next < before.count, before[next].place < place {
        // Directly before it, without a cut.
        if before[next].place == place - 1 {
          if before[next].cost < Int32.max { (from, cost) = (Int32(next), before[next].cost) }
          break
        }
        let jump = before[next].cost == .max ? .max : before[next].cost + startCost(after: before[next].place)
        if jump < bestCost { (best, bestCost) = (Int32(next), jump) }
        next += 1
      }
      if bestCost < .max, case let jump = bestCost + Self.cut + endCost(before: place), jump < cost {
        (from, cost) = (best, jump)
      }
      (layers[layers.count - 1][index].before, layers[layers.count - 1][index].cost) = (from, cost)
    }
  }

  private func startCost(after place: Int32) -> Int32 { place < 0 || endsSentence[Int(place)] ? 0 : 1 }
  private func endCost(before place: Int32) -> Int32 { endsSentence[Int(place) - 1] ? 0 : 1 }

  private func cheapest(_ layers: [[Choice]], until end: Int32) -> [Int]? {
    func total(_ choice: Choice) -> Int32 {
      if choice.cost == .max || choice.place == end - 1 { return choice.cost }
      return choice.cost + Self.cut + startCost(after: choice.place) + endCost(before: end)
    }
    guard let last = layers.last, var index = last.indices.min(by: { total(last[$0]) < total(last[$1]) }),
      last[index].cost < .max
    else { return nil }
    var places: [Int] = []
    for layer in layers.reversed() {
      places.append(Int(layer[index].place))
      index = Int(layer[index].before)
    }
    return places.reversed()
  }
}

/// The longest common series of words, to find a word that was changed.
private enum CommonWords {
  private static let largest = 4_000_000

  /// In a part that is too large for this, the words up to the first difference.
  static func pairs(of one: [Int32], and other: [Int32]) -> [(Int, Int)] {
    guard one.count * other.count <= largest else {
      return zip(one.indices, other.indices).prefix { one[$0.0] == other[$0.1] }.map { ($0.0, $0.1) }
    }
    let width = other.count + 1
    var lengths = [Int32](repeating: 0, count: (one.count + 1) * width)
    for i in one.indices.reversed() {
      for j in other.indices.reversed() {
        lengths[i * width + j] =
          one[i] == other[j]
          ? lengths[(i + 1) * width + j + 1] + 1 : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var (pairs, i, j): ([(Int, Int)], Int, Int) = ([], 0, 0)
    while i < one.count, j < other.count {
      if one[i] == other[j] {
        pairs.append((i, j))
        (i, j) = (i + 1, j + 1)
      } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }
}
