import Values

/// What a browser is given of a film that it cannot play itself.
extension FilmSurvey.Film {
  package var hasPicture: Bool { tracks.picture != nil }
  package var hasSound: Bool { tracks.sounds.first != nil }

  /// What prints the film from a source time on, as MP4 in fragments that play as they come: H.264 of at most 540
  /// lines, with keyframes so close together that seeking is quick, and the first sound.
  ///
  /// Its time 0 is the source time. Picture and sound last until the clip ends: a player stops where one of them does.
  package func proxy(from source: Double) -> Question {
    // MP4 in fragments has no edit list. So the filter drops as much sound as ffmpeg's AAC encoder puts before it.
    let sound = "aresample=48000:async=1:first_pts=0,atrim=start=\(NumberSyntax.print(1024.0 / 48000)),apad"
    let length = clip.duration.map { ["-t", NumberSyntax.print(max(0, $0 - source))] } ?? ["-shortest"]
    let chosen = [tracks.picture, tracks.sounds.first].compactMap(\.self).flatMap(input.selecting)
    let filters = ["-vf", "scale=-2:trunc(min(540\\,ih)/2)*2,tpad=stop=-1:stop_mode=clone", "-af", sound]
    let codecs = [
      "-c:v", "libx264", "-preset", "ultrafast", "-crf", "25", "-g", "12", "-bf", "0", "-pix_fmt", "yuv420p",
      "-c:a", "aac", "-ac", "2", "-b:a", "160k", "-movflags", "empty_moov+default_base_moof+frag_keyframe",
      "-frag_duration", "250000", "-f", "mp4", "-",
    ]
    return seen(from: source, chosen + filters + length + codecs, called: "proxy")
  }

  /// What prints one picture, of 108 lines, as JPEG.
  package func still(at source: Double) -> Question {
    let options = ["-frames:v", "1", "-vf", "scale=-2:108", "-c:v", "mjpeg", "-q:v", "5", "-f", "image2pipe", "-"]
    return seen(from: source, (tracks.picture.map(input.selecting) ?? []) + options, called: "still")
  }

  private func seen(from source: Double, _ options: [String], called name: String) -> Question {
    let decoder = ClipSound.decoding + input.sought(to: source) + options
    return Question(name: name, commands: input.joining + [.init(.ffmpeg, decoder)], isLong: false)
  }
}
