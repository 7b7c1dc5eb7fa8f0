import Warp

/// From answers about a file to what a plan has to know of it, or to the next question.
package enum FilmSurvey {
  package enum Step: Sendable {
    case question(Question)
    case film(Film)
  }

  package struct Film: Equatable, Sendable {
    package let probe: Probe
    package let tracks: TrackChoice
    package let span: ClipSpan
    /// The rate that keeps the look of the picture; nil without one.
    package let rate: FrameRate?
    package let encoding: Encoding?

    /// What a map has to know of the film.
    package var clip: Clip { Clip(duration: span.length, frameRate: rate) }
  }

  /// To be called again with each new answer, until it returns a film.
  package static func next(_ answers: Answers, for job: FilmJob) throws(FilmError) -> Step {
    let probe = answers.probe
    if let status = answers.statuses[Question.probe], status != 0 { throw unreadable(job) }
    guard !probe.streams.isEmpty || answers.statuses[Question.probe] != nil else { return .question(.probe(of: job)) }
    let encoding: Encoding? = if job.output == nil { nil } else { try Encoding(job) }
    let tracks = try TrackChoice(probe, job, encoding)
    guard let measure = tracks.measure else { throw unreadable(job) }
    let fields = job.deinterlacing == .field && tracks.picture?.picture?.isInterlaced == true
    let rate = tracks.picture?.picture.map(ClipRate.rate).map { fields ? $0.doubled : $0 }
    if let question = ClipSpan.question(answers, measure, of: job) { return .question(question) }
    if encoding?.isSoundOnly == false, let picture = tracks.picture, picture.picture?.isPQ == true,
      answers.statuses[Question.probe] != nil, answers.statuses[Question.light] == nil
    {
      return .question(.light(of: picture.index, in: job))
    }
    let span = try ClipSpan(answers, measure, rate: rate, of: job)
    return .film(Film(probe: probe, tracks: tracks, span: span, rate: rate, encoding: encoding))
  }

  private static func unreadable(_ job: FilmJob) -> FilmError {
    .input("'\(job.input)' is no film or sound that ffmpeg can read", advice: "see what ffprobe says of it")
  }
}
