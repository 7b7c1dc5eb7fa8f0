import Warp

/// From answers about a file to what a plan has to know of it, or to the next questions.
package enum FilmSurvey {
  package enum Step: Sendable {
    /// To be asked at the same time: commands that do not depend on one another. People wait for the first.
    case questions([Question])
    case film(Film)
  }

  package struct Film: Equatable, Sendable {
    package let probe: Probe
    package let tracks: TrackChoice
    package let span: ClipSpan
    /// How many seconds of sound there are before it.
    package let soundBefore: Double
    /// Not nil where the film's times have to be made to go on.
    package let joint: Joint?
    /// Not nil where the end of the file is missing.
    package let truncation: Truncation?
    /// By the index of the stream.
    package let grids: [Int: PacketGrid]
    /// In which order the fields of the picture are shown; nil where it has none.
    package let fields: FieldOrder?
    /// Whether some packets of the picture do not say when they are shown, and whether its first are not shown at all.
    package let lacksStamps: Bool
    package let startsHidden: Bool
    /// The rate that keeps the look of the picture; nil without one.
    package let rate: FrameRate?
    package let encoding: Encoding?
    /// When its frames are shown, in source time; empty where that is not needed.
    package let stamps: [Double]
    /// What was to be found in it.
    package let found: [FoundPart]

    /// Whether its frames have times of their own.
    package var isUneven: Bool { tracks.picture?.picture.map(ClipRate.isUneven) ?? false }

    /// What a map has to know of the film.
    package var clip: Clip { Clip(duration: span.length, frameRate: rate) }
  }

  /// To be called again with each new answer, until it returns a film.
  package static func next(_ answers: Answers, for job: FilmJob) throws(FilmError) -> Step {
    let probe = answers.probe
    if let status = answers.statuses[Question.probe], status != 0 { throw unreadable(job) }
    guard !probe.streams.isEmpty || answers.statuses[Question.probe] != nil else {
      let isFirst = answers.statuses.isEmpty
      let ofFile = isFirst ? .probeAndEnds(of: job) ?? .probe(of: job) : Question.probe(of: job)
      return .questions([ofFile] + (isFirst ? [Question.encoder(of: job)].compactMap(\.self) : []))
    }
    let encoding: Encoding? = if job.output == nil { nil } else { try Encoding(job, encoder: answers.encoder) }
    if answers.encoder == nil, let question = Question.encoder(of: job) {
      guard answers.statuses[question.name] != nil else { return .questions([question]) }
      throw .usage("ffmpeg has no encoder '\(job.codec ?? "")' (--codec)", advice: "see ffmpeg -encoders")
    }
    var tracks = try TrackChoice(probe, job, encoding)
    let isSoundOnly = encoding?.isSoundOnly == true
    guard let measure = isSoundOnly ? tracks.sounds.first : tracks.picture ?? tracks.sounds.first else {
      throw unreadable(job)
    }
    let times = TrackTimes(answers, tracks, of: job, measure: measure)
    if let question = times.startQuestion { return .questions([question]) }
    let mayAskForFrame = !isSoundOnly && answers.areOfQuestions && answers.statuses[Question.frame] == nil
    let unseen = mayAskForFrame ? tracks.picture : nil
    if let question = times.question {
      return .questions([question] + [unseen.flatMap(times.earlyFrameQuestion)].compactMap(\.self))
    }
    if let question = unseen.flatMap(times.frameQuestion) { return .questions([question]) }
    let facts = times.pictureFacts
    tracks.picture?.picture = facts
    let fields = facts.flatMap { $0.fields ?? ($0.mayHaveFields ? tracks.picture.map(probe.firstFrame)?.fields : nil) }
    let isDoubled = job.deinterlacing == .field && fields != nil
    let rate = facts.map(ClipRate.rate).map { isDoubled ? $0.doubled : $0 }
    let span = try times.clip(rate: rate, isSoundOnly: isSoundOnly)
    if let picture = tracks.picture, needsStamps(picture, job), answers.areOfQuestions, times.joint == nil,
      answers.statuses[Question.stamps] == nil
    {
      return .questions([.stamps(of: picture.index, in: job)])
    }
    let stamps = tracks.picture.map { picture in
      answers.stamps.map { ProbedStream.seconds($0, of: picture.timeBase) - span.start }.sorted()
    }
    let search = FilmSearch(answers, tracks, times, span, of: job)
    if let question = try search.question() { return .questions([question]) }
    return .film(
      Film(
        probe: probe, tracks: tracks, span: span, soundBefore: times.soundBefore(span), joint: times.joint,
        truncation: times.truncation, grids: times.grids,
        fields: fields, lacksStamps: times.lacksStamps, startsHidden: times.startsHidden, rate: rate,
        encoding: encoding, stamps: stamps ?? [], found: search.parts))
  }

  /// Whether the result is made in pieces, and its frames may have times of their own: then which pieces have how many of
  /// them follows from those of the film.
  private static func needsStamps(_ picture: ProbedStream, _ job: FilmJob) -> Bool {
    guard case .piece = job.part, let facts = picture.picture else { return false }
    switch job.rate {
    case .variable: return true
    case .fixed(let rate): return rate == nil && ClipRate.isUneven(facts)
    }
  }

  private static func unreadable(_ job: FilmJob) -> FilmError {
    .input("'\(job.input)' is no film or sound that ffmpeg can read", advice: "see what ffprobe says of it")
  }
}
