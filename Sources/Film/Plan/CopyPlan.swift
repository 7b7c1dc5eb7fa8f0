import Values
import Warp

/// The copied picture: ffmpeg reads it without decoding, and warp-video retimes it packet by packet.
extension FilmPlan {
  var copiedPictureInput: EncoderInput? {
    guard let stream = picture else { return nil }
    let options = film.encoding.map { stream.trackOptions("v:0", isAlone: true, in: $0.kind) } ?? []
    let turn = turnOptions(stream)
    return EncoderInput(
      phrase: .init(turn.ofInput) + ["-f", "nut", "-i", .feed(.stage(copyingFilter(stream)))], of: [stream],
      outputOptions: options + turn.ofOutput
    ) { ["-map", "\($0):v:0"] }
  }

  private func copyingFilter(_ stream: ProbedStream) -> Stage {
    let filter: [Stage.Word] = [.text(job.run.tools.video), "--map", .feed(.document(map.table)), "--vfr"]
    var options = ["--timebase", "\(timebase)"]
    if holdsEnd { options.append("--hold-end") }
    return Stage(
      "picture filter", [filter + .init(options + job.run.progress)],
      input: .stage(
        Stage("picture reader", [.init(readerWords(stream))], input: unpacker(stream) ?? film.input.joiner("picture"))))
  }

  /// A stage that splits packets. In containers without timestamps, two MPEG-4 frames may share a packet. Times follow
  /// from the order of packets only after each frame has its own packet.
  private func unpacker(_ stream: ProbedStream) -> Feed? {
    guard isUnpacked(stream) else { return nil }
    let words =
      film.input.decoding + ["-i", film.input.file, "-map", "0:\(stream.index)"]
      + ["-c", "copy", "-bsf:v", "mpeg4_unpack_bframes", "-f", "avi", "-"]
    return .stage(Stage("picture unpacker", [.init(words)]))
  }

  private func isUnpacked(_ stream: ProbedStream) -> Bool {
    stream.codec == "mpeg4" && film.kind.stamps == .counted
  }

  private var timebase: Timebase {
    if case .variable(let wish) = job.picture.rate { return held(wish) }
    return held(.standard)
  }

  /// The arguments of the reader. NUT needs a presentation timestamp for each packet, and some packets of AVI and of
  /// discs have none. Timestamps count from the first frame, so decoding timestamps may be negative. All packets are
  /// passed on, also those before the first keyframe, because warp-video reports where frames would be missing.
  private func readerWords(_ stream: ProbedStream) -> [String] {
    let input = isUnpacked(stream) ? ["-f", "avi", "-i", "-", "-map", "0:0"] : film.input.opening(stream)
    return film.input.decoding + (film.lacksStamps ? ["-fflags", "+genpts"] : [])
      + (seekWords ?? film.input.options(for: map)) + input
      + ["-c", "copy", "-copyinkf", "-avoid_negative_ts", "disabled"] + packetFilter(stream)
      + stampedFromFirst + ["-f", "nut", "-"]
  }

  /// The bitstream filters before retiming. `vp9_superframe` joins a hidden VP9 frame to the next shown one, so that
  /// each packet has its own timestamp. `setts` makes decoding timestamps earlier, because ffmpeg changes the
  /// presentation timestamp of a packet that is decoded after it is shown.
  private func packetFilter(_ stream: ProbedStream) -> [String] {
    let merging = stream.codec == "vp9" ? ["vp9_superframe"] : []
    let early = film.decodesLate > 0 ? ["setts=pts=PTS:dts=DTS-\(film.decodesLate)"] : []
    let filters = merging + early
    return filters.isEmpty ? [] : ["-bsf:v", filters.joined(separator: ",")]
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
  var copyWords: [String] {
    guard let stream = picture, let facts = stream.picture else { return [] }
    // Apple's players recognise HEVC by the tag hvc1.
    let name = kind.isQuickTime && stream.codec == "hevc" ? ["-tag:v:0", "hvc1"] : []
    let ticks = kind.isQuickTime ? ["-video_track_timescale", "\(timebase.ticksPerSecond)"] : []
    let colours = facts.colours.flatMap { ["-\($0.option):v:0", $0.value] }
    return ["-c:v:0", "copy"] + name + ticks + colours + ["-bsf:v:0", packetTimes(facts)]
  }

  /// A filter that sets the timestamps of packets. ffmpeg infers decoding timestamps from the order, but may give the
  /// first packets the same one. Here these are decoded at intervals of one frame before the first is shown. The next
  /// timestamp determines a frame's duration, so the duration here is for the last frame.
  private func packetTimes(_ facts: PictureFacts) -> String {
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
  private func turnOptions(_ stream: ProbedStream) -> (ofInput: [String], ofOutput: [String]) {
    guard let turn = stream.picture?.turn, kind.isQuickTime else { return ([], []) }
    return film.probe.isBeforeFFmpeg60
      ? ([], ["-metadata:s:v:0", "rotate=\(turn)"]) : (["-display_rotation:v:0", "\(turn)"], [])
  }

  var copyNotes: [String] {
    guard let stream = picture, let facts = stream.picture else { return [] }
    var notes: [String] = []
    if let turn = facts.turn, !kind.isQuickTime {
      notes.append("the rotation by \(turn) degrees is dropped; to keep it, use .mp4 or .mov")
    }
    if film.copying?.losesLight == true {
      notes.append(
        "the HDR10 metadata of '\(job.input)' is dropped: it stands beside the packets, and --copy keeps only packets")
    }
    return notes
  }

  /// Refuses what is impossible without re-encoding, as far as the file's header shows it.
  func requireCopyable() throws(FilmError) {
    guard let stream = picture else { throw .usage("--copy needs a picture, and '\(job.output ?? "")' has none") }
    let advice = "leave --copy out"
    if film.copying?.isTaken == false {
      throw .usage("--copy cannot put \(stream.codec) into \(kind.name); \(advice)")
    }
    // ffmpeg has an option for rotation, but not for mirroring.
    if stream.picture?.isMirrored == true {
      throw .usage("--copy would lose the mirroring of '\(job.input)'; \(advice)")
    }
    if film.span.isStampless {
      throw .usage("--copy needs timestamps, and the frames of '\(job.input)' have none; \(advice)")
    }
    if film.startsHidden {
      throw .usage("--copy must start at a keyframe, but the edit list of '\(job.input)' starts between two; \(advice)")
    }
    // For these codecs, ffmpeg computes timestamps one frame late, or not at all.
    if film.kind.stamps == .counted, ["h264", "hevc"].contains(stream.codec) {
      throw .usage("--copy needs timestamps, and '\(job.input)' has none for \(stream.codec); \(advice)")
    }
    if stream.picture?.decoder != nil {
      throw .usage("--copy would lose the transparency of '\(job.input)'; \(advice)")
    }
  }
}
