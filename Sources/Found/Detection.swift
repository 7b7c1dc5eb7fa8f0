import Values

/// The start or end of a range, as ffmpeg's detectors print it: `silence_start: 4.5`, `black_end:7`,
/// `lavfi.freezedetect.freeze_start=1.25`. With detection by channel: `channel: 1 | silence_end: 3` or
/// `lavfi.silence_end.2=3`.
package struct Detection: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable { case silence, freeze, black }

  package let kind: Kind
  package let isEnd: Bool
  package let instant: Double
  /// The channel, from 0, where silence was detected. Nil if the detector does not separate channels.
  package private(set) var channel: Int?

  /// Reads all detections in a line.
  package static func all(in line: ArraySlice<UInt8>) -> [Detection] {
    guard line.contains(UInt8(ascii: "_")) else { return [] }
    var detections: [Detection] = []
    var channel: Int?
    for field in line.wordsWithValues {
      if var detection = Detection(field) {
        detection.channel = detection.channel ?? channel
        detections.append(detection)
      } else if field.starts(with: "channel:".utf8) {
        channel = Int(String(decoding: field.dropFirst("channel:".utf8.count).trimmed, as: UTF8.self))
      }
    }
    return detections
  }

  private init?(_ field: ArraySlice<UInt8>) {
    guard let sign = field.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }) else { return nil }
    var names = field[..<sign].split(separator: UInt8(ascii: "."))
    // In names such as `silence_end.2`, ffmpeg counts channels from 1.
    if let last = names.last, let number = Int(String(decoding: last, as: UTF8.self)), number > 0 {
      channel = number - 1
      names.removeLast()
    }
    let name = names.last ?? []
    let kind = Kind.allCases.first { name.starts(with: $0.rawValue.utf8) }
    let number = field[(sign + 1)...].trimmed
    guard let kind, let value = NumberSyntax.parse(number.span) else { return nil }
    let end = name.dropFirst(kind.rawValue.utf8.count)
    guard end.elementsEqual("_start".utf8) || end.elementsEqual("_end".utf8) else { return nil }
    (self.kind, isEnd, instant) = (kind, end.elementsEqual("_end".utf8), value)
  }

  /// Whether the line shows that the text is a log of ffmpeg, and not a list of ranges.
  static func isChatter(_ line: ArraySlice<UInt8>) -> Bool {
    ["ffmpeg version", "Input #", "frame=", "size="].contains { line.starts(with: $0.utf8) }
      || Kind.allCases.contains { line.starts(with: "[\($0.rawValue)detect @ ".utf8) }
  }
}

extension ArraySlice<UInt8> {
  /// Words between blanks. A word that ends in a colon or an equals sign includes the next word: `a: 1 b=2`.
  fileprivate var wordsWithValues: [ArraySlice<UInt8>] {
    let words = split(separator: UInt8(ascii: " "))
    return words.indices.map { index in
      let word = words[index]
      guard word.last == UInt8(ascii: ":") || word.last == UInt8(ascii: "="), index + 1 < words.count else {
        return word
      }
      return self[word.startIndex..<words[index + 1].endIndex]
    }
  }
}
