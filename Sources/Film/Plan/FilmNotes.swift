import Values
import Warp

/// Notes about the result for the user, one line each.
extension FilmPlan {
  package var notes: [String] {
    guard job.mode.printsNotes else { return [] }
    return idleNotes + sourceNotes + pictureNotes + soundNotes + leftOut + pieceNotes
  }

  /// A note about frames that repeat the previous frame because the map is slow. Nil if there are few.
  package var repeats: String? {
    guard job.mode.printsNotes, picture.copy == nil, !job.picture.mixesFrames, let outputRate = picture.timing.rate,
      let rate = film.rate, let facts = film.picture?.picture,
      !ClipRate.isUneven(facts), let length = map.map.warpedLength
    else { return nil }
    let share = ResultRate.repeatedShare(of: map.map, at: outputRate, showing: rate)
    guard share > ResultRate.mostRepeated else { return nil }
    let count = length * outputRate.value
    return "about \(Int((share * count).rounded())) of \(Int(count.rounded())) frames repeat the frame before; "
      + "to interpolate frames, add --mix motion; to write each frame once, add --vfr"
  }

  /// Options that have no effect because the result lacks the track they apply to.
  private var idleNotes: [String] {
    func notes(_ options: [String], _ lack: String) -> [String] {
      options.map { "\($0) has no effect: the result has no \(lack)" }
    }
    var all = film.picture == nil ? notes(job.picture.typed, "picture") : []
    if sound.tracks.isEmpty {
      all += notes(job.sound.typedForAny, "sound")
    } else if film.tracks.sounds.isEmpty {
      all += notes(job.sound.typed, "sound of '\(job.input)'")
    }
    if job.crossfade > 0, map.map.cutCount == 0 { all.append("--crossfade has no effect: the map has no cut") }
    return all + idleTracks
  }

  /// Notes about requested sound tracks that a format with a single track cannot hold.
  private var idleTracks: [String] {
    guard case .numbers(let numbers) = job.sound.tracks, film.resultKind.image == nil else { return [] }
    let result = job.output.map { "'\($0)'" } ?? "a preview"
    return numbers.dropFirst(film.tracks.sounds.count).map {
      "sound track \($0) (--audio) is dropped: \(result) has only one"
    }
  }

  private var pieceNotes: [String] {
    guard job.mode.piece != nil else { return [] }
    let filters = film.encoding?.filtersPicture == true
    return (film.truncation.map { [$0.text(naming: job.input)] } ?? [])
      + (filters
        ? ["filters of --encode start anew in each piece; those that use earlier frames may give another picture"]
        : [])
  }

  private var sourceNotes: [String] {
    var notes: [String] = []
    if film.joint != nil {
      notes.append(
        "the timestamps of '\(job.input)' restart in the middle; the result joins the parts, as ffmpeg does")
    }
    if film.soundBefore > ClipSpan.tolerance, map.map.sourceRange.start == 0 {
      let early = BriefNumber.print(film.soundBefore)
      notes.append("'\(job.input)' has \(early) s of sound before its first frame; this sound is dropped")
    }
    if film.span.held > 0 {
      let (shown, heard) = (film.span.length - film.span.held, film.span.length)
      notes.append(
        "'\(job.input)' has \(BriefNumber.print(shown)) s of picture and \(BriefNumber.print(heard)) s of sound; "
          + "the last frame stays until the sound ends")
    }
    if film.hasOneFrame, map.map.warpedLength ?? 1 < 1 {
      notes.append("'\(job.input)' has only one frame; to show the frame for 5 s, add --freeze 0=5s")
    }
    return notes + interlacedNote + [timecode?.note(naming: job.input)].compactMap(\.self)
  }

  private var interlacedNote: [String] {
    guard let fields = picture.keptFields, picture.copy == nil, let facts = picture.encoded else { return [] }
    let isMarked = film.encoding?.marksFields(fields, of: facts) ?? true
    return [
      isMarked
        ? "'\(job.input)' is interlaced; warp-film does not deinterlace it unless you add --deinterlace frame"
        : "'\(job.input)' is interlaced, and the result will not say so; add --deinterlace frame, or use --codec h264"
    ]
  }

