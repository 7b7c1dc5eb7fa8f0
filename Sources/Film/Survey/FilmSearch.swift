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
      guard let sound = tracks.sounds.first else {
        throw .usage(
          "'\(job.input)' has no sound that is kept, in which to find silences", advice: "leave --silence out")
      }
      let detector = "silencedetect=n=\(silence.level):d=\(NumberSyntax.print(silence.length)),a\(Self.printer)"
      guard let status = answers.statuses[Question.silences] else {
        return .found(Question.silences, in: sound, by: ["-af", detector], joint, of: job)
      }
      if status != 0 {
        throw .input("the sound of '\(job.input)' cannot be decoded", advice: "see what ffmpeg says of it")
      }
    }
    if job.search.findsStills {
      guard let picture = tracks.picture else {
        throw .usage("'\(job.input)' has no picture that is kept, which could stand still", advice: "leave --still out")
      }
      guard let status = answers.statuses[Question.stills] else {
        return .found(Question.stills, in: picture, by: ["-vf", "freezedetect,\(Self.printer)"], joint, of: job)
      }
      if status != 0 {
        throw .input("the picture of '\(job.input)' cannot be decoded", advice: "see what ffmpeg says of it")
      }
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
        let instant = detection.instant - span.start
        if detection.isEnd { add(detection.kind, until: min(instant, span.length)) } else { start = instant }
      }
      add(question == Question.silences ? .silence : .freeze, until: span.length)
      return parts
    }
  }
}
