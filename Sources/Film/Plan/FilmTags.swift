import Warp

/// What a film says of itself as a whole: tags, and chapters where a map puts them. A text that ffmpeg reads.
package struct FilmTags: Equatable, Sendable {
  private struct Chapter: Equatable {
    let start: Int64
    let end: Int64
    let tags: [Tag]

    /// With a blank for its title if it has none.
    var titled: Chapter {
      let isTitled = tags.contains { $0.name.lowercased() == "title" }
      return isTitled ? self : Chapter(start: start, end: end, tags: tags + [Tag(name: "title", value: " ")])
    }
  }

  /// Microseconds.
  private static let ticksPerSecond = 1e6

  private let tags: [Tag]
  private let chapters: [Chapter]

  /// A chapter that is shown several times is there several times, each in its place.
  ///
  /// - Parameter origin: the time on the file's clock from which source time counts.
  package init(_ tags: [Tag], _ probed: [ProbedChapter], origin: Double, along map: TimeMap) {
    func tick(_ warped: Double) -> Int64 { Int64((warped * Self.ticksPerSecond).rounded()) }
    self.tags = tags
    /// A chapter that does not say when it ends lasts until the next one begins, or to the end.
    func end(_ chapter: ProbedChapter) -> Double {
      if chapter.end > chapter.start { return chapter.end - origin }
      let next = probed.map(\.start).filter { $0 > chapter.start }.min()
      return next.map { $0 - origin } ?? map.sourceRange.end ?? chapter.start - origin
    }
    chapters = probed.flatMap { chapter in
      // The first frame may come after the first chapter begins.
      map.appearances(from: max(0, chapter.start - origin), to: end(chapter))
        // Of a chapter that is cut away nothing is left, but for rounding.
        .filter { $0.length >= 0.001 }
        .map { Chapter(start: tick($0.warpedStart), end: tick($0.warpedEnd), tags: chapter.tags) }
    }.sorted { $0.start < $1.start }
  }

  private init(_ tags: [Tag], _ chapters: [Chapter]) {
    (self.tags, self.chapters) = (tags, chapters)
  }

  /// Chapters as the comments of Vorbis have them: a tag for when each begins, one for its title.
  var withChaptersAmongTags: FilmTags {
    let comments = chapters.enumerated().flatMap { index, chapter in
      let name = "CHAPTER\(PaddedDigits.print(index + 1, count: 3))"
      return [Tag(name: name, value: Self.clockTime(chapter.start))]
        + chapter.tags.map { Tag(name: name + ($0.name.lowercased() == "title" ? "NAME" : $0.name), value: $0.value) }
    }
    return FilmTags(tags + comments, [])
  }

  /// Chapters as ffmpeg writes them into mp4 and mov: one begins with the film, since the first is put there wherever it begins,
  /// and each has a title, since those without are left out.
  var withChaptersForQuickTime: FilmTags {
    guard let first = chapters.first else { return self }
    // Their times have milliseconds.
    let start = first.start < 1000 ? [] : [Chapter(start: 0, end: first.start, tags: [])]
    return FilmTags(tags, (start + chapters).map(\.titled))
  }

  /// `HH:MM:SS.sss`.
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
    // By scalars: a line feed behind a carriage return, or a sign with an accent, is no Character of its own.
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      if "=;#\\\n".unicodeScalars.contains(scalar) { escaped.unicodeScalars.append("\\") }
      escaped.unicodeScalars.append(scalar)
    }
  }
}

/// Which tags go into the result, and what a kind of file needs to hold them.
extension FilmPlan {
  /// Title and other tags, and chapters, in the form that the kind of file has them in.
  var filmTags: FilmTags {
    let made = FilmTags(tags, film.probe.chapters, origin: film.span.start, along: map.map)
    // ffmpeg 5.1 writes chapters into Ogg up to a second late, and none into FLAC.
    if kind.chapters == .amongTags { return made.withChaptersAmongTags }
    return kind.isQuickTime ? made.withChaptersForQuickTime : made
  }

  /// The tags of the film as a whole.
  var tags: [Tag] {
    let own = film.probe.container.tags
    let ofSound =
      film.kind.tags == .atSound && own.isEmpty
      ? film.tracks.sounds.first?.tags.filter(ProbedStream.isOfContents) ?? [] : []
    return (own + ofSound).filter { !$0.name.isEmpty && !$0.isOfWriter && !$0.isTimecode }.map(\.withOneTime)
      + broadcast
  }

