import Pixels
import Streams
import Warp

/// The picture: decoded, retimed by warp-video, read by the encoder.
extension FilmPlan {
  var pictureInput: EncoderInput? {
    if job.copies { return copiedPictureInput }
    guard let stream = picture, let facts = stream.picture else { return nil }
    let phrase = .init(format(facts) + ["-i"]) + [Stage.Word.feed(feed(stream, facts))]
    let options = film.encoding.map { stream.trackOptions("v:0", isAlone: true, in: $0.kind) } ?? []
    return EncoderInput(phrase: phrase, of: [stream], outputOptions: options) { number in
      guard case .variable(let timebase) = showing else { return ["-map", "\(number):v:0"] }
      return ["-map", "\(number):v:0"] + asStamped + ["-enc_time_base:v", "\(timebase)"]
    }
  }

  /// The retimed picture, as NUT.
  private func feed(_ stream: ProbedStream, _ facts: PictureFacts) -> Feed {
    let filter: [Stage.Word] = [.text(job.tools.video), "--map", .feed(.document(map.table))]
    let isPiece = pieceRange != nil && !film.span.isStampless
    let options = pictureOptions + (holdsEnd || isPiece ? ["--hold-end"] : [])
    // Motion looks at one frame after those it is made up between, and that may be far away too. What --source runs
    // is run again for as long as it has not come.
    let looksBeyond = endsInside && job.looksAround
    guard map.isDecodedInParts || isPiece || looksBeyond, !film.span.isStampless else {
      let words = decoding + opening(stream, with: named(facts)) + decoderOptions(stream, facts)
      return .stage(
        Stage(
          "picture filter", [filter + .init(options)],
          input: .stage(Stage("picture decoder", [.init(words)], input: joiner("picture")))))
    }
    let memory = map.returns && job.memory == nil ? ["--memory", "384M"] : []
    return .stage(
      Stage(
        "picture filter",
        [filter + .init(options), .init(parts(stream, facts) + memory)]))
  }

  /// Whether frames end before the map does, or may seem to, though nothing is wrong.
  var holdsEnd: Bool { film.span.held > 0 || film.span.endsLong || film.truncation != nil || endsInside }

  /// Where the film goes on after what is decoded, the next frame may be far away, as in a screen recording.
  private var endsInside: Bool { map.neededLength(of: film.span) < film.span.length }

  /// The decoder, where it has to be named.
  private func named(_ facts: PictureFacts) -> [String] { facts.decoder.map { ["-c:v", $0] } ?? [] }

  /// What ffmpeg is told about the frames it reads: raw frames do not say what colours their numbers mean.
  private func format(_ facts: PictureFacts) -> [String] {
    facts.colours.flatMap { ["-\($0.option)", $0.value] }
      + (CarriedPixels.changesRange(facts.pixelFormat) ? ["-color_range", "tv", "-colorspace", "bt709"] : [])
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
    return options + rangeWords + job.progress
  }

  /// The stamp of the first frame.
  var firstStamp: Double { film.span.start + film.span.delay }

  /// What the decoder does with the frames it has read.
  ///
  /// - Parameters:
  ///   - choice: a filter in front of all others that drops some of them, written for the shell, with its comma.
  ///   - part: a filter behind those that look at frames around a frame, written for the shell; nil for none.
  private func decoderOptions(
    _ stream: ProbedStream, _ facts: PictureFacts, choice: String = "", part: String? = nil
  ) -> [String] {
    let early = scaling.flatMap { $0.shrinks ? $0 : nil }
    let size = facts.scaled(by: early)
    var filters = [deinterlacing, part].compactMap { $0 } + (early?.filters ?? [])
    if CarriedPixels.changesRange(facts.pixelFormat) {
      filters.append("scale=out_color_matrix=bt709:out_range=tv")
    }
    if filters.isEmpty, !choice.isEmpty { filters = ["null"] }
    // Frames without stamps are stamped at an even rate.
    let stamps = film.span.isStampless ? film.rate.map { ["-r", "\($0)"] } ?? [] : asStamped
    // The second field of a frame begins half a frame after the first, which need not be a tick of the file.
    let ticks = stream.timeBase.denominator * (job.deinterlacing == .field ? 2 : 1)
    // Wherever decoding begins, all frames get the size that the film has at its start.
    // -avioflags direct: ffmpeg writes frames to the pipe without copying them to a buffer of its own first.
    return (filters.isEmpty ? [] : ["-vf", choice + filters.joined(separator: ",")]) + stamps
      + ["-enc_time_base", "\(stream.timeBase.numerator)/\(ticks)"]
      + (film.kind.changesFormats || stream.bringsItsHeaders ? ["-s", "\(size.width)x\(size.height)"] : [])
      + ["-pix_fmt", CarriedPixels.format(for: facts.pixelFormat), "-c:v", "rawvideo", "-avioflags", "direct"]
      + stampedFromFirst + ["-f", "nut", "-"]
  }

