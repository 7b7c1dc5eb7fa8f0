import Found
import Values
import Warp

/// Searches a film before a map exists. A part without an end lasts to the end of the clip.
struct FilmSearch {
  private let tracks: TrackChoice
  private let input: FilmInput
  /// The presentation time of the last frame, in source time; nil without a picture.
  private let lastFrame: Double?
  private let job: FilmJob

  init(_ tracks: TrackChoice, _ input: FilmInput, lastFrame: Double?, of job: FilmJob) {
    (self.tracks, self.input, self.lastFrame, self.job) = (tracks, input, lastFrame, job)
  }

  private var span: ClipSpan { input.span }

  func evidence(asking oracle: any Oracle) throws -> Evidence {
    var evidence = Evidence()
    for finder in job.finders {
      switch finder {
      case .silences(let level, let length):
        evidence.parts += try silences(below: level, lasting: length, finder, asking: oracle)
      case .pauses(let length): evidence.parts += try pauses(lasting: length, finder, asking: oracle)
      case .stills: evidence.parts += try stills(finder, asking: oracle)
      case .speech: evidence.paces = try paces(finder, asking: oracle)
      case .motion: evidence.growth = try motion(finder, asking: oracle)
      case .ground: evidence.growth = try GroundSearch(input, of: job).points(of: tracks.ground, asking: oracle)
      case .alignment(let reference): evidence.alignment = try alignment(finder, to: reference, asking: oracle)
      }
    }
    return evidence
  }

  private func silences(
    below level: String, lasting length: Double, _ finder: Finder, asking oracle: any Oracle
  ) throws -> [FoundPart] {
    let detector = "silencedetect=n=\(level):d=\(DecimalText.print(length, decimals: 6)),a\(Self.printer)"
    let told = try askAll(oracle, finder, knowing: Detections()) { commands($0, hearing: detector) }
    return FoundPart.common(to: told.map { found($0.all, .silence, from: 0) }, lasting: length)
  }

  private func pauses(lasting length: Double, _ finder: Finder, asking oracle: any Oracle) throws -> [FoundPart] {
    let found = try askAll(oracle, finder, knowing: MeasuredPauses()) { measuring("voice", $0) }
      .map { $0.parts(lasting: length, until: span.length) }
    return FoundPart.common(to: found, lasting: length)
  }

  /// Asks about each track that is searched.
  private func askAll<Value: Answer>(
    _ oracle: any Oracle, _ finder: Finder, knowing start: Value, by commands: (ProbedStream) -> [Question.Command]
  ) throws -> [Value] {
    let tracks: [ProbedStream?] = tracks.searched.isEmpty ? [nil] : tracks.searched
    return try tracks.map { try ask(oracle, finder, of: $0, knowing: start, by: commands) }
  }

  /// The commands that measure the sound of a track over the whole clip.
  private func measuring(_ what: String, _ stream: ProbedStream) -> [Question.Command] {
    guard let facts = stream.sound else { return [] }
    let meter = ["--measure", what, "--format", "f32le", "--rate", "\(facts.rate)", "--channels", "\(facts.channels)"]
    return soundCommands(stream) + [.init(.audio, meter)]
  }

  private func stills(_ finder: Finder, asking oracle: any Oracle) throws -> [FoundPart] {
    stills(
      try ask(oracle, finder, of: tracks.picture, knowing: Detections()) { watching($0, by: "freezedetect") }.all)
  }

  /// The command that prints what a filter reports about each frame of the picture.
  private func watching(_ stream: ProbedStream, by filter: String) -> [Question.Command] {
    let options = ["-vf", "\(filter),\(Self.printer)"]
    return [.init(.ffmpeg, ClipSound.decoding + ["-copyts"] + input.opening(stream) + options + nowhere)]
  }

  private func paces(_ finder: Finder, asking oracle: any Oracle) throws -> SpeechPaces {
    try ask(oracle, finder, of: tracks.searched.first, knowing: MeasuredPaces()) { measuring("speech", $0) }.paces
  }

