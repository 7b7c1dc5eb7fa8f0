import Warp

/// What is looked for in a film before there is a map: silences and standing pictures.
struct FilmSearch {
  private let tracks: TrackChoice
  private let job: FilmJob
  private let joint: Joint?
  private let kind: ContainerKind
  private let span: ClipSpan
  /// When the last frame is shown, in source time; nil without a picture.
  private let lastFrame: Double?

  init(_ tracks: TrackChoice, _ times: TrackTimes, _ span: ClipSpan, of job: FilmJob) {
    self.tracks = tracks
    self.job = job
    self.span = span
    kind = times.kind
    joint = times.joint
    lastFrame = times.lastFrame(of: span)
  }

  static let silences = "silences"
  static let stills = "stills"
  static let speech = "speech"
  static let motion = "motion"
  static let alignment = "alignment"

  /// What is found, in source time. What has begun and not ended lasts to the end of the clip.
  func parts(asking oracle: any Oracle) throws -> [FoundPart] {
    var parts: [FoundPart] = []
    if let silence = job.search.silence {
      let length = DecimalText.print(silence.length, decimals: 6)
      let detector = "silencedetect=n=\(silence.level):d=\(length),a\(Self.printer)"
      let told = try ask(oracle, Self.silences, "sound", of: tracks.searched, knowing: Detections()) { stream in
        commands(stream, hearing: detector)
      }
      parts += found(told.all, .silence, from: 0)
    }
    if job.search.findsStills {
      parts += stills(
        try ask(oracle, Self.stills, "picture", of: tracks.picture, knowing: Detections()) { stream in
          let detector = "freezedetect,\(Self.printer)"
          return [.init(ClipSound.decoding + ["-copyts"] + file(stream) + ["-vf", detector] + nowhere)]
        }.all)
    }
    return parts
  }

  /// How fast each part of the sound can be played, in source time.
  func speech(asking oracle: any Oracle) throws -> SpeechPaces {
    guard job.search.measuresSpeech else { return SpeechPaces() }
    return try ask(oracle, Self.speech, "sound", of: tracks.searched, knowing: MeasuredPaces()) { stream in
      guard let facts = stream.sound else { return [] }
      let meter =
        [job.tools.audio, "--measure", "speech", "--format", "f32le"]
        + ["--rate", "\(facts.rate)", "--channels", "\(facts.channels)"]
      return soundCommands(stream) + [.init(meter)]
    }.paces
  }

  /// How much the picture has changed up to each frame, in source time.
  func motion(asking oracle: any Oracle) throws -> [EvenCurve.Point] {
    guard job.search.measuresMotion else { return [] }
    let points = try ask(oracle, Self.motion, "picture", of: tracks.picture, knowing: MeasuredMotion()) { stream in
      let detector = "scdet,\(Self.printer)"
      return [.init(ClipSound.decoding + ["-copyts"] + file(stream) + ["-vf", detector] + nowhere)]
    }.points
    return points.map { EvenCurve.Point(source: $0.source - span.start - span.delay, total: $0.total) }
  }

  /// The map onto the clock of another recording, as the sounds of both show; nil if that was not asked for.
  func alignment(asking oracle: any Oracle) throws -> TimeMap? {
    guard let reference = job.search.reference else { return nil }
    guard let stream = tracks.searched, let facts = stream.sound else {
      throw FilmError.usage("the result has no sound from '\(job.input)' to compare with '\(reference)'")
    }
    try checkSound(of: reference, asking: oracle)
    let words =
      ["sh", "-c", Self.aligning, "sh", FilmJob.path(reference), job.tools.audio, "\(facts.rate)", "\(facts.channels)"]
    let commands = soundCommands(stream) + [.init(words)]
    let reply = try oracle.ask(Questions(job: job).found(Self.alignment, by: commands, joint, knowing: PrintedTable()))
    var bytes = reply.value.bytes[...]
    guard reply.status == 0 || reply.status == 4 else {
      throw FilmError.input("the sounds of '\(job.input)' and '\(reference)' cannot be compared")
    }
    guard !bytes.isEmpty else {
      throw FilmError.input(
        "the sounds of '\(job.input)' and '\(reference)' have nothing in common, or repeat and fit at several places",
        advice: "give two recordings of the same scene, of looped music its beginning or its end")
    }
    return try TableReader.map(named: "--align") { buffer in
      let part = bytes.prefix(buffer.count)
      buffer.replaceSubrange(..<part.count, with: part)
      bytes = bytes.dropFirst(part.count)
      return part.count
    }
  }

