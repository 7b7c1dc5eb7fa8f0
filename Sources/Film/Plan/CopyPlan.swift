import Warp

/// The picture as it is encoded: read by ffmpeg without decoding, and put along the map by warp-video packet by packet.
extension FilmPlan {
  var copiedPictureInput: EncoderInput? {
    guard let stream = picture else { return nil }
    let options = encoding.map { stream.trackOptions("v:0", isAlone: true, in: $0.kind) } ?? []
    return EncoderInput(
      phrase: ["-f", "nut", "-i", .feed(.stage(copyingFilter(stream)))], of: [stream],
      outputOptions: options + turnOptions(stream)
    ) { ["-map", "\($0):v:0"] }
  }

  private func copyingFilter(_ stream: ProbedStream) -> Stage {
    let filter: [Stage.Word] = [.text(job.tools.video), "--map", .feed(.document(map.table)), "--vfr"]
    var options = ["--timebase", "\(timebase)"]
    if span.held > 0 || cut != nil || map.neededLength(of: span) < span.length { options.append("--hold-end") }
    return Stage(
      "picture filter", [filter + .init(options + job.progress)],
      input: .stage(
        Stage("picture reader", [.init(readerWords(stream))], input: unpacker(stream) ?? joiner("picture"))))
  }

  /// In AVI two frames of MPEG-4 may share a packet, and then times follow from the order of packets only once each has its
  /// own.
  private func unpacker(_ stream: ProbedStream) -> Feed? {
    guard isUnpacked(stream) else { return nil }
    let words =
      decoding + ["-i", sourceFile, "-map", "0:\(stream.index)"]
      + ["-c", "copy", "-bsf:v", "mpeg4_unpack_bframes", "-f", "avi", "-"]
    return .stage(Stage("picture unpacker", [.init(words)]))
  }

  private func isUnpacked(_ stream: ProbedStream) -> Bool {
    stream.codec == "mpeg4" && probe.container.names.contains("avi")
  }

  private var timebase: Timebase { if case .variable(let timebase) = job.rate { timebase } else { .standard } }

  /// NUT needs a time to be shown at for each packet, and some packets of AVI and of discs have none. Stamps count from the
  /// first frame; those to decode at may be negative then. All packets are passed on, also before the first key frame:
  /// warp-video says where frames would be missing.
  private func readerWords(_ stream: ProbedStream) -> [String] {
    // In millionths, so rounded that none is negative.
    let origin = (-firstStamp * 1e6 - 1e-3).rounded(.up) / 1e6
    let input = isUnpacked(stream) ? ["-f", "avi", "-i", "-", "-map", "0:0"] : file(stream)
    return decoding + (lacksStamps ? ["-fflags", "+genpts"] : []) + (seekWords ?? inputOptions) + input
      + ["-c", "copy", "-copyinkf", "-avoid_negative_ts", "disabled"]
      + ["-output_ts_offset", DecimalText.print(origin, decimals: 6), "-f", "nut", "-"]
  }

  /// Where the map begins late, and a seek leads to a key frame before that.
  private var seekWords: [String]? {
    guard let start = map.lateStart, joint == nil, seeksFindKeyFrames else { return nil }
    let from = start - 1
    return ["-ss", DecimalText.print(from + leadIn, decimals: 6)]
      + ["-t", DecimalText.print(map.neededLength(of: span) - from, decimals: 6), "-copyts"]
  }

  /// What is said of the picture in the result.
  var copyWords: [String] {
    guard let stream = picture, let kind = encoding?.kind else { return ["-c:v:0", "copy"] }
    // hvc1 is the name by which Apple's players know it.
    let name = kind.isQuickTime && stream.codec == "hevc" ? ["-tag:v:0", "hvc1"] : []
    let ticks = kind.isQuickTime ? ["-video_track_timescale", "\(timebase.ticksPerSecond)"] : []
    return ["-c:v:0", "copy"] + name + ticks + decodingTimes(stream)
  }

  /// ffmpeg infers from the order of packets when each is to be decoded, but not for the first ones: those it may give the
  /// same time. Here they are decoded one frame's time after the other, before the first is shown.
  private func decodingTimes(_ stream: ProbedStream) -> [String] {
    let delay = stream.picture?.delay ?? 0
    if delay == 0 { return [] }
    let distance = NumberSyntax.print(min(max((rate?.start(ofFrame: 1) ?? 0) * startScale, 1e-4), 1))
    return [
      "-bsf:v:0", "setts=pts=PTS:dts=if(lt(N\\,\(delay))\\,STARTPTS-round((\(delay)-N)*\(distance)/TB)\\,DTS)",
    ]
  }

  private var startScale: Double { map.map.stretches.first.flatMap { map.map.startScale(of: $0) } ?? 1 }

  /// That the picture is to be turned when it is shown, in kinds of file that can say so.
  private func turnOptions(_ stream: ProbedStream) -> [String] {
    guard let turn = stream.picture?.turn, encoding?.kind?.isQuickTime == true else { return [] }
    return ["-metadata:s:v:0", "rotate=\(turn)"]
  }

  var copyNotes: [String] {
    guard let turn = picture?.picture?.turn, encoding?.kind?.isQuickTime != true else { return [] }
    return ["left out: that the picture is to be turned by \(turn) degrees; use .mp4 or .mov"]
  }

  /// Refuses what cannot be done without encoding again, as far as the film's head tells it.
  func requireCopyable() throws(FilmError) {
    guard let stream = picture else { throw .usage("--copy keeps a picture, and '\(job.output ?? "")' has none") }
    if let kind = encoding?.kind, !kind.holds(stream.codec) {
      throw .usage("\(kind.muxer) cannot hold \(stream.codec)", advice: "use .mkv or .mov, or leave --copy out")
    }
    if span.isStampless { throw .usage("the frames of '\(job.input)' have no times; leave --copy out") }
    if startsHidden {
      throw .usage("'\(job.input)' begins between two key frames, by its edit list; leave --copy out")
    }
  }
}

extension FileKind {
  /// Whether ffmpeg puts a picture of a codec into this kind of file, for all that is known.
  func holds(_ codec: String) -> Bool {
    switch muxer {
    case "mp4": ["h264", "hevc", "av1", "vp9", "mpeg4", "mpeg2video", "mpeg1video", "mjpeg", "vc1"].contains(codec)
    case "mov": !["vp8", "vp9", "av1", "theora", "ffv1", "wmv1", "wmv2", "msmpeg4v3", "msmpeg4v2"].contains(codec)
    case "webm": ["vp8", "vp9", "av1"].contains(codec)
    default: true
    }
  }
}