  private func motion(_ finder: Finder, asking oracle: any Oracle) throws -> [EvenCurve.Point] {
    let points = try ask(oracle, finder, of: tracks.picture, knowing: MeasuredMotion()) { watching($0, by: "scdet") }
      .points
    return points.map { EvenCurve.Point(source: $0.source - span.start - span.delay, total: $0.total) }
  }

  /// The map onto the clock of another recording, found by comparing both sounds.
  private func alignment(_ finder: Finder, to reference: String, asking oracle: any Oracle) throws -> TimeMap {
    guard let stream = tracks.searched.first, let facts = stream.sound else {
      throw FilmError.usage("the result has no sound from '\(job.input)' to compare with '\(reference)'")
    }
    try checkSound(of: reference, asking: oracle)
    let words = [
      "-c", Self.aligning, "sh", FileName(reference).asFile, job.run.tools.word(for: .audio), "\(facts.rate)",
      "\(facts.channels)",
    ]
    let commands = soundCommands(stream) + [.init(.sh, words)]
    let reply = try oracle.ask(
      Questions(job: job).found(finder, by: input.joining + commands, knowing: PrintedTable()))
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

  /// Without this check, a reference without sound would be reported as having nothing in common.
  private func checkSound(of reference: String, asking oracle: any Oracle) throws {
    let probe = try oracle.ask(Questions(job: job.reading(reference)).probe)
    guard probe.status == 0 else {
      throw FilmError.input(
        "ffmpeg cannot read '\(reference)' (--align)", advice: "to see why, run ffprobe on the file")
    }
    guard probe.value.streams.contains(where: { $0.sound != nil }) else {
      throw FilmError.usage("'\(reference)' has no sound (--align)")
    }
  }

  /// Compares the sound on standard input with the sound of a file, which arrives through a second pipe.
  private static let aligning = """
    exec 3<&0
    ffmpeg -nostdin -v error -i "$1" -map 0:a:0 -af aresample=async=1:first_pts=0 -f wav - 3<&- |
    "$2" --align /dev/fd/4 --format f32le --rate "$3" --channels "$4" 4<&0 <&3 3<&- 2>/dev/null
    """

  /// - Parameter stream: nil if no such track is kept.
  private func ask<Value: Answer>(
    _ oracle: any Oracle, _ finder: Finder, of stream: ProbedStream?, knowing start: Value,
    by commands: (ProbedStream) -> [Question.Command]
  ) throws -> Value {
    let track = finder.track.rawValue
    guard let stream else {
      throw FilmError.usage("the result has no \(track) from '\(job.input)' in which to find \(finder.noun)")
    }
    let reply = try oracle.ask(
      Questions(job: job).found(finder, by: input.joining + commands(stream), knowing: start))
    guard reply.status == 0 else {
      throw FilmError.input(
        "ffmpeg cannot decode the \(track) of '\(job.input)'", advice: "to see why, play the file with ffplay")
    }
    return reply.value
  }

  /// The commands that search silences in the sound of the result, with gaps filled. The reported times are source
  /// times.
  private func commands(_ stream: ProbedStream, hearing detector: String) -> [Question.Command] {
    guard let sound = input.sound(stream) else { return [] }
    return soundCommands(stream) + [.init(.ffmpeg, ClipSound.decoding + sound.samples + ["-af", detector] + nowhere)]
  }

  /// The commands that print the sound over the whole clip.
  private func soundCommands(_ stream: ProbedStream) -> [Question.Command] {
    input.sound(stream).map(input.soundCommands) ?? []
  }

  /// If there are several commands, the last one shows the progress.
  private var nowhere: [String] { [job.run.showsProgress ? "-stats" : "-nostats", "-f", "null", "-"] }

  /// Prints the metadata that a detector writes for a frame, each line immediately.
  private static let printer = "metadata=mode=print:file=-:direct=1"

  /// The still pictures. The detector reports them on the file's clock. Frames whose packets have no timestamps leave
  /// the decoder later by `delay`.
  private func stills(_ told: [Detection]) -> [FoundPart] {
    let found = found(told, .still, from: span.start + span.delay)
    guard span.held > 0, let lastFrame, span.length - lastFrame >= Self.leastStill else {
      return found
    }
    // The last frame stays on screen after it has been decoded. It extends a still that ends with it.
    let before = found.last.flatMap { $0.end > lastFrame - Self.grace ? $0 : nil }
    let held = FoundPart(kind: .still, start: before?.start ?? lastFrame, end: span.length)
    return found.dropLast(before == nil ? 0 : 1) + [held]
  }

  /// The shortest still, in seconds: the default of freezedetect.
  private static let leastStill = 2.0
  /// ffmpeg prints times with six digits.
  private static let grace = 0.01

  /// - Parameter origin: source time 0 on the clock of the detections.
  private func found(_ detections: [Detection], _ kind: FoundPart.Kind, from origin: Double) -> [FoundPart] {
    FoundPart.all(of: detections, kind, from: origin, until: span.length)
  }
}

/// Everything that a detector has found, in its order.
struct Detections: Answer {
  private(set) var all: [Detection] = []