  private var pictureNotes: [String] {
    if let copy = picture.copy { return copy.notes(naming: job.input) }
    return rateNote + (film.encoding?.pictureNotes(picture.encoded) ?? []) + betweenNote
  }

  private var rateNote: [String] {
    guard let facts = film.picture?.picture else { return [] }
    let (kind, timing) = (film.resultKind, picture.timing)
    if case .variable(let wish) = job.picture.rate, wish != .standard, kind.held(wish) != wish {
      return ["'\(job.output ?? "")' rounds timestamps to \(kind.held(wish)) s; for exact ones, use \(FileKind.finer)"]
    }
    if case .fixed = job.picture.rate, case .variable = timing.showing {
      return ["'\(job.input)' has a variable frame rate, and the result keeps it; for a constant rate, add --fps"]
    }
    if kind.image != nil { return imageNote }
    guard case .fixed(nil) = job.picture.rate, let outputRate = timing.rate else { return [] }
    if ClipRate.isUneven(facts) {
      return [
        "'\(job.input)' has a variable frame rate; the result has a constant \(Self.text(outputRate)); "
          + "to choose, add --fps"
      ]
    }
    // At half speed or slower, all frames fit.
    if facts.excess > 0, outputRate == film.rate, showsAll, (1..<2).contains(map.map.scaleRange?.lowerBound ?? 1) {
      let frames = facts.excess == 1 ? "one more frame" : "\(facts.excess) more frames"
      return ["'\(job.input)' has \(frames) than \(Self.text(outputRate)) can show; to keep all frames, add --vfr"]
    }
    guard timing.usual?.isReduced == true, let rate = film.rate else { return [] }
    return [
      "the result has \(Self.text(outputRate)), not the \(Self.text(rate)) of '\(job.input)': "
        + "its slowed parts need no more; to choose, add --fps"
    ]
  }

  /// A note about the lower frame rate and width of an animated image, unless the user requested them.
  private var imageNote: [String] {
    var (facts, options): ([String], [String]) = ([], [])
    if case .fixed(nil) = job.picture.rate, let outputRate = picture.timing.rate, outputRate != picture.timing.filmRate
    {
      facts.append("has \(Self.text(outputRate))")
      options.append("--fps")
    }
    if job.picture.width == nil, let scaling = picture.scaling {
      facts.append("is \(scaling.width) pixels wide")
      options.append("--width")
    }
    let them = options.count == 1 ? "it" : "them"
    return facts.isEmpty
      ? []
      : ["the result \(facts.joined(separator: " and ")); to change \(them), add \(options.joined(separator: " or "))"]
  }

  /// Prints `29.97 fps`.
  private static func text(_ rate: FrameRate) -> String { "\(BriefNumber.print(rate.value)) fps" }

  private var showsAll: Bool {
    let (start, end) = map.map.sourceRange
    return start == 0 && end ?? .infinity > film.span.length - ClipSpan.tolerance
  }

  /// Reports each change once, even if it happens to several tracks.
  private var soundNotes: [String] {
    let changes = sound.tracks.map(\.facts).flatMap { film.encoding?.changes(of: $0) ?? [] }
    let once = changes.enumerated().filter { !changes[..<$0.offset].contains($0.element) }.map(\.element)
    return once + formatNote + speechNotes + chirpNotes + ownSpeedNotes + musicNotes
  }

  /// A note if ffmpeg chooses codecs and quality, because warp-film does not know the format.
  private var formatNote: [String] {
    guard let encoding = film.encoding, encoding.kind.isNamedByWords else { return [] }
    let lacks =
      (film.picture != nil && !encoding.choosesPictureCodec ? ["-c:v"] : [])
      + (!sound.tracks.isEmpty && !encoding.names(.soundCodec) ? ["-c:a"] : [])
    guard !lacks.isEmpty else { return [] }
    let options = lacks.joined(separator: " and ")
    return ["ffmpeg chooses codec and quality for this format; to choose them, add \(options) to --encode"]
  }

