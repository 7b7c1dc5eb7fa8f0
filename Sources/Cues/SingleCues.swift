/// SubRip without overlapping cues, for formats such as mp4 that show one cue at a time. Overlapping cues become one
/// cue with the lines of all of them.
package enum SingleCues {
  /// The most cues shown at once, because no screen has room for more. The earliest are shown.
  private static let most = 16
  /// A long cue is repeated for each short cue that overlaps it. This limit on the size of the result protects against
  /// excessive repetition.
  static let longest = 64 << 20

  /// Returns the text unchanged if no cues overlap.
  package static func text(of subRip: [UInt8]) throws(CueError) -> [UInt8] {
    let lines = try TextLines(subRip)
    let cues = try SubRip.document(lines).cues.map(\.cue).sorted { $0.times.start.ticks < $1.times.start.ticks }
    guard let clock = cues.first?.times.start,
      zip(cues, cues.dropFirst()).contains(where: { $0.times.end.ticks > $1.times.start.ticks })
    else { return subRip }
    let borders = Set(cues.flatMap { [$0.times.start.ticks, $0.times.end.ticks] }).sorted()
    var (text, count, next, shown) = ([UInt8](), 0, 0, [SubRip.Cue]())
    for (start, end) in zip(borders, borders.dropFirst()) {
      shown.removeAll { $0.times.end.ticks <= start }
      // Cues without room wait. Cues that have ended by then are skipped.
      while shown.count < most, next < cues.count, cues[next].times.start.ticks <= start {
        if cues[next].times.end.ticks > start { shown.append(cues[next]) }
        next += 1
      }
      guard !shown.isEmpty else { continue }
      count += 1
      text += Array(String(count).utf8) + lines.ending + clock.text(start) + Array(" --> ".utf8) + clock.text(end)
      text += lines.ending + shown.flatMap { body($0) + lines.ending } + lines.ending
      guard text.count <= longest else {
        throw CueError("overlapping subtitles would make more than \(longest >> 20) MiB of text", line: nil)
      }
    }
    return text
  }

  /// The displayed text of a cue: everything after its line of times, without trailing blank lines.
  private static func body(_ cue: SubRip.Cue) -> ArraySlice<UInt8> {
    let isEnd: (UInt8) -> Bool = { $0 == .lineFeed || $0 == .carriageReturn }
    var body = cue.rest[cue.times.end.range.upperBound...].drop { !isEnd($0) }.drop(while: isEnd)
    while let last = body.last, last == .lineFeed || last.isBlank { body.removeLast() }
    return body
  }
}