  /// A reference without sound would be one that has nothing in common.
  private func checkSound(of reference: String, asking oracle: any Oracle) throws {
    var other = FilmJob(input: reference, output: nil)
    (other.tools, other.kinds) = (job.tools, job.kinds)
    let probe = try oracle.ask(Questions(job: other).probe)
    guard probe.status == 0 else {
      throw FilmError.input(
        "ffmpeg cannot read '\(reference)' (--align)", advice: "to see why, run ffprobe on the file")
    }
    guard probe.value.streams.contains(where: { $0.sound != nil }) else {
      throw FilmError.usage("'\(reference)' has no sound (--align)")
    }
  }

  /// Compares the sound on standard input with that of a file, which comes by a second pipe.
  private static let aligning = """
    exec 3<&0
    ffmpeg -nostdin -v error -i "$1" -map 0:a:0 -af aresample=async=1:first_pts=0 -f wav - 3<&- |
    "$2" --align /dev/fd/4 --format f32le --rate "$3" --channels "$4" 4<&0 <&3 3<&- 2>/dev/null
    """

  /// - Parameters:
  ///   - track: what kind of track is looked through, for messages.
  ///   - stream: nil where none of them is kept.
  private func ask<Value: Answer>(
    _ oracle: any Oracle, _ name: String, _ track: String, of stream: ProbedStream?, knowing start: Value,
    by commands: (ProbedStream) -> [[Stage.Word]]
  ) throws -> Value {
    guard let stream else {
      throw FilmError.usage("the result has no \(track) from '\(job.input)' in which to find \(name)")
    }
    let reply = try oracle.ask(Questions(job: job).found(name, by: commands(stream), joint, knowing: start))
    guard reply.status == 0 else {
      throw FilmError.input(
        "ffmpeg cannot decode the \(track) of '\(job.input)'", advice: "to see why, play the file with ffplay")
    }
    return reply.value
  }

  /// What looks for silences in the sound of the result, so that what is filled in counts: the times it tells are source times.
  private func commands(_ stream: ProbedStream, hearing detector: String) -> [[Stage.Word]] {
    guard let facts = stream.sound else { return [] }
    let samples = ClipSound(stream: stream, facts: facts, span: span, kind: kind).samples
    return soundCommands(stream) + [.init(ClipSound.decoding + samples + ["-af", detector] + nowhere)]
  }

  /// The commands that print the sound along all of the clip.
  private func soundCommands(_ stream: ProbedStream) -> [[Stage.Word]] {
    guard let facts = stream.sound else { return [] }
    return ClipSound(stream: stream, facts: facts, span: span, kind: kind)
      .commands(job.tools, span.isStampless ? [] : ["-copyts"], file(stream))
  }

  /// The words that open the film, or what stands for it where its times start again, and take a track.
  private func file(_ stream: ProbedStream) -> [String] {
    (joint == nil ? ["-i", FilmJob.path(job.input)] : ["-f", "nut", "-i", "-"])
      + ["-map", "0:\(joint?.position(of: stream) ?? stream.index)"]
  }

  /// Of several commands the last shows how far it has come.
  private var nowhere: [String] { [job.search.showsProgress ? "-stats" : "-nostats", "-f", "null", "-"] }

  /// Prints what a detector has written beside a frame, each line at once.
  private static let printer = "metadata=mode=print:file=-:direct=1"

  /// The standing pictures. They are told on the file's own clock, and frames whose packets have no stamps come out of the
  /// decoder with later ones, by `delay`.
  private func stills(_ told: [Detection]) -> [FoundPart] {
    let found = found(told, .freeze, from: span.start + span.delay)
    guard span.held > 0, let lastFrame, span.length - lastFrame >= Self.leastStill else {
      return found
    }
    // The last frame stands for long after it has been decoded; what has stood before it goes on.
    let before = found.last.flatMap { $0.end > lastFrame - Self.grace ? $0 : nil }
    let held = FoundPart(kind: .freeze, start: before?.start ?? lastFrame, end: span.length)
    return found.dropLast(before == nil ? 0 : 1) + [held]
  }

  /// What stands for so many seconds is still: freezedetect's own default.
  private static let leastStill = 2.0
  /// ffmpeg tells times in six digits.
  private static let grace = 0.01

  /// - Parameter origin: where source time 0 is on the clock of what has been told.
  private func found(_ detections: [Detection], _ kind: Detection.Kind, from origin: Double) -> [FoundPart] {
    var parts: [FoundPart] = []
    var start: Double?
    func add(_ kind: Detection.Kind, until end: Double) {
      if let begin = start, begin < end { parts.append(FoundPart(kind: kind, start: max(0, begin), end: end)) }
      start = nil
    }
    for detection in detections {
      let instant = detection.instant - origin
      if detection.isEnd { add(detection.kind, until: min(instant, span.length)) } else { start = instant }
    }
    add(kind, until: span.length)
    return parts
  }
}
