/// The facts about a film that the page of `--plot html` needs.
extension FilmSurvey.Film {
  /// The position of source time 0 for a player that starts at the file's first packet.
  package var clipStart: Double {
    span.isStampless || joint != nil ? 0 : max(0, span.start + span.delay - (probe.container.start ?? 0))
  }

  /// The commands that print the sound of the clip for the page: mono, 8000 unsigned bytes per second, from source time
  /// 0 to the end of the clip. Nil without sound.
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
