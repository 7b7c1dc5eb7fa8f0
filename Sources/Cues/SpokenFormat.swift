/// The formats that tell what is said in a film: subtitles, words of speech recognisers, and tables with a line of
/// names.
package enum SpokenFormat: CaseIterable, Sendable {
  case subRip, webVTT, subStation, json, table

  /// The format that a text begins like; nil for other texts, such as a list of plain ranges.
  ///
  /// - Parameter start: the start of the text, with at least its first two lines.
  package static func of(_ start: [UInt8]) -> SpokenFormat? {
    let mark = start.starts(with: TextLines.byteOrderMark) ? TextLines.byteOrderMark.count : 0
    let content = start.dropFirst(mark).drop { $0 <= 0x20 }
    if content.starts(with: "WEBVTT".utf8) { return .webVTT }
    switch content.first {
    case UInt8(ascii: "{"): return .json
    case UInt8(ascii: "["):
      // Lines of ffmpeg also begin so, as in [silencedetect @ 0x5589f4b57200].
      let rest = content.dropFirst()
      let name = String(decoding: rest.prefix { $0 != UInt8(ascii: "]") }.prefix(20), as: UTF8.self).lowercased()
      if ["script info", "v4 styles", "v4+ styles", "events"].contains(name) { return .subStation }
      return rest.drop { $0 <= 0x20 }.first.map { "{[]".utf8.contains($0) } == true ? .json : nil
    default: break
    }
    let lines = content.split(separator: .lineFeed, maxSplits: 2, omittingEmptySubsequences: false)
    let hasTimes = lines.prefix(2).contains { line in
      ClockTime(line.drop(while: \.isBlank), SubRip.clock) != nil && line.firstRange(of: Array("-->".utf8)) != nil
    }
    if hasTimes { return .subRip }
    return lines.first.map(SpokenTable.isHeader) == true ? .table : nil
  }

  /// - Parameter duration: that of the film, if it is known.
  package func transcript(_ bytes: [UInt8], lasting duration: Double? = nil) throws(CueError) -> Transcript {
    switch self {
    case .subRip, .webVTT, .subStation: try SubtitleSpeech.transcript(bytes, as: self)
    case .json: try RecognizedSpeech.transcript(bytes)
    case .table: try SpokenTable.transcript(bytes, lasting: duration)
    }
  }
}
