import Pixels
import Warp

/// What is good to know of the film that comes out, a line each.
extension FilmPlan {
  package var notes: [String] {
    // Of several pieces the first tells what there is to tell.
    if case .piece(let piece) = job.part, piece.number > 1 { return [] }
    if job.part == .join { return [] }
    return idleNotes + sourceNotes + pictureNotes + soundNotes + leftOut + pieceNotes
  }

  /// How many frames of the result repeat the one before because the map is slow, and what helps. Nil if they are few.
  package var repeats: String? {
    guard !job.copies, !job.mixesFrames, let outputRate, let rate = film.rate, let facts = picture?.picture,
      !ClipRate.isUneven(facts), let length = map.map.warpedLength, job.part != .join
    else { return nil }
    if case .piece(let piece) = job.part, piece.number > 1 { return nil }
    let share = ResultRate.repeatedShare(of: map.map, at: outputRate, showing: rate)
    guard share > ResultRate.mostRepeated else { return nil }
    let count = length * outputRate.value
    return "about \(Int((share * count).rounded())) of \(Int(count.rounded())) frames repeat the one before; "
      + "--mix motion makes frames in between, --vfr writes each frame once"
  }

  /// Options of which nothing comes, since there is nothing that they are about.
  private var idleNotes: [String] {
    let idle =
      (picture == nil ? job.pictureWishes.map { ($0, "picture") } : [])
      + (film.tracks.sounds.isEmpty ? job.soundWishes.map { ($0, "sound") } : [])
    return idle.map { option, subject in "\(option) has no effect: there is no \(subject)" } + idleTracks
  }

  /// Of several sound tracks that are wished for, a file for sound alone has the first.
  private var idleTracks: [String] {
    guard case .numbers(let numbers) = job.sounds else { return [] }
    let result = job.output.map { "'\($0)'" } ?? "a preview"
    return numbers.dropFirst(film.tracks.sounds.count).map {
      "left out: sound track \($0) (--audio): \(result) has one"
    }
  }

  private var pieceNotes: [String] {
    guard case .piece = job.part else { return [] }
    let filters = film.encoding?.filtersPicture == true
    return (film.truncation.map { [$0.text(naming: job.input)] } ?? [])
      + (filters
        ? ["filters begin anew in each piece: what they remember of earlier frames, or count, is not that of one run"]
        : [])
  }

  private var sourceNotes: [String] {
    var notes: [String] = []
    if film.joint != nil {
      notes.append(
        "the times in '\(job.input)' start again in the middle; they are made to go on, as ffmpeg plays them")
    }
    if film.soundBefore > ClipSpan.tolerance, map.map.sourceRange.start == 0 {
      let early = BriefNumber.print(film.soundBefore)
      notes.append("the first \(early) s of sound in '\(job.input)' come before its first frame and are left out")
    }
    if film.span.held > 0 {
      let (shown, heard) = (film.span.length - film.span.held, film.span.length)
      notes.append(
        "'\(job.input)' has \(BriefNumber.print(shown)) s of picture and \(BriefNumber.print(heard)) s of sound; "
          + "the last frame stands to the end")
    }
    if let rate = film.rate, film.span.length * rate.value < 1.5, map.map.warpedLength ?? 1 < 1 {
      notes.append("'\(job.input)' has one frame; --freeze 0=5s shows it for 5 s")
    }
    if film.fields != nil, !job.copies, picture != nil, job.deinterlacing == .none {
      notes.append(
        "'\(job.input)' is interlaced; its frames are retimed as they are, unless --deinterlace makes new ones")
    }
    return notes
  }

  private var pictureNotes: [String] {
    job.copies ? copyNotes : rateNote + (film.encoding?.pictureNotes(picture?.picture) ?? [])
  }

  private var rateNote: [String] {
    guard let facts = picture?.picture else { return [] }
    if case .variable(let wish) = job.rate, wish != .standard, held(wish) != wish {
      return ["'\(job.output ?? "")' holds times to \(held(wish)) s; .mp4 and .mov hold finer ones"]
    }
    if case .fixed = job.rate, case .variable = showing {
      return ["'\(job.input)' is uneven; its frames keep times of their own; --fps gives them a rate"]
    }
    guard case .fixed(nil) = job.rate, let outputRate else { return [] }
    if ClipRate.isUneven(facts) {
      return ["'\(job.input)' is uneven; it becomes \(outputRate) frames a second; --fps gives another rate"]
    }
    // Slower, there is room for them.
    if facts.excess > 0, outputRate == film.rate, showsAll, (1..<2).contains(map.map.scaleRange?.lowerBound ?? 1) {
      let frames = facts.excess == 1 ? "one frame" : "\(facts.excess) frames"
      return ["'\(job.input)' has \(frames) more than \(outputRate) frames a second show; --vfr keeps them"]
    }
    guard usualRate?.isReduced == true, let rate = film.rate else { return [] }
    return [
      "the result has \(BriefNumber.print(outputRate.value)) frames a second, not "
        + "\(BriefNumber.print(rate.value)) as '\(job.input)': enough for its slow parts; --fps sets another rate"
    ]
  }

  private var showsAll: Bool {
    let (start, end) = map.map.sourceRange
    return start == 0 && end ?? .infinity > film.span.length - ClipSpan.tolerance
  }

  /// Each change once, however many tracks it happens to.
  private var soundNotes: [String] {
    let changes = film.tracks.sounds.compactMap(\.sound).flatMap { film.encoding?.changes(of: $0) ?? [] }
    let once = changes.enumerated().filter { !changes[..<$0.offset].contains($0.element) }.map(\.element)
    return once + chirpNotes
  }

  /// Sound of silences may be as fast as it likes.
  private var chirpNotes: [String] {
    let findsSilencesAlone = job.search.silence != nil && !job.search.findsStills
    guard !film.tracks.sounds.isEmpty, !job.keepsPitch, !findsSilencesAlone, let scales = map.map.scaleRange,
      1 / scales.lowerBound > Self.fastestClearSpeed + 1e-9
    else { return [] }
    return [
      "faster than \(NumberSyntax.print(Self.fastestClearSpeed))x the sound is a chirp; "
        + "--no-audio leaves it out, --pitch keep keeps its pitch"
    ]
  }

  private static let fastestClearSpeed = 4.0

  /// What is said at the end of a film that was cut off, once the result is there; nil where nothing is missing.
  package var ending: String? {
    // A piece is as it should be; that the film was cut off is said once it is joined.
    if case .piece = job.part { return nil }
    return film.truncation.map { $0.text(naming: job.input) + (job.output.map { "; '\($0)' is made of those" } ?? "") }
  }
}
