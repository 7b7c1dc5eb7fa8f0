import Pixels
import Streams
import Values
import Warp

/// The picture of a result: ffmpeg decodes it, warp-video retimes it, and the encoder reads it.
struct PicturePlan: Sendable {
  let film: FilmSurvey.Film
  let map: FilmMap
  let wish: PictureWish
  let run: RunSettings
  let timing: PictureTiming
  /// Nil if the picture keeps its size.
  let scaling: PictureScaling?
  /// Nil if the picture is encoded.
  let copy: CopyPlan?

  /// - Parameter splice: how a copied picture is cut.
  init(_ film: FilmSurvey.Film, _ map: FilmMap, _ job: FilmJob, _ splice: FilmSplice?) throws(FilmError) {
    (self.film, self.map, wish, run) = (film, map, job.picture, job.run)
    timing = PictureTiming(of: film, along: map.map, wish)
    copy = wish.copies ? try CopyPlan(film, map, job, splice) : nil
    scaling = wish.copies ? nil : PictureScaling(of: film, wish, isDraft: job.encoding.isDraft)
    try scaling?.requireHeldSize()
    if !wish.copies, let encoded { try film.encoding?.requirePreset(for: encoded) }
    try requireWholeFrames(of: job.input)
  }

  /// Refuses to make frames from interlaced ones. Each has two fields, from two instants: a mix of frames would show
  /// four, and played backward, the later field would come first.
  private func requireWholeFrames(of input: String) throws(FilmError) {
    guard wish.deinterlacing == .none, !wish.copies, film.fields != nil, stream != nil else { return }
    let directions = map.map.stretches.map(\.direction)
    let turns = directions.contains(.backward) && directions.contains { $0 != .backward }
    let mixes = wish.mixesFrames || !map.joins.isEmpty
    guard mixes || turns else { return }
    let what = mixes ? "frames cannot be mixed" : "it cannot play forward and backward"
    throw .usage(
      "'\(input)' is interlaced, so \(what)",
      advice: "add --deinterlace frame, which makes one frame from two fields, or --deinterlace field")
  }

  /// The picture to retime; nil in an audio-only format.
  var stream: ProbedStream? { film.picture }

  /// The picture as the encoder gets it.
  var encoded: PictureFacts? { stream?.picture?.scaled(by: scaling) }

  /// Filters for scaling after retiming.
  var lateScaling: [String] { scaling.flatMap { $0.shrinks ? nil : $0.filters } ?? [] }

  /// The brightness metadata of an HDR picture.
  var light: LightData { stream.map(film.probe.firstFrame)?.light ?? LightData() }

  /// The field order of the result; nil if it is not interlaced. If the film plays backward throughout, the field order
  /// is reversed.
  var keptFields: FieldOrder? {
    guard wish.deinterlacing == .none, let fields = film.fields else { return nil }
    return map.map.stretches.allSatisfy { $0.direction == .backward } ? fields.opposite : fields
  }

  /// - Parameter range: the output frames of a piece; nil if all frames are made.
  func input(_ range: OutputRange?) -> EncoderInput? {
    if let copy { return copy.input }
    guard let stream, let facts = stream.picture else { return nil }
    let phrase = .init(format(facts) + ["-i"]) + [Stage.Word.feed(feed(stream, facts, range))]
    let options = film.encoding.map { stream.trackOptions("v:0", isAlone: true, in: $0.kind) } ?? []
    return EncoderInput(phrase: phrase, of: [stream], outputOptions: options) { number in
      guard case .variable(let timebase) = timing.showing else { return ["-map", "\(number):v:0"] }
      return ["-map", "\(number):v:0"] + film.probe.asStamped + ["-enc_time_base:v", "\(timebase)"]
    }
  }

