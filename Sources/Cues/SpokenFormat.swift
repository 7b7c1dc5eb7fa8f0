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
      // A section such as [Script Info], or an array.
      let next = content.dropFirst().drop { $0 <= 0x20 }.first ?? 0
      return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next) ? .subStation : .json
    default: break
    }
    let lines = content.split(separator: .lineFeed, maxSplits: 2, omittingEmptySubsequences: false)
    if lines.prefix(2).contains(where: { $0.firstRange(of: Array("-->".utf8)) != nil }) { return .subRip }
    return lines.first.map(SpokenTable.isHeader) == true ? .table : nil
  }

  package func transcript(_ bytes: [UInt8]) throws(CueError) -> Transcript {
    switch self {
    case .subRip, .webVTT, .subStation: try SubtitleSpeech.transcript(bytes, as: self)
    case .json: try RecognizedSpeech.transcript(bytes)
    case .table: try SpokenTable.transcript(bytes)
    }
  }
}
