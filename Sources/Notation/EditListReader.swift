import Values

/// A word of a list, with the offsets of its bytes.
struct EditWord {
  let text: String
  let range: Range<Int>
}

/// Reads the events of an edit decision list, line by line.
package struct EditListReader: Sendable {
  /// The kind of a line.
  package enum Line: Sendable {
    case event
    /// The speed of the previous event.
    case motion
    /// Declares whether the following timecodes are drop-frame.
    case dropFrame
    case other
  }

  package private(set) var events: [EditEvent] = []
  /// Whether timecodes are drop-frame from here on, whatever their separators.
  package private(set) var isDropFrame = false
  private let clock: EditClock

  package init(_ clock: EditClock) { self.clock = clock }

  /// Reads the next line. `number` is its line number, for errors.
  package mutating func read(_ line: ArraySlice<UInt8>, number: Int) throws(NotationError) -> Line {
    if let words = Self.eventWords(line) {
      events.append(try event(words, line, number))
      return .event
    }
    guard line.count <= Self.longestLine else { return .other }
    let text = String(decoding: line, as: UTF8.self)
    if text.uppercased().hasPrefix("FCM:") {
      isDropFrame = !text.uppercased().contains("NON")
      return .dropFrame
    }
    guard !events.isEmpty else { return .other }
    if let motion = try motion(line, number) {
      events[events.count - 1].motion = motion
      return .motion
    }
    let name = "* FROM CLIP NAME:"
    if text.hasPrefix(name) {
      events[events.count - 1].clipName = text.dropFirst(name.count).split { " \t\r".contains($0) }
        .joined(separator: " ")
    }
    return .other
  }

  package static func isEvent(_ line: ArraySlice<UInt8>) -> Bool { eventWords(line) != nil }

  /// Longer lines are comments.
  private static let longestLine = 1000

  private static func words(_ line: ArraySlice<UInt8>) -> [EditWord] {
    line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map {
      EditWord(text: String(decoding: $0, as: UTF8.self), range: $0.startIndex..<$0.endIndex)
    }
  }

  /// The words of an event: a number, a reel, channels, a transition and four timecodes. Nil for another line.
  private static func eventWords(_ line: ArraySlice<UInt8>) -> [EditWord]? {
    guard line.count <= longestLine, line.first(where: { $0 > 0x20 })?.isDecimalDigit == true else { return nil }
    let words = words(line)
    guard words.count >= 8, words[0].text.utf8.allSatisfy(\.isDecimalDigit),
      words.suffix(4).allSatisfy({ isTimeCode($0.text) })
    else { return nil }
    return words
  }

  private func event(_ words: [EditWord], _ line: ArraySlice<UInt8>, _ number: Int) throws(NotationError) -> EditEvent {
    // The reel's name may contain blanks, and the length of a dissolve follows its kind.
    let place = (3..<words.count - 4).last { Self.isTransition(words[$0].text) } ?? 3
    let reel = line[words[1].range.lowerBound..<words[place - 2].range.upperBound]
    func time(_ index: Int) throws(NotationError) -> EditEvent.Time {
      try clock.time(words[words.count - 4 + index], isDropFrame: isDropFrame, line: number)
    }
    return EditEvent(
      reel: String(decoding: reel, as: UTF8.self), channels: words[place - 1].text.uppercased(),
      transition: words[place].text.uppercased(), sourceIn: try time(0), sourceOut: try time(1),
      recordIn: try time(2), recordOut: try time(3), isDropFrame: isDropFrame)
  }

  /// A cut, a dissolve, a wipe with its number, or a key.
  private static func isTransition(_ word: String) -> Bool {
    let word = word.uppercased()
    if word.hasPrefix("W") { return word.utf8.dropFirst().allSatisfy(\.isDecimalDigit) }
    return ["C", "D", "K", "KB", "KO"].contains(word)
  }

  /// The speed in an M2 line; nil for another line.
  private func motion(_ line: ArraySlice<UInt8>, _ number: Int) throws(NotationError) -> EditEvent.Motion? {
    guard line.drop(while: { $0 <= 0x20 }).starts(with: "M2".utf8) else { return nil }
    let words = Self.words(line)
    guard words[0].text == "M2", words.count >= 3 else { return nil }
    let hasStart = Self.isTimeCode(words[words.count - 1].text)
    let speed = words[words.count - (hasStart ? 2 : 1)].text
    guard let framesPerSecond = NumberSyntax.parse(speed), framesPerSecond.magnitude <= 1_000_000 else { return nil }
    let start: EditEvent.Time? =
      hasStart ? try clock.time(words[words.count - 1], isDropFrame: isDropFrame, line: number) : nil
    let rate = clock.rate.value
    let rounded = [rate.rounded(), (rate * 10).rounded(.down) / 10, (rate * 100).rounded(.down) / 100]
    return EditEvent.Motion(
      speed: framesPerSecond / rate, start: start,
      isRounded: (rounded + [(rate * 100).rounded() / 100]).contains(framesPerSecond.magnitude))
  }

  /// Whether the text is four numbers of two digits with separators.
  private static func isTimeCode(_ text: String) -> Bool {
    let fields = text.utf8.split(omittingEmptySubsequences: false) { ":;.,".utf8.contains($0) }
    return fields.count == 4 && fields.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isDecimalDigit) }
  }
}

extension UInt8 {
  var isDecimalDigit: Bool { self &- UInt8(ascii: "0") <= 9 }
}
