import Values
import Warp

/// What the result holds besides its tracks: tags and chapters, which follow the map, and what is copied from the film
/// unchanged, such as cover pictures and fonts.
struct ExtrasPlan: Sendable {
  let film: FilmSurvey.Film
  let map: FilmMap

  private var kind: FileKind { film.resultKind }

  var inputs: [EncoderInput] { [tagsInput, copiedInput].compactMap(\.self) }

  /// Title, other tags and chapters.
  private var tagsInput: EncoderInput? {
    let tags = filmTags
    guard film.encoding != nil, tags.hasTags || tags.hasChapters else { return nil }
    let document = Document(name: "tags", text: tags.text, maker: nil)
    return EncoderInput(phrase: ["-f", "ffmetadata", "-i", .feed(.document(document))], outputOptions: tagOptions) {
      (tags.hasTags ? ["-map_metadata", "\($0)"] : []) + (tags.hasChapters ? ["-map_chapters", "\($0)"] : [])
    }
  }

  /// Without own tags or chapters, the result must not get those of the encoder's inputs.
  var tagWords: [String] {
    let tags = filmTags
    return (tags.hasTags ? [] : ["-map_metadata:g", "-1"]) + (tags.hasChapters ? [] : ["-map_chapters", "-1"])
  }

  /// Cover pictures and fonts, which the encoder reads from the film itself.
  private var copiedInput: EncoderInput? {
    let extras = covers + attachments
    guard !extras.isEmpty else { return nil }
    return EncoderInput(
      phrase: .init(film.input.file.opening), of: extras, outputOptions: attachments.isEmpty ? [] : ["-c:t", "copy"]
    ) { number in extras.flatMap { ["-map", "\(number):\($0.index)"] } }
  }

  // MARK: Tags and chapters

  /// The tags and chapters, in the form that the format stores.
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
    return (own + ofSound).filter { !$0.name.isEmpty && !$0.isOfWriter && !$0.isTimecode && !$0.isOfPhoneSpeed }.map(
      \.withOneTime)
      + broadcast
  }

  /// The options that a format needs to hold the film's tags.
  var tagOptions: [String] {
    if !broadcast.isEmpty { return ["-write_bext", "1"] }
    return takesAnyTag && !strangeTags.isEmpty ? ["-movflags", "+use_metadata_tags"] : []
  }

  /// The names of tags that the result cannot hold.
  var lostTags: [String] { takesAnyTag ? [] : strangeTags }

  /// With `+use_metadata_tags`, ffmpeg writes no cover pictures.
  private var takesAnyTag: Bool { covers.isEmpty }

  /// Names of tags that the format does not define.
  private var strangeTags: [String] {
    guard let known = kind.tags else { return [] }
    return tags.map(\.name).filter { !known.contains($0.lowercased()) && !$0.lowercased().hasPrefix("location-") }
  }

  /// The tags of Broadcast Wave that ffmpeg reads and writes under different names. Empty if the film is not Broadcast
  /// Wave, or the result cannot be.
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

  // MARK: Covers and attachments

  /// Cover pictures, in formats for which ffmpeg can write them.
  var covers: [ProbedStream] {
    kind.extras.contains(.cover) ? film.probe.streams.filter { $0.kind == .cover && $0.hasSize } : []
  }

  /// Files inside the film, such as fonts.
  var attachments: [ProbedStream] {
    kind.extras.contains(.attachments) ? film.probe.streams.filter { $0.kind == .attachment && $0.hasMediaType } : []
  }

  /// These options follow the options for the picture's codec, which would apply to all pictures.
  var coverOptions: [String] {
    let first = film.picture == nil ? 0 : 1
    return covers.enumerated().flatMap { number, cover in
      let track = "v:\(first + number)"
      // ffmpeg prints the picture of the first chapter twice, with the same time. Formats keep the first packet.
      return ["-c:\(track)", "copy", "-disposition:\(track)", "attached_pic"]
        + (cover.picturesChapters ? ["-bsf:\(track)", "setts=ts=N"] : [])
    }
  }

  /// The arguments that attach covers to the result, after all other attachments.
  var attachedCovers: [Stage.Word] {
    film.coverFiles.enumerated().flatMap { position, cover in
      let name = "cover\(position == 0 ? "" : "\(position + 1)")"
      let file = SavedFile(name: name, bytes: cover.bytes, maker: cover.maker)
      return ["-attach", .feed(.saved(file))]
        + .init(cover.options(attachments.count + position, position: position))
    }
  }
}
