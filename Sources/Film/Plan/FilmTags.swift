import Values
import Warp

/// The metadata of the film as a whole: tags and retimed chapters, as a text that ffmpeg reads.
package struct FilmTags: Equatable, Sendable {
  private struct Chapter: Equatable {
    let start: Int64
    let end: Int64
    let tags: [Tag]

    /// The chapter with a blank as its title if it has none.
    var titled: Chapter {
      let isTitled = tags.contains { $0.name.lowercased() == "title" }
      return isTitled ? self : Chapter(start: start, end: end, tags: tags + [Tag(name: "title", value: " ")])
    }
  }

  /// Microseconds.
  private static let ticksPerSecond = 1e6

  private let tags: [Tag]
  private let chapters: [Chapter]

  /// If the map shows a chapter several times, the result contains it several times.
  ///
  /// - Parameter origin: the time on the file's clock at source time 0.
  package init(_ tags: [Tag], _ probed: [ProbedChapter], origin: Double, along map: TimeMap) {
    func tick(_ warped: Double) -> Int64 { Int64((warped * Self.ticksPerSecond).rounded()) }
    self.tags = tags
    /// The end of a chapter. If the file does not state it, the chapter lasts until the next one or to the end.
    func end(_ chapter: ProbedChapter) -> Double {
      if chapter.end > chapter.start { return chapter.end - origin }
      let next = probed.map(\.start).filter { $0 > chapter.start }.min()
      return next.map { $0 - origin } ?? map.sourceRange.end ?? chapter.start - origin
    }
    chapters = probed.flatMap { chapter in
      // The first chapter may begin before the first frame.
      map.appearances(from: max(0, chapter.start - origin), to: end(chapter))
        // Drops rests of chapters that have been cut away; they are rounding errors.
        .filter { $0.length >= 0.001 }
        .map { Chapter(start: tick($0.warpedStart), end: tick($0.warpedEnd), tags: chapter.tags) }
    }.sorted { $0.start < $1.start }
  }

  private init(_ tags: [Tag], _ chapters: [Chapter]) {
    (self.tags, self.chapters) = (tags, chapters)
  }

  /// Chapters in the form of Vorbis comments: one tag for the start, and one for the title.
  var withChaptersAmongTags: FilmTags {
    let comments = chapters.enumerated().flatMap { index, chapter in
      let name = "CHAPTER\(PaddedDigits.print(index + 1, count: 3))"
      return [Tag(name: name, value: Self.clockTime(chapter.start))]
        + chapter.tags.map { Tag(name: name + ($0.name.lowercased() == "title" ? "NAME" : $0.name), value: $0.value) }
    }
    return FilmTags(tags + comments, [])
  }

  /// Chapters for mp4 and mov. ffmpeg moves the first chapter to time 0, so a chapter is added there. ffmpeg drops
  /// chapters without titles, so each gets one.
  var withChaptersForQuickTime: FilmTags {
    guard let first = chapters.first else { return self }
    // The format has a resolution of milliseconds.
    let start = first.start < 1000 ? [] : [Chapter(start: 0, end: first.start, tags: [])]
    return FilmTags(tags, (start + chapters).map(\.titled))
  }

  /// Prints `HH:MM:SS.sss`.
  private static func clockTime(_ microseconds: Int64) -> String {
    let milliseconds = (microseconds + 500) / 1000
    let clock = [milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60]
    let whole = clock.map { PaddedDigits.print($0, count: 2) }.joined(separator: ":")
    return "\(whole).\(PaddedDigits.print(milliseconds % 1000, count: 3))"
  }

  package var hasTags: Bool { !tags.isEmpty }
  package var hasChapters: Bool { !chapters.isEmpty }

  package var text: String {
    ";FFMETADATA1\n" + Self.lines(tags)
      + chapters.map { chapter in
        "[CHAPTER]\nTIMEBASE=1/1000000\nSTART=\(chapter.start)\nEND=\(chapter.end)\n" + Self.lines(chapter.tags)
      }.joined()
  }

  private static func lines(_ tags: [Tag]) -> String {
    tags.map { "\(escaped($0.name))=\(escaped($0.value))\n" }.joined()
  }

  private static func escaped(_ text: String) -> String {
    // By Unicode scalars: a line feed after a carriage return, or a character with a combining accent, is not its own
    // Character.
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      if "=;#\\\n".unicodeScalars.contains(scalar) { escaped.unicodeScalars.append("\\") }
      escaped.unicodeScalars.append(scalar)
    }
  }
}

