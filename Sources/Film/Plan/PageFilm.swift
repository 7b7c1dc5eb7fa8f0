/// The facts about a film that the page of `--plot html` needs.
extension FilmSurvey.Film {
  /// The commands that print the sound of the clip for the page: mono, 8000 unsigned bytes per second, from source time
  /// 0 to the end of the clip. Nil without sound.
  package func wave(for job: FilmJob) -> Question? {
    guard let sound = tracks.sounds.first.flatMap(input.sound) else { return nil }
    let drawn = ClipSound.decoding + sound.samples + ["-ac", "1", "-ar", "8000", "-f", "u8", "-"]
    return Question(
      name: "wave", commands: input.joining + input.soundCommands(sound) + [.init(.ffmpeg, drawn)], isLong: false)
  }
}
