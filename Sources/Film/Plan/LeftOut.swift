import Pixels

/// What is dropped.
extension FilmPlan {
  /// A line for each track that is dropped without a request, and for all other losses.
  var leftOut: [String] { lostLight + lostMarks + lostTracks + lostDispositions + lostChapters + lostPictures }

  private var lostLight: [String] {
    guard picture.copy == nil, let facts = film.picture?.picture, film.encoding?.loses(picture.light, of: facts) == true
    else {
      return []
    }
    return ["the HDR10 metadata of '\(job.input)' is dropped; to keep it, use --codec hevc with .mp4, .mov or .mkv"]
  }

  /// Metadata that neither ffmpeg's muxers nor raw frames keep.
  private var lostMarks: [String] {
    guard let picture = film.picture, film.encoding != nil else { return [] }
    let marks = [
      ("Spherical Mapping", "360-degree metadata"),
      ("Stereo 3D", "stereo 3D metadata"),
      ("DOVI configuration record", "Dolby Vision metadata"),
    ]
    // If both formats have a tag for it, it is kept.
    let isKept = { name in
      name == "Stereo 3D" && film.resultKind.isMatroska && film.kind.tags == .atFileWithStereo
    }
    let first = film.probe.firstFrame(of: picture)
    let ofFrames =
      job.picture.copies
      ? [] : (first.hasOwnLight ? ["HDR10+ metadata"] : []) + (first.hasCaptions ? ["closed captions"] : [])
    return (marks.filter { picture.sideData.contains($0.0) && !isKept($0.0) }.map(\.1) + ofFrames).map {
      "stream \(picture.index) (\(description(of: picture))) loses its \($0)"
    }
  }

  /// Lost dispositions of tracks in the result. For an audio-only result they are not reported, because only sound was
  /// requested.
  private var lostDispositions: [String] {
    guard let encoding = film.encoding, !encoding.isSoundOnly else { return [] }
    return wholeInputs.flatMap(\.streams).filter { [.picture, .sound, .subtitle].contains($0.kind) }.flatMap { stream in
      stream.dispositions.filter { encoding.kind.dispositions(of: stream.kind)?.contains($0) == false }.map {
        "stream \(stream.index) (\(description(of: stream))) loses its disposition '\($0)': "
          + "\(encoding.kind.name) cannot hold it"
      }
    }
  }

  private var lostChapters: [String] {
    let kind = film.resultKind
    guard kind.chapters == .nowhere, extras.filmTags.hasChapters else { return [] }
    let advice = kind.picture == nil ? "use .flac" : "use .mp4"
    return ["the chapters are dropped: \(kind.name) cannot hold chapters; \(advice)"]
  }

  /// Pictures of later chapters.
  private var lostPictures: [String] {
    (extras.covers + film.coverFiles.map(\.stream)).filter(\.picturesChapters).compactMap { stream in
      guard let count = stream.saidCount, count > 1 else { return nil }
      return "stream \(stream.index) (\(description(of: stream))) has \(count) pictures for chapters; "
        + "the first is kept as a cover"
    }
  }

  /// Dropped tracks. An audio-only result is expected to have only sound and covers.
  private var lostTracks: [String] {
    guard let encoding = film.encoding else { return [] }
    let taken = Set((wholeInputs.flatMap(\.streams) + film.coverFiles.map(\.stream)).map(\.index))
    let isWanted = { (stream: ProbedStream) in !encoding.isSoundOnly || stream.kind == .cover }
    let kind = encoding.kind
    let hasAlpha =
      picture.copy == nil && film.picture?.picture.map { CarriedPixels.hasAlpha($0.pixelFormat) } ?? false
    let advice = job.encoding.codec != nil && kind.pictureWithAlpha != nil ? "leave --codec out" : "use .webm or .mov"
    let alpha = hasAlpha && encoding.losesAlpha ? ["transparency is dropped; to keep it, \(advice)"] : []
    let isTimed =
      film.probe.container.tags.contains(where: \.isTimecode) && !film.probe.streams.contains { $0.kind == .other }
    let timecode = isTimed && self.timecode == nil ? ["the timecode is dropped: \(timecodeLoss)"] : []
    return alpha + timecode + lostTags(kind)
      + film.probe.streams.filter { isWanted($0) && !taken.contains($0.index) }.compactMap { stream in
        reason(stream, encoding).map { "stream \(stream.index) (\(description(of: stream))) is dropped: \($0)" }
      }
  }

  private var timecodeLoss: String {
    film.resultKind.isQuickTime
      ? "there are no timecodes at the frame rate of the result" : "warp-film writes timecodes only to mov and mp4"
  }

  private func lostTags(_ kind: FileKind) -> [String] {
    let names = extras.lostTags.map { "'\($0)'" }
    guard let last = names.last else { return [] }
    if names.count == 1 { return ["the tag \(last) is dropped: with a cover picture, \(kind.name) cannot hold it"] }
    let all = names.joined(separator: ", ")
    return ["\(names.count) tags are dropped, since \(kind.name) cannot hold them with a cover picture: \(all)"]
  }

  private func description(of stream: ProbedStream) -> String {
    [stream.codecName, stream.language].compactMap(\.self).joined(separator: ", ")
  }

  /// The reason why a track is not in the result; nil if the user asked for it.
  private func reason(_ stream: ProbedStream, _ encoding: Encoding) -> String? {
    let name = encoding.kind.name
    switch stream.kind {
    case .picture where film.tracks.empty.contains(stream): return "it has no packets"
    case .picture: return "warp-film keeps one video track"
    case .sound where encoding.kind.image != nil: return nil
    case .sound where stream.isUnheard: return "it has no packets at the start of the file"
    case .sound: return job.sound.tracks == .all ? "ffmpeg cannot decode it" : nil
    case .subtitle where !job.keepsSubtitles: return nil
    case .subtitle where film.joint != nil: return "its timestamps restart in the middle"
    case .subtitle where subtitles.tracks.contains(stream): return "\(name) cannot hold text subtitles"
    case .subtitle: return "warp-film retimes only text subtitles"
    case .cover where !stream.hasSize: return "it is not a picture"
    case .cover where encoding.kind.extras.contains(.coverAsAttachment):
      return CoverFile.isKnown(stream.codec)
        ? "it is larger than \(CoverFile.mostBytes >> 20) MiB, or ffmpeg cannot read it"
        : "players know no cover in its format (\(stream.codec))"
    case .cover: return "ffmpeg cannot write cover pictures to \(name)"
    case .attachment where !stream.hasMediaType: return "its kind of file is unknown"
    case .attachment: return "\(name) cannot hold attachments; use .mkv"
    // mp4 and mov keep chapters in their own track, which ffprobe cannot identify.
    case .other where stream.isTimecode: return timecode == nil ? timecodeLoss : nil
    case .other where stream.codec == "bin_data" && !film.probe.chapters.isEmpty: return nil
    case .other: return "warp-film does not retime data"
    }
  }
}
