import Warp

/// What is looked for in a film before there is a map: silences and standing pictures.
struct FilmSearch {
  private let answers: Answers
  private let tracks: TrackChoice
  private let job: FilmJob
  private let joint: Joint?

  init(_ answers: Answers, _ tracks: TrackChoice, _ joint: Joint?, of job: FilmJob) {
    self.answers = answers
    self.tracks = tracks
    self.joint = joint
    self.job = job
  }

  /// The next question, or nil once all is found.
  func question() throws(FilmError) -> Question? {
    if let silence = job.search.silence {
      let detector =
        "silencedetect=n=\(silence.level):d=\(DecimalText.print(silence.length, decimals: 6)),a\(Self.printer)"
      let question = try question(Question.silences, "sound", of: tracks.sounds.first, by: ["-af", detector])
      if let question { return question }
    }
    guard job.search.findsStills else { return nil }
    return try question(Question.stills, "picture", of: tracks.picture, by: ["-vf", "freezedetect,\(Self.printer)"])
  }

  /// - Parameters:
  ///   - track: what kind of track is looked through, for messages.
  ///   - stream: nil where none of them is kept.
  private func question(
    _ name: String, _ track: String, of stream: ProbedStream?, by filter: [String]
  ) throws(FilmError) -> Question? {
    guard let stream else {
      throw .usage("'\(job.input)' has no \(track) that is kept, in which to find \(name)")
    }
    guard let status = answers.statuses[name] else {
      return .found(name, in: stream, by: filter, joint, of: job)
    }
    if status != 0 {
      throw .input("the \(track) of '\(job.input)' cannot be decoded", advice: "see what ffmpeg says of it")
    }
    return nil
  }

  /// Prints what a detector has written beside a frame, each line at once.
  private static let printer = "metadata=mode=print:file=-:direct=1"

  /// What has been found, in source time. What has begun and not ended lasts to the end of the clip.
  func parts(of span: ClipSpan) -> [FoundPart] {
    [Question.silences, Question.stills].flatMap { question in
      var parts: [FoundPart] = []
      var start: Double?
      func add(_ kind: Detection.Kind, until end: Double) {
        if let begin = start, begin < end { parts.append(FoundPart(kind: kind, start: max(0, begin), end: end)) }
        start = nil
      }
      for detection in answers.detections(by: question) {
        // Frames whose packets have no stamps come out of the decoder with later ones, by `delay`; sound does not.
        let instant = detection.instant - span.start - (question == Question.stills ? span.delay : 0)
        if detection.isEnd { add(detection.kind, until: min(instant, span.length)) } else { start = instant }
      }
      add(question == Question.silences ? .silence : .freeze, until: span.length)
      return parts
    }
  }
}
