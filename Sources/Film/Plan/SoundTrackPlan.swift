import Warp

/// The sound's way: decoded in step with the picture's first frame, retimed.
extension FilmPlan {
  /// Where the retimed sound can be read, as bare samples.
  func soundFeed(_ stream: ProbedStream, _ facts: SoundFacts) -> Feed {
    let format = CarriedSamples.format(for: facts)
    var options = ["--format", format, "--rate", "\(facts.rate)", "--channels", "\(facts.channels)"] + job.soundOptions
    if map.returns { options += ["--memory", "64M"] }
    options += picture == nil ? job.progress : ["--no-progress"]
    let filter: [Stage.Word] = [.text(job.tools.audio), "--map", .feed(.document(map.table))]
    return .stage(
      Stage("sound filter", [filter + .init(options)], input: .stage(decoder(stream, facts, format))))
  }

  /// Bare samples say nothing of themselves: whoever reads them is told.
  func soundFormat(_ facts: SoundFacts) -> [String] {
    // It writes that a player has to skip 6.5 ms of Opus, but does not move the stamps by as much.
    let isEarly = opusIsEarly && encoding?.putsOpusIntoMatroska == true
    return (isEarly ? ["-itsoffset", "0.0065"] : [])
      + ["-f", CarriedSamples.format(for: facts), "-ar", "\(facts.rate)", "-ac", "\(facts.channels)"]
      + (facts.layout.map { ["-channel_layout", $0] } ?? [])
  }

  /// ffmpeg before 6.0 did that.
  private var opusIsEarly: Bool { probe.formatLibrary.map { $0 < (59, 31) } ?? false }

  private func decoder(_ stream: ProbedStream, _ facts: SoundFacts, _ format: String) -> Stage {
    let read = inputOptions + ["-reinit_filter", "0", "-i", sourceFile, "-map", "0:\(stream.index)"]
    let write = ["-af", filters(facts), "-c:a", "pcm_\(format)", "-f", format, "-"]
    guard mayChange else { return Stage("sound decoder", [.init(Self.ffmpeg + read + write)]) }
    let uniform =
      inputOptions + [
        "-i", sourceFile, "-map", "0:\(stream.index)", "-ac", "\(facts.channels)", "-ar", "\(facts.rate)",
      ]
      + ["-c:a", "pcm_f32le", "-f", "nut", "-"]
    return Stage(
      "sound aligner", [.init(Self.ffmpeg + ["-copyts", "-f", "nut", "-i", "-"] + write)],
      input: .stage(Stage("sound decoder", [.init(Self.ffmpeg + uniform)])),
      // It may have enough before the decoder is done, which is no failure of the decoder.
      readsToTheEnd: true)
  }

  /// In step with the picture's first frame, however the two start, and exactly as long as what is needed of it.
  private func filters(_ facts: SoundFacts) -> String {
    let samples = Int((map.neededLength(of: span) * Double(facts.rate)).rounded(.up))
    let origin = span.start == 0 ? "" : "asetpts=round(PTS-\(NumberSyntax.print(span.start))/TB),"
    return "\(origin)aresample=async=1:first_pts=0,apad=whole_len=\(samples),atrim=end_sample=\(samples)"
  }

  /// In broadcasts, and in streams that were put end to end, stereo and surround may take turns, and at each turn filters
  /// would begin again from 0: so all is made alike first. In other kinds of file that is an error.
  private var mayChange: Bool { !Set(probe.container.names).isDisjoint(with: ["mpegts", "mpeg", "mp3", "aac"]) }
}
