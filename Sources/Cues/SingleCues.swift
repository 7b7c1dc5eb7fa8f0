/// SubRip in which no two cues are on screen at once, for kinds of file that show one at a time, as mp4 does: where cues overlap, one
/// with the lines of all of them stands for as long as they do.
package enum SingleCues {
  /// More lines than those of so many cues no screen has room for.
  private static let most = 16

  private struct Cue {
    /// Thousandths of a second.
    let start: Int
    let end: Int
    let lines: ArraySlice<UInt8>
  }

  /// The same text where no cues overlap.
  package static func text(of subRip: [UInt8]) throws(CueError) -> [UInt8] {
    let cues = try SubRip.document(try TextLines(subRip)).cues.map { entry in
      Cue(start: entry.cue.times.start.ticks, end: entry.cue.times.end.ticks, lines: body(entry.cue))
    }
    let inOrder = cues.sorted { $0.start < $1.start }
    guard zip(inOrder, inOrder.dropFirst()).contains(where: { $0.end > $1.start }) else { return subRip }
    let borders = Set(cues.flatMap { [$0.start, $0.end] }).sorted()
    var (text, count, next, shown) = ([UInt8](), 0, 0, [Cue]())
    for (start, end) in zip(borders, borders.dropFirst()) {
      shown.removeAll { $0.end <= start }
      while next < inOrder.count, inOrder[next].start <= start {
        if inOrder[next].end > start, shown.count < most { shown.append(inOrder[next]) }
        next += 1
      }
      guard !shown.isEmpty else { continue }
      count += 1
      text +=
        Array("\(count)\n\(clock(start)) --> \(clock(end))\n".utf8) + shown.flatMap { $0.lines + [.lineFeed] } + [
          .lineFeed
        ]
    }
    return text
  }

  /// What is read of a cue: what follows the line with its times, without blank lines at the end.
  private static func body(_ cue: SubRip.Cue) -> ArraySlice<UInt8> {
    let behind = cue.rest[cue.times.end.range.upperBound...]
    guard let lineEnd = behind.firstIndex(of: .lineFeed) else { return [] }
    var body = behind[(lineEnd + 1)...]
    while let last = body.last, last == .lineFeed || last.isBlank { body.removeLast() }
    return body
  }

  private static func clock(_ milliseconds: Int) -> String {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    return "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2)),\(digits(rest, 3))"
  }
}
