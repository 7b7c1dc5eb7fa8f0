import Warp

/// The sound: each track decoded in step with the picture's first frame, retimed by warp-audio, read by the encoder.
extension FilmPlan {
  var soundInputs: [EncoderInput] {
    film.tracks.sounds.enumerated().compactMap { number, stream in
      guard let facts = stream.sound else { return nil }
      return EncoderInput(
        phrase: .init(format(facts) + ["-i"]) + [Stage.Word.feed(feed(stream, facts, number))], of: [stream],
        outputOptions: film.encoding == nil
          ? []
          : stream.trackOptions(
            "a:\(number)", isAlone: film.tracks.sounds.count == 1, in: film.encoding?.kind ?? .unknown),
        taking: { ["-map", "\($0):a:0"] })
    }
  }

  /// The retimed sound, as raw samples.
  private func feed(_ stream: ProbedStream, _ facts: SoundFacts, _ number: Int) -> Feed {
    let format = CarriedSamples.format(for: facts)
    let retimed = CarriedSamples.retimedFormat(for: facts, in: film.encoding)
    // Stages are known by their names, which therefore differ.
    let name = number == 0 ? "sound" : "sound \(number + 1)"
    var options = job.soundOptions
    if map.returns { options += ["--memory", "64M"] }
    options += picture == nil && number == 0 ? job.progress : ["--no-progress"]
    let filter: [Stage.Word] = [.text(job.tools.audio), "--map", .feed(.document(map.table))]
    if let command = partCommand(stream, facts, format) {
      let raw = ["--format", format, "--rate", "\(facts.rate)", "--channels", "\(facts.channels)"]
      let output = retimed == format ? [] : ["--output-format", retimed]
      return .stage(Stage("\(name) filter", [filter + .init(raw + output + options), .init(["--source", command])]))
    }
    let sound = clipSound(stream, facts)
    let words = sound.words(decoding, inputOptions, file(stream), as: format)
    return .stage(
      Stage(
        "\(name) filter", [filter + .init(sound.clipStart + ["--output-format", retimed] + options)],
        input: .stage(Stage("\(name) decoder", [.init(words)], input: joiner(name)))))
  }

  /// What ffmpeg is told about the samples it reads: raw samples do not say what they are.
  private func format(_ facts: SoundFacts) -> [String] {
    let assumed = film.encoding?.soundCodec.flatMap { SoundLayout.assumed(for: facts, in: $0) }
    return (soundIsOffset ? ["-itsoffset", "0.0065"] : [])
      + [
        "-f", CarriedSamples.retimedFormat(for: facts, in: film.encoding), "-ar", "\(facts.rate)", "-ac",
        "\(facts.channels)",
      ]
      + ((facts.layout ?? assumed).map { ["-channel_layout", $0] } ?? [])
  }

  /// Whether the sound is made later for Opus in Matroska. An ffmpeg before 6.0 writes that a player has to skip the first
  /// 6.5 ms, but does not make the stamps later by as much: without the offset the sound would be 6.5 ms early.
  var soundIsOffset: Bool { film.probe.isBeforeFFmpeg60 && film.encoding?.putsOpusIntoMatroska == true }

  /// The sound as it is heard along the clip.
  private func clipSound(_ stream: ProbedStream, _ facts: SoundFacts) -> ClipSound {
    ClipSound(stream: stream, facts: facts, span: film.span, kind: film.kind)
  }

  /// Raw samples, after filters: silence is added, or sound cut away, until the first sample is that of the picture's first
  /// frame and the sound is exactly as long as what is needed of it.
  private func output(_ filters: [String?], _ format: String) -> [String] {
    ["-af", filters.compactMap(\.self).joined(separator: ","), "-c:a", "pcm_\(format)", "-f", format, "-"]
  }

  /// A filter that makes stamps count from `origin`, which is the stamp of the picture's first frame.
  static func shift(to origin: Double) -> String? {
    origin == 0 ? nil : "asetpts=round(PTS-\(NumberSyntax.print(origin))/TB)"
  }

