import Warp

/// The chapters of a film where a map puts them, as a text that ffmpeg reads.
package struct Chapters: Equatable, Sendable {
  private struct Chapter: Equatable {
    let start: Int64
    let end: Int64
    let tags: [ProbedChapter.Tag]
  }

  /// Microseconds.
  private static let ticksPerSecond = 1e6

  private let chapters: [Chapter]

  /// There are none along a map that returns to source it has shown: a chapter would be shown at several times.
  ///
  /// - Parameter origin: the time on the file's clock from which source time counts.
  package init(_ probed: [ProbedChapter], origin: Double, along map: TimeMap) {
    guard map.neverReturns else {
      chapters = []
      return
    }
    func tick(_ instant: Double) -> Int64 {
      Int64((map.warpedTime(of: max(0, instant - origin)) * Self.ticksPerSecond).rounded())
    }
    // Of a chapter that is cut away nothing is left, but for rounding: less than a millisecond.
    chapters = probed.map { Chapter(start: tick($0.start), end: tick($0.end), tags: $0.tags) }
      .filter { $0.end - $0.start >= 1000 }
  }

  package var isEmpty: Bool { chapters.isEmpty }

  package var text: String {
    ";FFMETADATA1\n"
      + chapters.map { chapter in
        "[CHAPTER]\nTIMEBASE=1/1000000\nSTART=\(chapter.start)\nEND=\(chapter.end)\n"
          + chapter.tags.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))\n" }.joined()
      }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += #"=;#\"#.contains($1) || $1 == "\n" ? "\\\($1)" : "\($1)" }
  }
}

extension TimeMap {
  /// When an instant of the source is shown, or if it is cut away, when the source after it is. For maps that never
  /// return.
  fileprivate func warpedTime(of source: Double) -> Double {
    if let visit = firstVisit(of: source) { return visit.warped }
    if let piece = pieces.first(where: { $0.sourceStart >= source }) { return piece.warpedStart }
    return warpedLength ?? openEnd?.warped ?? 0
  }
}
