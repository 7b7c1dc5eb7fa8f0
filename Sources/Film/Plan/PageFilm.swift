import Warp

/// What the page of `--plot html` is told of a film.
extension FilmSurvey.Film {
  /// When source time is 0 on the clock of a player that begins with the file's first packet.
  package var clipStart: Double {
    span.isStampless || joint != nil ? 0 : max(0, span.start + span.delay - (probe.container.start ?? 0))
  }

  /// What prints the sound of the clip as the page draws it: one channel, 8000 unsigned bytes a second, from source
  /// time 0 to the end of the clip. Nil where there is no sound.
  package func wave(for job: FilmJob) -> Question? {
    guard let sound = tracks.sounds.first else { return nil }
    let ffmpeg = ["ffmpeg", "-nostdin", "-v", "quiet"]
    let file = FilmJob.path(job.input)
    let input = joint == nil ? ["-i", file] : ["-f", "nut", "-i", "-"]
    let number = joint?.position(of: sound) ?? sound.index
    let length = DecimalText.print(span.length, decimals: 6)
    let filters =
      [span.isStampless ? nil : FilmPlan.shift(to: span.start), LostSound.filling(from: "0")].compactMap(\.self)
      + ["apad=whole_dur=\(length)", "atrim=end=\(length)"]
    let words =
      ffmpeg + (span.isStampless ? [] : ["-copyts"]) + input
      + ["-map", "0:\(number)", "-af", filters.joined(separator: ","), "-ac", "1", "-ar", "8000", "-f", "u8", "-"]
    return Question(name: "wave", commands: (joint.map { [$0.words(file)] } ?? []) + [words], isLong: false)
  }
}