  /// The command for warp-audio's --source, which prints a part of the sound; nil where the sound is decoded from its start:
  /// there is little that is not heard, or the number of a sample would not be known after a seek.
  private func partCommand(_ stream: ProbedStream, _ facts: SoundFacts, _ format: String) -> String? {
    guard map.isHeardInParts, let grid = film.grids[stream.index], !film.span.isStampless else { return nil }
    func sample(_ time: String) -> String { "round((\(time))*\(facts.rate))" }
    func command(_ seek: String, _ filters: [String?], first: String, end: String, trim: String) -> String {
      let read = ["-copyts", "-reinit_filter", "0", "-i", sourceFile, "-map", "0:\(stream.index)"]
      let fill = [LostSound.filling(from: first), "apad=whole_len=\(end),atrim=\(trim)end_sample=\(end)"]
      return "exec " + PartCommand.quoted(decoding) + seek + " "
        + PartCommand.quoted(read + output(filters + fill, format))
    }
    let shifted = Self.shift(to: film.span.start)
    // Stamps are put on the grid of whole packets, and only then is cut.
    let snapped = grid.spacing.map { "asetpts=\($0.first)+round((PTS-\($0.first))/\($0.samples))*\($0.samples)" }
    func part(_ seek: String, _ trim: String?) -> String {
      command(seek, [snapped, shifted, trim], first: sample("$FROM"), end: sample("$LENGTH"), trim: "")
    }
    let sought = part(
      (snapped == nil ? "" : " -noaccurate_seek")
        + " -ss \(PartCommand.sum("$FROM", leadIn - Double(Self.leadOfDecoder)))", nil)
    if grid.isRandom {
      // What is decoded only for its random numbers is dropped before it is converted.
      let fromStart = part("", "atrim=start_pts=\(sample("$FROM-\(Self.leadOfDecoder)"))")
      return "if [ ${FROM%.*} -lt \(Int(Self.latestNoise)) ]; then \(fromStart); else \(sought); fi"
    }
    let fromStart = command(
      "", [shifted], first: "0", end: sample("$FROM+$LENGTH"), trim: "start_sample=\(sample("$FROM")):")
    return "if [ ${FROM%.*} -lt \(Int(FilmMap.unsoughtSeconds)) ]; then \(fromStart); else \(sought); fi"
  }

  /// Decoders need some packets before they give what they would have given: they begin so many seconds before the part.
  private static let leadOfDecoder = 4

  /// So many seconds of sound are decoded in vain where a seek would change the noise in it: that takes a third of a second
  /// of processor time.
  private static let latestNoise = 600.0
}

/// In which format sound goes through a pipe, by ffmpeg's and warp-audio's name.
package enum CarriedSamples {
  /// 32-bit floating point holds 24 bits and anything beyond full scale. Samples of more than 24 bits are carried in a
  /// format as deep as their own.
  package static func format(for sound: SoundFacts) -> String {
    switch sound.sampleFormat {
    case "s32", "s32p": sound.rawBits == 24 ? "f32le" : "s32le"
    case let name where name.hasPrefix("dbl"): "f64le"
    default: "f32le"
    }
  }

  /// The format in which the retimed sound goes to the encoder. Where the result has whole numbers, warp-audio makes
  /// them: it adds dither, and says how many samples were clipped.
  static func retimedFormat(for sound: SoundFacts, in encoding: Encoding?) -> String {
    guard let encoding, encoding.isLossless else { return format(for: sound) }
    return format(of: sound, mostBits: encoding.kind.sound == .flac ? 24 : nil)
  }

  /// The format that keeps the depth of a sound.
  ///
  /// - Parameter mostBits: where the file holds whole numbers only, how many bits they have at most.
  static func format(of sound: SoundFacts, mostBits: Int? = nil) -> String {
    switch sound.depth {
    case .float where mostBits == nil: sound.sampleFormat.hasPrefix("dbl") ? "f64le" : "f32le"
    case .float: "s24le"
    case .whole(let bits): bits <= 16 ? "s16le" : min(bits, mostBits ?? 32) <= 24 ? "s24le" : "s32le"
    }
  }
}
