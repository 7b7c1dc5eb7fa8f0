import Values
import Warp

/// Sound that does not follow the map of the film, but plays forward at its own speed.
extension FilmMap {
  /// The map that plays parts of a sound one after the other.
  init(_ name: String, playing parts: [Range<Double>]) throws(FilmError) {
    let list = PlayList(parts.map { PlayList.Part(from: $0.lowerBound, to: $0.upperBound, speed: 1) })
    let map: TimeMap
    do throws(Refusal) { map = try list.map() } catch { throw .usage(error.description) }
    var rows = ""
    MapTable.forEachRow(of: map) { row in
      rows += "\(NumberSyntax.print(row.source)) \(NumberSyntax.print(row.warped))\n"
    }
    let maker = parts.flatMap { part in
      ["--play", "\(NumberSyntax.print(part.lowerBound))s..\(NumberSyntax.print(part.upperBound))s"]
    }
    self.init(map, table: Document(name: name, text: "\(MapTable.title)\n\(rows)", maker: maker))
  }

  /// The map that plays a sound unchanged until it ends.
  static let unchanged = Document(
    name: "unchanged", text: "\(MapTable.title)\n0 0\ninf inf 1\n", maker: ["--constant", "1"])

  /// The map of a film's own sound that does not follow the film's map. It starts at the first shown source instant.
  static func ownSpeed(of map: TimeMap, in part: PartPlan?) throws(FilmError) -> FilmMap? {
    guard let length = map.warpedLength, let start = map.instant(at: 0)?.source else { return nil }
    return try FilmMap("sound_map", playing: Self.cut([start..<start + length], to: part))
  }

  /// The map of music for a result of `length` seconds. Repeated music restarts where it first started.
  static func music(
    _ music: SoundWish.Music, _ film: FilmSurvey.Film, length: Double, in made: PartPlan?
  ) throws(FilmError) -> FilmMap {
    guard !film.tracks.sounds.isEmpty else { throw .usage("'\(music.file)' has no sound (--music)") }
    let part = film.span.length - music.start
    guard part > 0 else {
      let end = BriefNumber.print(film.span.length)
      throw .usage(
        "'\(music.file)' ends at \(end) s, so nothing is left of it", advice: "give --music-start an earlier time")
    }
    guard music.repeats, part < length else {
      return try FilmMap("music_map", playing: cut([music.start..<music.start + length], to: made))
    }
    let count = (length / part).rounded(.up)
    guard count <= mostRepeats else {
      throw .usage(
        "'\(music.file)' is too short to be repeated that often",
        advice: film.span.length * mostRepeats < length
          ? "leave --music-loop out" : "give --music-start an earlier time")
    }
    let starts = (0..<Int(count)).map { Double($0) * part }
    return try FilmMap(
      "music_map",
      playing: cut(
        starts.map { music.start..<music.start + min(part, length - $0) }.filter { !$0.isEmpty }, to: made))
  }

  /// What of the parts of a sound, which play one after the other, is heard in a part of the result.
  private static func cut(_ parts: [Range<Double>], to made: PartPlan?) -> [Range<Double>] {
    guard let made else { return parts }
    var played = 0.0
    return parts.compactMap { part in
      defer { played += part.upperBound - part.lowerBound }
      let from = max(part.lowerBound, part.lowerBound + made.start - played)
      let to = min(part.upperBound, part.lowerBound + made.end - played)
      return from < to ? from..<to : nil
    }
  }

  /// Each repeat is an option of warp-map in a printed pipeline, and Linux limits all arguments to 2 MiB.
  private static let mostRepeats = 20_000.0
}
