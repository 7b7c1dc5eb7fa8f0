import Values
import Warp

/// The copied picture: ffmpeg reads it without decoding, and warp-video retimes it packet by packet.
struct CopyPlan: Sendable {
  let film: FilmSurvey.Film
  let map: FilmMap
  let run: RunSettings
  let stream: ProbedStream
  let facts: PictureFacts
  let timebase: Timebase
  private let reading: PacketReading
  /// Nil if all packets are copied.
  let splice: FilmSplice?

  /// Refuses what is impossible without re-encoding, as far as the file's header shows it.
  init(_ film: FilmSurvey.Film, _ map: FilmMap, _ job: FilmJob, _ splice: FilmSplice?) throws(FilmError) {
    guard let reading = PacketReading(film) else {
      throw .usage("--copy needs a picture, and '\(job.output ?? "")' has none")
    }
    (self.film, self.map, run, self.reading, self.splice) = (film, map, job.run, reading, splice)
    (stream, facts) = (reading.stream, reading.facts)
    let kind = film.resultKind
    timebase = kind.timebase(of: job.picture)
    let advice = "leave --copy out"
    if film.span.isStampless {
      throw .usage("--copy needs timestamps, and the frames of '\(job.input)' have none; \(advice)")
    }
    if facts.delay > 0, film.comesInFields {
      throw .usage("--copy cannot keep the order of '\(job.input)', whose packets hold single fields; \(advice)")
    }
    if film.copying?.isTaken == false {
      throw .usage("--copy cannot put \(stream.codec) into \(kind.name); \(advice)")
    }
    // ffmpeg has an option for rotation, but not for mirroring.
    if facts.isMirrored {
      throw .usage("--copy would lose the mirroring of '\(job.input)'; \(advice)")
    }
    if film.startsHidden {
      throw .usage("--copy must start at a keyframe, but the edit list of '\(job.input)' starts between two; \(advice)")
    }
    // For these codecs, ffmpeg computes timestamps one frame late, or not at all.
    if film.kind.stamps == .counted, ["h264", "hevc"].contains(stream.codec) {
      throw .usage("--copy needs timestamps, and '\(job.input)' has none for \(stream.codec); \(advice)")
    }
    if facts.decoder != nil {
      throw .usage("--copy would lose the transparency of '\(job.input)'; \(advice)")
    }
  }

  var input: EncoderInput {
    let options = film.encoding.map { stream.trackOptions("v:0", isAlone: true, in: $0.kind) } ?? []
    let turn = turnOptions
    return EncoderInput(
      phrase: .init(turn.ofInput) + ["-f", "nut", "-i", .feed(.stage(filter))], of: [stream],
      outputOptions: options + turn.ofOutput
    ) { ["-map", "\($0):v:0"] }
  }

  private var filter: Stage {
    if let splice { return splice.joiner(run.progress) }
    // NUT has no durations, so warp-video cannot know that of a single frame.
    let holds = film.input.mayEndEarly(along: map) || film.hasOneFrame
    let options = ["--vfr", "--timebase", "\(timebase)"] + (holds ? ["--hold-end"] : []) + run.progress
    return Stage(
      "picture filter", .video, along: map.table, options,
      input: .stage(
        Stage(
          "picture reader", .ffmpeg, [.init(reading.words(seekWords ?? film.input.options(for: map)))],
          input: reading.unpacker ?? film.input.joiner("picture"))))
  }

  /// The arguments for a seek, if the map begins late and a seek leads to an earlier keyframe.
  private var seekWords: [String]? {
    guard let start = map.soughtStart, film.joint == nil, film.kind.findsKeyFrames else { return nil }
    let from = start - 1
    return ["-ss", DecimalText.print(from + film.input.leadIn, decimals: 6)]
      + ["-t", DecimalText.print(map.neededLength(of: film.span) - from, decimals: 6), "-copyts"]
  }

  /// The arguments for the picture of the result. They include colours, because some files store them beside the
  /// packets, and NUT cannot hold them.
  var outputWords: [String] {
    let kind = film.resultKind
    // Apple's players recognise HEVC by the tag hvc1.
    let name = kind.isQuickTime && stream.codec == "hevc" ? ["-tag:v:0", "hvc1"] : []
    let ticks = kind.isQuickTime ? ["-video_track_timescale", "\(timebase.ticksPerSecond)"] : []
    let colours = facts.colours.flatMap { ["-\($0.option):v:0", $0.value] }
    return ["-c:v:0", "copy"] + name + ticks + colours + ["-bsf:v:0", packetTimes]
  }

  /// A filter that sets the timestamps of packets. ffmpeg infers decoding timestamps from the order, but may give the
  /// first packets the same one. Here these are decoded at intervals of one frame before the first is shown. The next
  /// timestamp determines a frame's duration, so the duration here is for the last frame.
  private var packetTimes: String {
    let frame = film.rate?.start(ofFrame: 1) ?? 0
    let scale = map.map.stretches.first.flatMap { map.map.startScale(of: $0) } ?? 1
    let distance = NumberSyntax.print(min(max(frame * scale, 1e-4), 1))
    let lasting = NumberSyntax.print(max(lastShowing(frame), 1e-3))
    // Without reordering, frames are decoded when they are shown.
    let decoded =
      facts.delay == 0
      ? "PTS"
      : "if(lt(N\\,\(facts.delay))\\,round((N-\(facts.delay))*\(distance)/TB)\\,min(PTS\\,max(DTS\\,PREV_OUTDTS+1)))"
    // ffmpeg before 5.1 does not accept a duration, and guesses that of the last frame.
    return "setts=pts=PTS:dts=\(decoded)" + (film.probe.isBeforeFFmpeg51 ? "" : ":duration=round(\(lasting)/TB)")
      + (repeatsSets ? ",dump_extra=freq=keyframe" : "")
  }

  /// Whether each keyframe must contain the parameter sets, which the joiner of a cut picture puts into the header.
  private var repeatsSets: Bool {
    splice != nil && reading.hasUnits && !film.resultKind.isQuickTime && !film.resultKind.isMatroska
  }

  /// The duration of the last frame in the result, if source frames last `frame` seconds.
  private func lastShowing(_ frame: Double) -> Double {
    guard let course = try? PacketCourse(map.map), let end = course.end, let length = map.map.warpedLength else {
      return frame
    }
    return length - course.warped(at: max(course.start, end - frame * (1 - 1e-6)))
  }

  /// The options for the rotation of the picture, in formats that can store it. Until ffmpeg 5 it is a tag of the
  /// output, and since ffmpeg 6 an input option.
  private var turnOptions: (ofInput: [String], ofOutput: [String]) {
    guard let turn = facts.turn, film.resultKind.isQuickTime else { return ([], []) }
    return film.probe.isBeforeFFmpeg60
      ? ([], ["-metadata:s:v:0", "rotate=\(turn)"]) : (["-display_rotation:v:0", "\(turn)"], [])
  }

  /// - Parameter name: the name of the film in messages.
  func notes(naming name: String) -> [String] {
    var notes = splice.map { [$0.note] } ?? []
    if let turn = facts.turn, !film.resultKind.isQuickTime {
      notes.append("the rotation by \(turn) degrees is dropped; to keep it, use .mp4 or .mov")
    }
    if film.copying?.losesLight == true {
      notes.append(
        "the HDR10 metadata of '\(name)' is dropped: it stands beside the packets, and --copy keeps only packets")
    }
    return notes
  }
}