  /// The retimed picture, as NUT.
  private func feed(_ stream: ProbedStream, _ facts: PictureFacts, _ range: OutputRange?) -> Feed {
    let isPiece = range != nil && !film.span.isStampless
    let options =
      self.options + (range?.words ?? []) + run.progress
      + (film.input.mayEndEarly(along: map) || isPiece ? ["--hold-end"] : [])
    // Motion interpolation needs the frame after the two it works on, which may be far away. While that frame is
    // missing, warp-video runs the command of --source again.
    let looksBeyond = film.input.continues(after: map) && wish.looksAround
    guard map.isDecodedInParts || isPiece || looksBeyond, !film.span.isStampless else {
      let words =
        film.input.decoding + film.input.opening(stream, film.input.options(for: map) + reading(facts))
        + decoderOptions(stream, facts)
      return .stage(
        Stage(
          "picture filter", .video, along: map.table, options,
          input: .stage(Stage("picture decoder", .ffmpeg, [.init(words)], input: film.input.joiner("picture")))))
    }
    let memory = map.returns && run.memory == nil ? ["--memory", "384M"] : []
    return .stage(Stage("picture filter", .video, along: map.table, options, parts(stream, facts) + memory))
  }

  /// The options before the input of the decoder: its name, if it must be named, the rate of frames that have no
  /// timestamps, and what the user says.
  private func reading(_ facts: PictureFacts) -> [String] {
    (facts.decoder.map { ["-c:v", $0] } ?? []) + (film.span.isStampless ? ["-r", "\(ClipRate.rate(of: facts))"] : [])
      + wish.decoding.messages + wish.decoding.words
  }

  /// The input options for raw frames, which do not contain their colour properties.
  private func format(_ facts: PictureFacts) -> [String] {
    facts.colours.flatMap { ["-\($0.option)", $0.value] }
      + (CarriedPixels.changesRange(facts.pixelFormat) ? ["-color_range", "tv", "-colorspace", "bt709"] : [])
      + ["-f", "nut"]
  }

  private var options: [String] {
    var options = wish.options
    switch timing.showing {
    case .variable(let timebase): options += ["--vfr", "--timebase", "\(timebase)"]
    case .fixed:
      if !wish.choosesFrames { options += ["--pick", "middle"] }
      if let rate = timing.rate { options += ["--fps", "\(rate)"] }
      options += map.joins
      if let rate = film.evenRate { options += ["--input-fps", "\(rate)"] }
    }
    return options + (run.memory.map { ["--memory", $0] } ?? [])
  }

  /// The arguments after the input of the decoder.
  ///
  /// - Parameters:
  ///   - choice: a filter before all others that drops frames, quoted for the shell, with its comma.
  ///   - part: a filter after those that use neighbouring frames, quoted for the shell; nil for none.
  private func decoderOptions(
    _ stream: ProbedStream, _ facts: PictureFacts, choice: String = "", part: String? = nil
  ) -> [String] {
    let early = scaling.flatMap { $0.shrinks ? $0 : nil }
    let size = facts.scaled(by: early)
    var filters =
      [wish.decoding.download(facts), counter(facts), deinterlacing, part].compactMap { $0 } + (early?.filters ?? [])
    if CarriedPixels.changesRange(facts.pixelFormat) {
      filters.append("scale=out_color_matrix=bt709:out_range=tv")
    }
    if filters.isEmpty, !choice.isEmpty { filters = ["null"] }
    // In every part, frames get the size that the film has at its start.
    // With -avioflags direct, ffmpeg writes frames to the pipe without copying them to its own buffer.
    let filtered = filters.isEmpty ? [] : ["-vf", choice + filters.joined(separator: ",")]
    let timed = film.probe.asStamped + ["-enc_time_base", tick(of: stream)]
    let isSized = film.kind.changesFormats || stream.bringsItsHeaders
    let sized = isSized ? ["-s", "\(size.width)x\(size.height)"] : []
    let raw = ["-pix_fmt", CarriedPixels.format(for: facts.pixelFormat), "-c:v", "rawvideo", "-avioflags", "direct"]
    return filtered + timed + sized + raw + film.span.stampedFromFirst + ["-f", "nut", "-"]
  }

  /// The filter that counts frames whose file has no timestamps. ffmpeg's own are a frame late in some versions, and
  /// begin anew after a seek in others.
  private func counter(_ facts: PictureFacts) -> String? {
    film.kind.needsCounting ? "setpts=N/(\(ClipRate.rate(of: facts))*TB)" : nil
  }

  /// The unit of the timestamps of decoded frames.
  private func tick(of stream: ProbedStream) -> String {
    // Without timestamps in the file, ffmpeg guesses those of the last frames, some ticks early or late.
    if film.kind.stamps == .counted, let rate = film.evenRate?.framesPerSecond {
      return "\(rate.denominator)/\(rate.numerator)"
    }
    // The second field begins half a frame after the first, which need not be a tick of the file.
    return "\(stream.timeBase.numerator)/\(stream.timeBase.denominator * (wish.deinterlacing == .field ? 2 : 1))"
  }

