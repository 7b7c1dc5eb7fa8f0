import Warp

/// The sound: each track decoded in step with the picture's first frame, retimed by warp-audio, read by the encoder.
extension FilmPlan {
  var soundInputs: [EncoderInput] {
    tracks.sounds.enumerated().compactMap { number, stream in
      guard let facts = stream.sound else { return nil }
      return EncoderInput(
        phrase: .init(format(facts) + ["-i"]) + [Stage.Word.feed(feed(stream, facts, number))], of: [stream],
        outputOptions: encoding == nil
          ? [] : stream.trackOptions("a:\(number)", isAlone: tracks.sounds.count == 1, in: encoding?.kind),
        taking: { ["-map", "\($0):a:0"] })
    }
  }

  /// The retimed sound, as raw samples.
  private func feed(_ stream: ProbedStream, _ facts: SoundFacts, _ number: Int) -> Feed {
    let format = CarriedSamples.format(for: facts)
    let retimed = CarriedSamples.retimedFormat(for: facts, in: encoding)
    // Stages are known by their names, which therefore differ.
    let name = number == 0 ? "sound" : "sound \(number + 1)"
    var options = ["--format", format, "--rate", "\(facts.rate)", "--channels", "\(facts.channels)"] + job.soundOptions
    if retimed != format { options += ["--output-format", retimed] }
    if map.returns { options += ["--memory", "64M"] }
    if let seek = seek(stream, facts) {
      options += ["--start", NumberSyntax.print(Double(seek.firstSample) / Double(facts.rate))]
    }
    options += picture == nil && number == 0 ? job.progress : ["--no-progress"]
    let filter: [Stage.Word] = [.text(job.tools.audio), "--map", .feed(.document(map.table))]
    return .stage(
      Stage("\(name) filter", [filter + .init(options)], input: .stage(decoder(stream, facts, format, name))))
  }

  /// What ffmpeg is told about the samples it reads: raw samples do not say what they are.
  private func format(_ facts: SoundFacts) -> [String] {
    // Such an ffmpeg writes into Matroska that a player has to skip the first 6.5 ms of Opus, but does not make the
    // stamps later by as much: without this offset the sound would be 6.5 ms early.
    let isEarly = opusIsEarly && encoding?.putsOpusIntoMatroska == true
    return (isEarly ? ["-itsoffset", "0.0065"] : [])
      + [
        "-f", CarriedSamples.retimedFormat(for: facts, in: encoding), "-ar", "\(facts.rate)", "-ac",
        "\(facts.channels)",
      ]
      + (facts.layout.map { ["-channel_layout", $0] } ?? [])
  }

  /// Whether ffmpeg is older than 6.0.
  private var opusIsEarly: Bool { probe.formatLibrary.map { $0 < (59, 31) } ?? false }

  private func decoder(_ stream: ProbedStream, _ facts: SoundFacts, _ format: String, _ name: String) -> Stage {
    let seek = seek(stream, facts)
    func write(_ origin: Double) -> [String] {
      ["-af", filters(facts, origin, seek), "-c:a", "pcm_\(format)", "-f", format, "-"]
    }
    guard mayChange else {
      // Stamps are put on the grid of whole packets, and only then is cut.
      let read = opening(
        stream, with: ["-reinit_filter", "0"], from: seek?.from, isExact: seek?.grid.spacing == nil)
      return Stage("\(name) decoder", [.init(decoding + read + write(span.start))], input: joiner(name))
    }
    let uniform =
      opening(stream, from: seek?.from) + ["-ac", "\(facts.channels)", "-ar", "\(facts.rate)"]
      + ["-c:a", "pcm_f32le", "-output_ts_offset", "\(stampOffset)", "-f", "nut", "-"]
    return Stage(
      "\(name) aligner",
      [.init(decoding + ["-copyts", "-f", "nut", "-i", "-"] + write(span.start + Double(stampOffset)))],
      input: .stage(Stage("\(name) decoder", [.init(decoding + uniform)], input: joiner(name))),
      // The aligner stops at the last sample it needs; the decoder must not fail because nobody reads any more.
      readsToTheEnd: true)
  }

  /// Silence is added, or sound cut away, until the first sample is that of the picture's first frame and the sound is
  /// exactly as long as the part of the clip that is needed.
  ///
  /// - Parameters:
  ///   - start: the stamp of the picture's first frame.
  ///   - seek: where the sound is decoded from, if not from the start. Then the first sample is that one.
  private func filters(_ facts: SoundFacts, _ start: Double, _ seek: Seek?) -> String {
    let first = seek?.firstSample ?? 0
    let samples = Int((map.neededLength(of: span) * Double(facts.rate)).rounded(.up)) - first
    let snap =
      seek?.grid.spacing.map { "asetpts=\($0.first)+round((PTS-\($0.first))/\($0.samples))*\($0.samples)," } ?? ""
    let origin = start == 0 ? "" : "asetpts=round(PTS-\(NumberSyntax.print(start))/TB),"
    return "\(snap)\(origin)aresample=async=1:first_pts=\(first),apad=whole_len=\(samples),atrim=end_sample=\(samples)"
  }

  /// A sound that is not decoded from its start on.
  private struct Seek {
    /// In source time. Decoders need some packets before they give what they would have given.
    let from: Double
    /// The first that the map needs, and what is around it.
    let firstSample: Int
    let grid: PacketGrid
  }

  /// So many seconds of sound are decoded in vain where a seek would change the noise in it: that takes a third of a second
  /// of processor time.
  private static let latestNoise = 600.0

  /// Nil where the sound is decoded from its start: there is little before what is shown, or the number of a sample would
  /// not be known. Keeping the pitch looks at all of the sound.
  private func seek(_ stream: ProbedStream, _ facts: SoundFacts) -> Seek? {
    guard let start = map.lateStart, let grid = grids[stream.index], joint == nil, !span.isStampless,
      !job.keepsPitch
    else { return nil }
    if grid.isRandom, start < Self.latestNoise { return nil }
    let first = ((start - 1) * Double(facts.rate)).rounded(.down)
    return Seek(from: start - 4, firstSample: Int(first), grid: grid)
  }

  /// Whole seconds that are added to the stamps of sound on its way to the aligner. NUT has no negative stamps, and ffmpeg
  /// would move all of them to avoid one: those of a broadcast whose clock has wrapped around are negative by hours.
  private var stampOffset: Int { 10 + Int(min(1e12, max(0, -span.start)).rounded(.up)) }

  /// Whether the format of the sound may change along the file, as between stereo and surround in broadcasts and in
  /// streams put end to end. At each change ffmpeg would start its filters again from 0, so that all is converted to
  /// one format first. In other kinds of file a change is an error.
  private var mayChange: Bool { !Set(probe.container.names).isDisjoint(with: ["mpegts", "mpeg", "mp3", "aac"]) }
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
    return format(of: sound, mostBits: encoding.kind?.sound == .flac ? 24 : nil)
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