  mutating func take(_ line: ArraySlice<UInt8>) {
    if line.starts(with: "lavfi.".utf8) { all += Detection.all(in: line) }
  }
}

/// The accumulated change of the picture at each frame, from the scores that ffmpeg's scdet writes.
struct MeasuredMotion: Answer {
  /// Times are on the file's clock.
  private(set) var points: [EvenCurve.Point] = []
  private var time: Double?
  private var change = 0.0

  /// The score from which scdet calls a frame a scene change. A scene change is not motion.
  private static let leastScore = 10.0

  mutating func take(_ line: ArraySlice<UInt8>) {
    if line.starts(with: "frame:".utf8) {
      time = Self.number(after: "pts_time:", in: line)
    } else if let change = Self.number(after: "lavfi.scd.mafd=", in: line) {
      self.change = change
    } else if let score = Self.number(after: "lavfi.scd.score=", in: line), let time {
      let (last, isLater) = (points.last?.total ?? 0, time > points.last?.source ?? -.infinity)
      if isLater { points.append(EvenCurve.Point(source: time, total: last + (score < Self.leastScore ? change : 0))) }
    }
  }

  private static func number(after name: String, in line: ArraySlice<UInt8>) -> Double? {
    let field = line.split(separator: UInt8(ascii: " ")).first { $0.starts(with: name.utf8) }
    let number = field.flatMap { NumberSyntax.parse(String(decoding: $0.dropFirst(name.utf8.count), as: UTF8.self)) }
    return number.flatMap { abs($0) <= TimeSyntax.longest ? $0 : nil }
  }
}

/// The table of a map.
struct PrintedTable: Answer {
  private(set) var bytes: [UInt8] = []

  mutating func take(_ line: ArraySlice<UInt8>) { bytes += line + [UInt8(ascii: "\n")] }
}

/// The spans of a sound in which nobody speaks, from the probabilities that warp-audio prints for each frame.
struct MeasuredPauses: Answer {
  private var spans: [(start: Double, end: Double)] = []
  private var begun: Double?

  mutating func take(_ line: ArraySlice<UInt8>) {
    guard let blank = line.firstIndex(of: UInt8(ascii: " ")) else { return }
    let (before, after) = (line[..<blank], line[(blank + 1)...])
    guard let time = NumberSyntax.parse(before.span), let voice = NumberSyntax.parse(after.span) else { return }
    if voice < 0.5 {
      begun = begun ?? time
    } else if let start = begun {
      spans.append((start, time))
      begun = nil
    }
  }

  /// The printed times are exact to a hundredth of a second, but not their differences.
  private static let grace = 1e-6

  func parts(lasting least: Double, until end: Double) -> [FoundPart] {
    let all = (spans + (begun.map { [($0, end)] } ?? [])).map { (start: $0.start, end: min($0.end, end)) }
    return all.filter { $0.start < $0.end && $0.end - $0.start >= least - Self.grace }.map {
      FoundPart(kind: .pause, start: $0.start, end: $0.end)
    }
  }
}

/// How fast each part of a sound can play: keyframes of speed, one per line.
struct MeasuredPaces: Answer {
  private(set) var paces = SpeechPaces()

  mutating func take(_ line: ArraySlice<UInt8>) {
    let keys = try? SpeedSyntax.keys(String(decoding: line, as: UTF8.self), on: Clip())
    if let keys { paces.take(keys) }
  }
}