  /// The deinterlacing filter. Progressive frames pass it unchanged.
  private var deinterlacing: String? {
    switch wish.deinterlacing {
    case .none: nil
    case .frame: "bwdif=mode=send_frame:deint=interlaced"
    case .field: "bwdif=mode=send_field:deint=interlaced"
    }
  }

  /// The options that make warp-video decode the clip in parts. If the map runs backward, the last part is decoded
  /// first, and each part fits in memory without a temporary file. Parts that are not shown are not decoded.
  ///
  /// A part that begins at 0 is decoded without a seek, because some files have frames before the first seek point.
  /// Decoder messages after a seek are suppressed, because they are about frames before the part.
  private func parts(_ stream: ProbedStream, _ facts: PictureFacts) -> [String] {
    // Source time starts at the first frame, but -ss counts from the start of the file.
    let offset = film.joint == nil ? film.input.leadIn + film.span.delay : film.span.firstStamp
    return (offset == 0 ? [] : ["--source-offset", NumberSyntax.print(offset)])
      + (lead == 0 ? [] : ["--source-lead", NumberSyntax.print(lead)])
      + ["--source", film.joint.map { part(of: $0, stream, facts) } ?? part(stream, facts)]
  }

  private func part(_ stream: ProbedStream, _ facts: PictureFacts) -> String {
    let from = "${1:+-v fatal -ss \"$1\"}"
    // Frames are counted from the first one, so each part is decoded from the start of the film.
    let isCounted = film.kind.needsCounting
    let seek = isCounted ? "" : film.kind.findsKeyFrames ? "\(from) -t \"$2\"" : "-noaccurate_seek \(from)"
    let input =
      (isLittle(facts) ? ["-threads", "1"] : []) + reading(facts) + film.input.file.opening
      + ["-map", "0:\(stream.index)"]
    let choice = isCounted || film.kind.findsKeyFrames ? "" : "${1:+\(firstSureFrame),}"
    return "exec ffmpeg \(ShellWords.quotedForSh(film.input.decoding)) \(seek) -copyts "
      + PartCommand.quoted(input + decoderOptions(stream, facts, choice: choice))
  }

  /// The output of `joiner` cannot be seeked, so everything before the part is decoded and dropped.
  private func part(of joint: Joint, _ stream: ProbedStream, _ facts: PictureFacts) -> String {
    let options = decoderOptions(stream, facts, part: "trim=start=${1:-0}:duration=$2")
    return "ffmpeg \(ShellWords.quotedForSh(joint.words(film.input.file))) | ffmpeg "
      + PartCommand.quoted(
        film.input.decoding + film.input.opening(stream, film.input.options(for: map) + reading(facts)) + options)
  }

  /// The extra seconds to decode before and after a part. Deinterlacing uses neighbouring frames, and a seek may end
  /// some way from its target.
  private var lead: Double {
    if film.joint != nil { return 0 }
    if stampsSettle { return 4 }
    return deinterlacing != nil || !film.kind.findsKeyFrames ? 2 : 0
  }

  /// Whether one thread decodes the shown part in about half a second: a hundred million pixels of H.264. More threads
  /// would need a tenth more CPU time, and could save at most this half second.
  private func isLittle(_ facts: PictureFacts) -> Bool {
    let seconds = map.shown.shownParts().reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    return seconds * (film.rate?.value ?? .infinity) * Double(facts.width) * Double(facts.height) < 100e6
  }

  /// A filter that drops frames after a seek up to the first complete frame with a correct timestamp, a keyframe. If
  /// timestamps must settle, three more seconds are dropped, which is longer than any packet.
  private var firstSureFrame: String {
    let settling = Int((3 * (film.rate?.value ?? 60)).rounded(.up))
    return "select=gt(selected_n\\,0)+key" + (stampsSettle ? ",trim=start_frame=\(settling)" : "")
  }

  /// Whether ffmpeg derives timestamps from earlier packets, as in program streams with several frames per packet.
  /// After a seek, these timestamps are wrong until a packet with its own timestamp comes.
  private var stampsSettle: Bool { film.lacksStamps && film.kind.stamps == .ofSectors }
}
