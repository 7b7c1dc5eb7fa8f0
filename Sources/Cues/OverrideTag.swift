/// A tag with times, in braces in the text of an event. Its times count from the start of the event.
struct OverrideTag {
  enum Kind {
    /// `\k`, `\K`, `\kf`, `\ko`: the length of a syllable in hundredths of a second. Syllables follow each other.
    case syllable
    /// `\t(…)`, `\move(…)`: start and end in milliseconds. Without times, the whole event.
    case change
    /// `\fad(in,out)`, or `\fade` with two numbers: the lengths of fade-in and fade-out in milliseconds.
    case fade
    /// `\fade(…)`, or `\fad`, with seven numbers: the starts and ends of two fades in milliseconds.
    case fades
  }

  let kind: Kind
  /// The numbers that are times, in their order.
  let times: [Number]
  /// Where to insert times, with their comma, if there are none and only a part of the event is shown.
  let insertion: (offset: Int, before: String, after: String)?
  /// The two points of `\move`, which backward play swaps.
  let points: [ArraySlice<UInt8>]

  struct Number {
    let range: Range<Int>
    let value: Double
  }
}

/// Finding tags.
extension OverrideTag {
  /// The tags with times in the text of an event, in order.
  static func all(in text: ArraySlice<UInt8>) -> [OverrideTag] {
    var tags: [OverrideTag] = []
    var rest = text
    while let open = rest.firstIndex(of: UInt8(ascii: "{")), let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      tags += tagsWithTimes(in: text[(open + 1)..<close])
      rest = rest[(close + 1)...]
    }
    return tags
  }

  private static func tagsWithTimes(in block: ArraySlice<UInt8>) -> [OverrideTag] {
    var tags: [OverrideTag] = []
    var offset = block.startIndex
    while let backslash = block[offset...].firstIndex(of: UInt8(ascii: "\\")) {
      let name = block[(backslash + 1)...].prefix { $0.isLetter }
      let word = String(decoding: name, as: UTF8.self)
      offset = name.endIndex
      if let arguments = arguments(of: block[name.endIndex...]) {
        offset = arguments.end
        if let tag = tag(word, arguments.fields, in: block) { tags.append(tag) }
      } else if let length = syllable(word, block[name.endIndex...]) {
        tags.append(OverrideTag(kind: .syllable, times: [length], insertion: nil, points: []))
      }
    }
    return tags
  }

  private static let syllables = ["k", "K", "kf", "ko"]

  /// The length of a syllable in a tag without parentheses. Without a number, the syllable lasts a second.
  private static func syllable(_ name: String, _ rest: ArraySlice<UInt8>) -> Number? {
    guard syllables.contains(name) else { return nil }
    let text = rest.drop(while: \.isBlank)
    let digits = text.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    guard digits.isEmpty else { return number(digits) }
    let isBare = text.isEmpty || text.first == UInt8(ascii: "\\")
    return isBare ? Number(range: rest.startIndex..<rest.startIndex, value: 100) : nil
  }

  /// The text in parentheses after a name, split at commas; nil without parentheses.
  ///
  /// This follows libass: tags from a backslash on are one field, parentheses do not nest, and the closing one may be
  /// missing.
  private static func arguments(of text: ArraySlice<UInt8>) -> (fields: [ArraySlice<UInt8>], end: Int)? {
    guard text.first == UInt8(ascii: "(") else { return nil }
    let inner = text.dropFirst().prefix { $0 != UInt8(ascii: ")") }
    let plain = inner.prefix { $0 != UInt8(ascii: "\\") }
    var fields = plain.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let last = fields.removeLast()
    return (fields + [inner[last.startIndex...]], min(inner.endIndex + 1, text.endIndex))
  }

  private static func tag(
    _ name: String, _ fields: [ArraySlice<UInt8>], in text: ArraySlice<UInt8>
  ) -> OverrideTag? {
    func numbers(_ range: Range<Int>) -> [Number]? {
      let numbers = fields[range].compactMap(number)
      return numbers.count == range.count ? numbers : nil
    }
    func tag(_ kind: Kind, _ range: Range<Int>) -> OverrideTag? {
      numbers(range).map { OverrideTag(kind: kind, times: $0, insertion: nil, points: []) }
    }
    switch (name, fields.count) {
    // A negative length has no effect, and stays.
    case ("fad", 2), ("fade", 2):
      return tag(.fade, 0..<2).flatMap { $0.times.allSatisfy { $0.value >= 0 } ? $0 : nil }
    case ("fad", 7), ("fade", 7): return tag(.fades, 3..<7)
    case _ where syllables.contains(name) && fields.count == 1: return tag(.syllable, 0..<1)
    // \t(tags), \t(acceleration,tags), \t(start,end,tags), \t(start,end,acceleration,tags)
    case ("t", 1), ("t", 2):
      return OverrideTag(kind: .change, times: [], insertion: (fields[0].startIndex, "", ","), points: [])
    case ("t", 3), ("t", 4): return tag(.change, 0..<2)
    case ("move", 4):
      return OverrideTag(
        kind: .change, times: [], insertion: (fields[3].endIndex, ",", ""), points: points(fields, in: text))
    case ("move", 6):
      return numbers(4..<6).map {
        OverrideTag(kind: .change, times: $0, insertion: nil, points: points(fields, in: text))
      }
    default: return nil
    }
  }

  private static func points(_ fields: [ArraySlice<UInt8>], in text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    [text[fields[0].startIndex..<fields[1].endIndex], text[fields[2].startIndex..<fields[3].endIndex]]
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Number? {
    let trimmed = text.drop(while: \.isBlank)
    let digits = trimmed.prefix { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    guard !digits.isEmpty, digits.count <= 12, trimmed[digits.endIndex...].allSatisfy(\.isBlank),
      let value = Double(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return Number(range: digits.startIndex..<digits.endIndex, value: value)
  }
}

/// Retiming tags.
extension OverrideTag {
  /// - Parameters:
  ///   - tags: all tags of one event.
  ///   - duration: the duration of the event in the source.
  static func edits(_ tags: [OverrideTag], for showing: CueShowing, duration: Double) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    // Syllables follow each other. The borders are rounded and not the lengths, so that errors do not add up.
    var sung = 0.0
    for tag in tags {
      if tag.kind == .syllable, let number = tag.times.first {
        let borders = [sung, sung + number.value / 100].map { max(0, showing.elapsed($0)) * 100 }
        let exact = abs(borders[1] - borders[0])
        edits += edit(number, exact, written: abs(borders[1].rounded() - borders[0].rounded()))
        sung += number.value / 100
      } else {
        edits += tag.edits(for: showing, duration: duration)
      }
    }
    return edits
  }

  private func edits(for showing: CueShowing, duration: Double) -> [ByteEdit] {
    switch kind {
    case .syllable: return []
    case .fade:
      let appeared = showing.elapsed(times[0].value / 1000)
      let vanishes = showing.elapsed(duration - times[1].value / 1000)
      // In backward play, the fade-out becomes the fade-in.
      let lengths = showing.isBackward ? [vanishes, showing.length - appeared] : [appeared, showing.length - vanishes]
      return zip(times, lengths).flatMap { Self.edit($0, 1000 * max(0, $1)) }
    case .fades:
      let shown = times.map { 1000 * showing.elapsed($0.value / 1000) }
      return zip(times, showing.isBackward ? shown.reversed() : shown).flatMap { Self.edit($0, $1) }
    case .change:
      return changeEdits(for: showing, duration: duration)
    }
  }

  private func changeEdits(for showing: CueShowing, duration: Double) -> [ByteEdit] {
    let span = times.isEmpty ? [0, duration] : times.map { $0.value / 1000 }
    let elapsed = span.map { 1000 * showing.elapsed($0) }
    let shown = showing.isBackward ? elapsed.reversed() : elapsed
    // Renderers read an end of 0 or less as the end of the event. A change that is over before the showing begins
    // therefore ends just after 0.
    let written = [shown[0].rounded(), max(1, shown[1].rounded())]
    var edits: [ByteEdit] = []
    if showing.isBackward, points.count == 2 {
      edits += zip(points, points.reversed()).map { ByteEdit($0.startIndex..<$0.endIndex, Array($1)) }
    }
    if let insertion, !showing.isWhole {
      let text = "\(insertion.before)\(Self.text(written[0])),\(Self.text(written[1]))\(insertion.after)"
      edits.append(ByteEdit(insertion.offset..<insertion.offset, Array(text.utf8)))
    } else {
      edits += times.indices.flatMap { Self.edit(times[$0], shown[$0], written: written[$0]) }
    }
    return edits
  }

  /// A number that is already right keeps its notation.
  ///
  /// - Parameters:
  ///   - exact: the new value.
  ///   - written: the number to write if the value changes; by default the nearest whole number.
  private static func edit(_ number: Number, _ exact: Double, written: Double? = nil) -> [ByteEdit] {
    if abs(number.value - exact) < 1e-3 { return [] }
    return [ByteEdit(number.range, Array(text(written ?? exact.rounded()).utf8))]
  }

  private static func text(_ number: Double) -> String { String(Int(min(1e9, max(-1e9, number)))) }
}

extension UInt8 {
  fileprivate var isLetter: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self
  }
}