  /// Options without which a kind of file would not hold the film's tags.
  var tagOptions: [String] {
    if !broadcast.isEmpty { return ["-write_bext", "1"] }
    return takesAnyTag && !strangeTags.isEmpty ? ["-movflags", "+use_metadata_tags"] : []
  }

  /// The names of tags that the result cannot hold.
  var lostTags: [String] { takesAnyTag ? [] : strangeTags }

  /// ffmpeg writes no cover pictures with `+use_metadata_tags`.
  private var takesAnyTag: Bool { covers.isEmpty }

  /// Names of tags for which OUTPUT's kind has no place.
  private var strangeTags: [String] {
    guard let known = kind.tags else { return [] }
    return tags.map(\.name).filter { !known.contains($0.lowercased()) && !$0.lowercased().hasPrefix("location-") }
  }

  /// The tags of Broadcast Wave that ffmpeg reads under other names than it writes. Empty where the film is none, or the
  /// result cannot be one.
  private var broadcast: [Tag] {
    guard kind.sound == .wav, kind.picture == nil,
      film.probe.container.tags.contains(where: { $0.name == "time_reference" || $0.name == "coding_history" })
    else { return [] }
    let names = [
      "comment": "description", "encoded_by": "originator", "date": "origination_date",
      "creation_time": "origination_time",
    ]
    return film.probe.container.tags.compactMap { tag in names[tag.name].map { Tag(name: $0, value: tag.value) } }
  }
}

extension ProbedStream {
  /// What the encoder is told of a track whose stream it cannot see: language, title and other tags, dispositions.
  ///
  /// - Parameters:
  ///   - track: ffmpeg's name of it in the result, such as `a:0`.
  ///   - isAlone: whether it is the only one of its kind, which ffmpeg takes for the default but in Matroska.
  func trackOptions(_ track: String, isAlone: Bool, in kind: FileKind) -> [String] {
    var kept = tags.map { kind.languages == .ofMacintosh ? Self.macintosh($0) : $0 }.filter {
      Self.isOfContents($0) || $0.name.lowercased() == "language" && Self.isLanguage($0.value)
    }
    // Where mp4 and mov have the name of a track, ffmpeg has its handler.
    if kind.isQuickTime, let title { kept.append(Tag(name: "handler_name", value: title)) }
    let words = kept.flatMap { ["-metadata:s:\(track)", "\($0.name)=\($0.value)"] }
    let isOrdinary = isAlone && (dispositions.isEmpty || dispositions == ["default"] && !kind.isMatroska)
    let disposition = dispositions.isEmpty ? "0" : dispositions.joined(separator: "+")
    return words + (isOrdinary ? [] : ["-disposition:\(track)", disposition])
  }

  /// Whether a tag is about what is in the track: not about its language, nor how it was coded or timed.
  static func isOfContents(_ tag: Tag) -> Bool {
    let name = tag.name.lowercased()
    // An argument of a program may not be longer than 128 KiB.
    let canBeSaid = !name.isEmpty && !name.utf8.contains(UInt8(ascii: "=")) && tag.value.utf8.count < 100_000
    return canBeSaid && !tag.isOfWriter && !otherTags.contains(name) && !tagsOfCoding.contains(where: name.hasPrefix)
  }

  /// A language as ffmpeg has it to be for a kind of file whose languages are those of the Macintosh.
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

extension Tag {
  /// Whether it counts frames that are not retimed, and so is about the film as it was.
  var isTimecode: Bool { name.lowercased() == "timecode" }

  /// mp4 and mov can say twice when they were made. ffmpeg 9 makes one tag of both, with a semicolon between them, which no program
  /// reads as a time.
  fileprivate var withOneTime: Tag {
    guard name == "creation_time", let end = value.firstIndex(of: ";") else { return self }
    return Tag(name: name, value: String(value[..<end]))
  }

  /// Whether it is what the program that wrote the file says of it.
  fileprivate var isOfWriter: Bool {
    ["encoder", "software", "major_brand", "minor_version", "compatible_brands"].contains(name.lowercased())
  }
}