  /// A note if frames are to be mixed, and no output frame lies between two source frames.
  private var betweenNote: [String] {
    guard [.blend, .motion].contains(job.picture.choice), let rate = picture.timing.rate,
      let frames = film.shownFrames(job.picture), var shown = try? ShownFrames(map.map, frames, rate: rate)
    else { return [] }
    var output = 0
    while let picture = shown.picture(of: output) {
      guard case .frame = picture else { return [] }
      output += 1
    }
    guard let scales = map.map.scaleRange, scales.lowerBound == scales.upperBound else {
      return ["no frame of the result lies between two frames of '\(job.input)', so --mix has no effect"]
    }
    let speed = 1 / scales.lowerBound
    let advice = speed > 1 ? "; for motion blur, write --shutter 360 instead" : ""
    return ["nothing lies between the frames at \(BriefNumber.print(speed))x, so --mix has no effect\(advice)"]
  }

  private var speechNotes: [String] {
    guard job.finders.contains(.speech), !film.tracks.sounds.isEmpty, !job.sound.keepsOwnSpeed else { return [] }
    guard let scales = map.map.scaleRange else { return [] }
    let (slowest, fastest) = (BriefNumber.print(1 / scales.upperBound), BriefNumber.print(1 / scales.lowerBound))
    guard slowest == fastest else {
      return ["the sound plays between \(slowest)x and \(fastest)x and keeps its pitch (--speech)"]
    }
    let finding = scales.upperBound < 1 ? "; no speech was found in it" : ""
    return ["the sound plays at \(slowest)x throughout and keeps its pitch\(finding) (--speech)"]
  }

  private var ownSpeedNotes: [String] {
    guard job.sound.keepsOwnSpeed, !film.tracks.sounds.isEmpty else { return [] }
    let idle = job.sound.typed.filter { ["--pitch", "--kernel"].contains($0) }
    let notes = idle.map { "\($0) has no effect with --sound original" }
    guard map.map.stretches.first?.direction == .backward else { return notes }
    let start = BriefNumber.print(map.map.instant(at: 0)?.source ?? 0)
    return notes + ["the map begins backward at \(start) s; with --sound original, the sound plays forward from there"]
  }

  private var musicNotes: [String] {
    guard let music = sound.music, !music.wish.repeats, let length = map.map.warpedLength else { return [] }
    let wish = music.wish
    let heard = music.source.film.span.length - wish.start
    guard heard < length - ClipSpan.tolerance else { return [] }
    return [
      "'\(wish.file)' ends after \(BriefNumber.print(heard)) s, and the result lasts \(BriefNumber.print(length)) s; "
        + "to repeat the music, add --music-loop"
    ]
  }

  /// A warning about unintelligible sound. Silences and pauses may play at any speed.
  private var chirpNotes: [String] {
    let findsNoSpeechAlone = !job.finders.isEmpty && job.finders.allSatisfy(\.findsNoSpeech)
    guard !film.tracks.sounds.isEmpty, !job.sound.keepsPitch, !job.sound.keepsOwnSpeed, sound.music == nil,
      !findsNoSpeechAlone,
      let scales = map.map.scaleRange,
      1 / scales.lowerBound > 1.02 * Self.fastestClearSpeed
    else { return [] }
    return [
      "sound above \(NumberSyntax.print(Self.fastestClearSpeed))x is too high to understand; "
        + "to keep the pitch, add --pitch keep; to drop the sound, add --no-audio"
    ]
  }

  /// Settling may change a speed that was typed by 2 %.
  private static let fastestClearSpeed = 4.0

  /// The message at the end about a truncated film; nil if it is complete.
  package var ending: String? {
    // The message is printed when the pieces are joined.
    if job.mode.piece != nil { return nil }
    return film.truncation.map { $0.text(naming: job.input) + (job.output.map { "; '\($0)' ends there too" } ?? "") }
  }
}
