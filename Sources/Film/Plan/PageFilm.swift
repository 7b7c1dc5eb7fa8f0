import Warp

/// The facts about a film that the page of `--plot html` needs.
extension FilmSurvey.Film {
  /// When source time is 0 on the clock of a player that begins with the file's first packet.
  package var clipStart: Double {
    span.isStampless || joint != nil ? 0 : max(0, span.start + span.delay - (probe.container.start ?? 0))
  }

  /// What prints the sound of the clip as the page draws it: one channel, 8000 unsigned bytes a second, from source
  /// time 0 to the end of the clip. Nil where there is no sound.
  package func wave(for job: FilmJob) -> Question? {
    guard let stream = tracks.sounds.first, let facts = stream.sound else { return nil }
    let file = FilmJob.path(job.input)
    let input = joint == nil ? ["-i", file] : ["-f", "nut", "-i", "-"]
    let sound = ClipSound(stream: stream, facts: facts, span: span, kind: kind)
    let commands = sound.commands(
      job.tools, span.isStampless ? [] : ["-copyts"],
      input + ["-map", "0:\(joint?.position(of: stream) ?? stream.index)"])
    let drawn = ClipSound.decoding + sound.samples + ["-ac", "1", "-ar", "8000", "-f", "u8", "-"]
    return Question(
      name: "wave", commands: (joint.map { [.init($0.words(file))] } ?? []) + commands + [.init(drawn)], isLong: false)
  }
}
