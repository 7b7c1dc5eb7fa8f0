import Pixels
import Warp

/// The picture: decoded, retimed by warp-video, read by the encoder.
extension FilmPlan {
  var pictureInput: EncoderInput? {
    guard let stream = picture, let facts = stream.picture else { return nil }
    let phrase = .init(format(facts) + ["-i"]) + [Stage.Word.feed(feed(stream, facts))]
    let options = encoding == nil ? [] : stream.trackOptions("v:0", isAlone: true)
    return EncoderInput(phrase: phrase, of: [stream], outputOptions: options) { number in
      guard case .variable(let timebase) = showing else { return ["-map", "\(number):v:0"] }
      return ["-map", "\(number):v:0"] + asStamped + ["-enc_time_base", "\(timebase)"]
    }
  }

  /// The retimed picture, as NUT.
  private func feed(_ stream: ProbedStream, _ facts: PictureFacts) -> Feed {
    let decoder = decoderOptions(stream, facts)
    let filter: [Stage.Word] = [.text(job.tools.video), "--map", .feed(.document(map.table))]
    guard map.returns, !span.isStampless else {
      let words = Self.ffmpeg + inputOptions + named(facts) + ["-i", sourceFile] + decoder
      return .stage(
        Stage(
          "picture filter", [filter + .init(pictureOptions)],
          input: .stage(Stage("picture decoder", [.init(words)]))))
    }
    let memory = job.memory == nil ? ["--memory", "384M"] : []
    return .stage(
      Stage(
        "picture filter",
        [filter + .init(pictureOptions), .init(["--source", passCommand(decoder, named(facts))] + memory)]))
  }

  /// The decoder, where it has to be named.
  private func named(_ facts: PictureFacts) -> [String] { facts.decoder.map { ["-c:v", $0] } ?? [] }

  /// What ffmpeg is told about the frames it reads: raw frames do not say what colours their numbers mean.
  private func format(_ facts: PictureFacts) -> [String] {
    facts.colours.flatMap { ["-\($0.option)", $0.value] }
      + (CarriedPixels.needsColourConversion(facts.pixelFormat) ? ["-color_range", "tv", "-colorspace", "bt709"] : [])
      + ["-f", "nut"]
  }

  private var pictureOptions: [String] {
    var options = job.pictureOptions
    switch showing {
    case .variable(let timebase): options += ["--vfr", "--timebase", "\(timebase)"]
    case .fixed:
      // With the default, the frame on screen when an output frame begins, pictures would be half a frame late on the
      // average.
      if !job.choosesFrames { options += ["--pick", "middle"] }
      if let outputRate { options += ["--fps", "\(outputRate)"] }
    }
    if let memory = job.memory { options += ["--memory", memory] }
    return options + job.progress
  }

  /// What the decoder does with the frames it has read.
  private func decoderOptions(_ stream: ProbedStream, _ facts: PictureFacts) -> [String] {
    var filters = deinterlacing.map { [$0] } ?? []
    // Source time counts from the first frame.
    if span.start != 0 { filters.append("setpts=round(PTS-\(NumberSyntax.print(span.start))/TB)") }
    if CarriedPixels.needsColourConversion(facts.pixelFormat) {
      filters.append("scale=out_color_matrix=bt709:out_range=tv")
    }
    // Frames without stamps are stamped at an even rate.
    let stamps = span.isStampless ? rate.map { ["-r", "\($0)"] } ?? [] : asStamped
    // The second field of a frame begins half a frame after the first, which need not be a tick of the file.
    let ticks = stream.timeBase.denominator * (job.deinterlacing == .field ? 2 : 1)
    // -avioflags direct: ffmpeg writes frames to the pipe without copying them to a buffer of its own first.
    return ["-map", "0:\(stream.index)"] + (filters.isEmpty ? [] : ["-vf", filters.joined(separator: ",")]) + stamps
      + ["-enc_time_base", "\(stream.timeBase.numerator)/\(ticks)"]
      + ["-pix_fmt", CarriedPixels.format(for: facts.pixelFormat), "-c:v", "rawvideo", "-avioflags", "direct"]
      + ["-f", "nut", "-"]
  }

  /// The filter that makes frames of fields. Frames that are not interlaced pass it as they are.
  private var deinterlacing: String? {
    switch job.deinterlacing {
    case .none: nil
    case .frame: "bwdif=mode=send_frame:deint=interlaced"
    case .field: "bwdif=mode=send_field:deint=interlaced"
    }
  }

  /// The command for warp-video's --source. Where the map runs backward the clip is decoded again in parts, the last
  /// part first, each small enough for memory, so that no temporary file is needed.
  ///
  /// A part that begins at 0 is decoded without seeking: some files have their first frames before the first point that
  /// can be sought.
  private func passCommand(_ decoder: [String], _ named: [String]) -> String {
    let input = ShellWords.quotedForSh(sourceFile)
    let options = decoder.map(ShellWords.quotedForSh).joined(separator: " ")
    let decode =
      "\(Self.ffmpeg.joined(separator: " ")) $part -copyts \(named.map { "\($0) " }.joined())-i \(input) \(options)"
    guard abs(leadIn) >= 1e-9 else {
      return "part=\"-t $LENGTH\"; case $FROM in *[1-9]*) part=\"-ss $FROM $part\";; esac; \(decode)"
    }
    // $FROM is source time, which counts from the first frame; -ss and -t count from where the file starts.
    let offset = DecimalText.print(leadIn, decimals: 9)
    return """
      part=$(LC_ALL=C awk -v s="$FROM" -v l="$LENGTH" 'BEGIN { \
      if (s > 0) printf "-ss %.9f -t %.9f", s + \(offset), l; else printf "-t %.9f", l + \(offset) }'); \(decode)
      """
  }
}
