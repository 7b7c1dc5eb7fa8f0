import Values

/// Parts of the source, in order and without overlaps. The last one may have no end.
package struct SourceParts: Equatable, Sendable {
  package struct Part: Equatable, Sendable {
    package let start: Double
    package let end: Double

    package init(from start: Double, to end: Double) { (self.start, self.end) = (start, end) }
  }

  package let parts: [Part]

  /// Accepts parts in any order. Parts that overlap or touch become one.
  package init(_ parts: some Sequence<Part>) {
    var joined: [Part] = []
    for part in parts.filter({ $0.start < $0.end }).sorted(by: { $0.start < $1.start }) {
      if let last = joined.last, part.start <= last.end {
        joined[joined.count - 1] = Part(from: last.start, to: max(last.end, part.end))
      } else {
        joined.append(part)
      }
    }
    self.parts = joined
  }

  /// The rest of the source, which has no end.
  package var rest: SourceParts {
    var (rest, reached): ([Part], Double) = ([], 0)
    for part in parts {
      rest.append(Part(from: reached, to: max(reached, part.start)))
      reached = max(reached, part.end)
    }
    return SourceParts(rest + [Part(from: reached, to: .infinity)])
  }
}

extension TimeMap {
  /// The map without some parts of the source. What remains follows without a gap in warped time; freezes in the parts
  /// go too.
  ///
  /// - Parameter options: the options that ask for it, for messages.
  package func leaving(out parts: SourceParts, asked options: String) throws(Refusal) -> TimeMap {
    let kept = parts.rest.parts
    var builder = MapBuilder()
    var count = 0
    for piece in pieces {
      let (low, high) = (min(piece.sourceStart, piece.sourceEnd), max(piece.sourceStart, piece.sourceEnd))
      let first = kept.borderIndex { $0.end > low }
      if piece.direction == .still {
        if first < kept.count, kept[first].start <= low { builder.append(piece, from: low, to: low) }
        continue
      }
      let played = kept[first...].prefix { $0.start < high }
      count += played.count
      guard count <= Self.mostRows else {
        throw .usage("\(options) would give the map more than \(Self.mostRows) rows")
      }
      for part in piece.direction == .forward ? Array(played) : played.reversed() {
        let (from, to) = (max(part.start, low), min(part.end, high))
        builder.append(
          piece, from: piece.direction == .forward ? from : to, to: piece.direction == .forward ? to : from)
      }
    }
    if let openEnd {
      for part in kept where part.end > openEnd.source {
        builder.append(openEnd, from: max(openEnd.source, part.start), to: part.end)
      }
    }
    guard !builder.isEmpty else { throw .usage("\(options) leaves nothing of the video") }
    return try builder.map()
  }
}