  /// Makes timestamps count from the first frame. ffmpeg takes the offset in microseconds; it is rounded up, so that no
  /// timestamp becomes negative.
  var stampedFromFirst: [String] {
    if firstStamp == 0 { return [] }
    let origin = (-firstStamp * 1e6 - 1e-3).rounded(.up) / 1e6
    return ["-output_ts_offset", DecimalText.print(origin, decimals: 6)]
  }

  /// The filter that makes frames of fields. Frames that are not interlaced pass it as they are.
  private var deinterlacing: String? {
    switch job.deinterlacing {
    case .none: nil
    case .frame: "bwdif=mode=send_frame:deint=interlaced"
    case .field: "bwdif=mode=send_field:deint=interlaced"
    }
  }

  /// What warp-video is told so that it has parts of the clip decoded. So where the map runs backward the clip is
  /// decoded again in parts, the last part first, each small enough for memory, without a temporary file; and what is
  /// not shown is not decoded.
  ///
  /// A part that begins at 0 is decoded without seeking: some files have their first frames before the first point that
  /// can be sought. What decoders say after a seek is not passed on: it is about frames before the part.
  private func parts(_ stream: ProbedStream, _ facts: PictureFacts) -> [String] {
    // Source time counts from the first frame; -ss counts from where the file starts.
    let offset = film.joint == nil ? leadIn + film.span.delay : firstStamp
    return (offset == 0 ? [] : ["--source-offset", NumberSyntax.print(offset)])
      + (lead == 0 ? [] : ["--source-lead", NumberSyntax.print(lead)])
      + ["--source", film.joint.map { part(of: $0, stream, facts) } ?? part(stream, facts)]
  }

  private func part(_ stream: ProbedStream, _ facts: PictureFacts) -> String {
    let from = "${1:+-v fatal -ss \"$1\"}"
    let seek = film.kind.findsKeyFrames ? "\(from) -t \"$2\"" : "-noaccurate_seek \(from)"
    let input =
      (isLittle(facts) ? ["-threads", "1"] : []) + named(facts) + ["-i", sourceFile, "-map", "0:\(stream.index)"]
    let choice = film.kind.findsKeyFrames ? "" : "${1:+\(firstSureFrame),}"
    return "exec \(ShellWords.quotedForSh(decoding)) \(seek) -copyts "
      + PartCommand.quoted(input + decoderOptions(stream, facts, choice: choice))
  }

  /// There is no seeking in what is passed on: all before the part is decoded and dropped.
  private func part(of joint: Joint, _ stream: ProbedStream, _ facts: PictureFacts) -> String {
    let options = decoderOptions(stream, facts, part: "trim=start=${1:-0}:duration=$2")
    return "\(ShellWords.quotedForSh(joint.words(sourceFile))) | "
      + PartCommand.quoted(decoding + opening(stream, with: named(facts)) + options)
  }

  /// How many seconds more are decoded before and after a part. Frames are made of fields with those before and after
  /// them; and what a seek leads to may be some way from where it was to lead.
  private var lead: Double {
    if film.joint != nil { return 0 }
    if stampsSettle { return 4 }
    return deinterlacing != nil || !film.kind.findsKeyFrames ? 2 : 0
  }

  /// Whether one thread decodes what is shown in about half a second: a hundred million samples of H.264. Several
  /// threads would cost a tenth more processor time, and could save no more than that half second.
  private func isLittle(_ facts: PictureFacts) -> Bool {
    let seconds = map.map.shownParts().reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    return seconds * (film.rate?.value ?? .infinity) * Double(facts.width) * Double(facts.height) < 100e6
  }

  /// A filter that drops the frames after a seek until one is complete and has the right timestamp: a keyframe. If
  /// timestamps have to settle, three more seconds are dropped, which is longer than any packet.
  private var firstSureFrame: String {
    let settling = Int((3 * (film.rate?.value ?? 60)).rounded(.up))
    return "select=gt(selected_n\\,0)+key" + (stampsSettle ? ",trim=start_frame=\(settling)" : "")
  }

  /// Whether ffmpeg derives timestamps from earlier packets, as in programme streams whose packets hold several frames.
  /// After a seek, these timestamps are wrong until a packet comes that has one of its own.
  private var stampsSettle: Bool { film.lacksStamps && film.kind.stamps == .ofSectors }
}