extension ProbedStream {
  /// The encoder's options for the metadata of a track, which it cannot see: language, title, other tags and
  /// dispositions.
  ///
  /// - Parameters:
  ///   - track: ffmpeg's stream specifier in the result, such as `a:0`.
  ///   - isAlone: whether it is the only track of its kind. ffmpeg makes it the default, except in Matroska.
  func trackOptions(_ track: String, isAlone: Bool, in kind: FileKind) -> [String] {
    let named = kind.isQuickTime ? tags.map(Self.inThreeLetters) : tags
    var kept = named.map { kind.languages == .ofMacintosh ? Self.macintosh($0) : $0 }.filter {
      Self.isOfContents($0) || $0.name.lowercased() == "language" && Self.isLanguage($0.value)
    }
    // ffmpeg stores the track name of mp4 and mov as the handler name.
    if kind.isQuickTime, let title { kept.append(Tag(name: "handler_name", value: title)) }
    let words = kept.flatMap { ["-metadata:s:\(track)", "\($0.name)=\($0.value)"] }
    let isOrdinary = isAlone && (dispositions.isEmpty || dispositions == ["default"] && !kind.isMatroska)
    let disposition = dispositions.isEmpty ? "0" : dispositions.joined(separator: "+")
    return words + (isOrdinary ? [] : ["-disposition:\(track)", disposition])
  }

  /// Whether a tag describes the content of the track, and not its language, coding or timing.
  static func isOfContents(_ tag: Tag) -> Bool {
    let name = tag.name.lowercased()
    // Linux limits an argument of a program to 128 KiB.
    let canBeSaid = !name.isEmpty && !name.utf8.contains(UInt8(ascii: "=")) && tag.value.utf8.count < 100_000
    return canBeSaid && !tag.isOfWriter && !otherTags.contains(name) && !tagsOfCoding.contains(where: name.hasPrefix)
  }

  /// The language by a code with three letters. For others, ffmpeg writes no language into mp4 and mov.
  private static func inThreeLetters(_ tag: Tag) -> Tag {
    tag.name.lowercased() == "language" ? Tag(name: tag.name, value: LanguageCodes.long(tag.value)) : tag
  }

  /// The language as ffmpeg expects it for formats with Macintosh language codes.
  private static func macintosh(_ tag: Tag) -> Tag {
    guard tag.name.lowercased() == "language" else { return tag }
    return Tag(name: tag.name, value: macintoshNames[tag.value] ?? tag.value)
  }

  private static let macintoshNames = [
    "swe": "sve", "fre": "fra", "deu": "ger", "nld": "dut", "ell": "gre", "isl": "ice", "zho": "chi", "sqi": "alb",
    "rum": "ron", "cze": "ces", "slo": "slk", "hye": "arm", "kat": "geo", "bod": "tib", "msa": "may", "mya": "bur",
    "cym": "wel", "eus": "baq", "per": "iri", "fas": "iri", "mkd": "mac",
  ]

  private static let tagsOfCoding = ["duration", "bps", "number_of_", "_statistics_", "encoder", "source_id"]
  private static let otherTags: Set = [
    "language", "vendor_id", "handler_name", "alpha_mode", "rotate", "timecode", "creation_time",
  ]
}

extension ProbedStream {
  /// Whether it is a track with the timecode of the first frame.
  var isTimecode: Bool { codec == "tmcd" }
}

extension Tag {
  /// Whether this tag counts frames of the original timing.
  var isTimecode: Bool { name.lowercased() == "timecode" }

  /// Whether a phone says with this tag how fast the original plays, which is not true of the result.
  var isOfPhoneSpeed: Bool {
    ["com.android.capture.fps", "com.apple.quicktime.full-frame-rate-playback-intent"].contains(name)
  }

  /// mp4 and mov can store the creation time twice. ffmpeg 9 joins both with a semicolon, which no program reads as a
  /// time.
  var withOneTime: Tag {
    guard name == "creation_time", let end = value.firstIndex(of: ";") else { return self }
    return Tag(name: name, value: String(value[..<end]))
  }

  /// Whether this tag describes the program that wrote the file.
  var isOfWriter: Bool {
    ["encoder", "software", "major_brand", "minor_version", "compatible_brands"].contains(name.lowercased())
  }
}
