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

  /// A chapter that is shown several times is there several times, each in its place.
  ///
  /// - Parameter origin: the time on the file's clock from which source time counts.
  package init(_ probed: [ProbedChapter], origin: Double, along map: TimeMap) {
    func tick(_ warped: Double) -> Int64 { Int64((warped * Self.ticksPerSecond).rounded()) }
    chapters = probed.flatMap { chapter in
      // The first frame may come after the first chapter begins.
      map.appearances(from: max(0, chapter.start - origin), to: chapter.end - origin)
        // Of a chapter that is cut away nothing is left, but for rounding.
        .filter { $0.length >= 0.001 }
        .map { Chapter(start: tick($0.warpedStart), end: tick($0.warpedEnd), tags: chapter.tags) }
    }.sorted { $0.start < $1.start }
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
