import Warp

/// What a browser is given of a film that it cannot play itself.
extension FilmSurvey.Film {
  package var hasPicture: Bool { tracks.picture != nil }
  package var hasSound: Bool { tracks.sounds.first != nil }

  /// The seconds that ffmpeg's AAC encoder puts before the first sample. MP4 in fragments has no edit list to take
  /// them away.
  package static let proxyDelay = 1024.0 / 48000

  /// What prints the film from a source time on, as MP4 in fragments that play as they come: H.264 of at most 540
  /// lines, with keyframes so close together that seeking is quick, and the first sound.
  ///
  /// All of it is later by `proxyDelay`, and begins at 0.
  package func proxy(from source: Double, for job: FilmJob) -> Question {
    let options =
      [tracks.picture, tracks.sounds.first].compactMap(\.self).flatMap(taking)
      + ["-vf", "scale=-2:trunc(min(540\\,ih)/2)*2", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "25"]
      + ["-g", "12", "-bf", "0", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2", "-ar", "48000", "-b:a", "160k"]
      + ["-movflags", "empty_moov+default_base_moof+frag_keyframe", "-frag_duration", "250000", "-f", "mp4", "-"]
    return seen(from: source, for: job, options, called: "proxy")
  }

  /// What prints one picture, of 108 lines, as JPEG.
  package func still(at source: Double, for job: FilmJob) -> Question {
    let options = ["-frames:v", "1", "-vf", "scale=-2:108", "-c:v", "mjpeg", "-q:v", "5", "-f", "image2pipe", "-"]
    return seen(from: source, for: job, (tracks.picture.map(taking) ?? []) + options, called: "still")
  }

  private func taking(_ stream: ProbedStream) -> [String] {
    ["-map", "0:\(joint?.position(of: stream) ?? stream.index)"]
  }

  /// ffmpeg counts -ss from where the file begins. What is joined cannot be sought: it is decoded from its start.
  private func seen(from source: Double, for job: FilmJob, _ options: [String], called name: String) -> Question {
    let (file, seek) = (FilmJob.path(job.input), ["-ss", NumberSyntax.print(source + clipStart)])
    guard let joint else {
      return Question(
        name: name, commands: [.init(ClipSound.decoding + seek + ["-i", file] + options)], isLong: false)
    }
    let decoder = ClipSound.decoding + ["-f", "nut", "-i", "-"] + seek + options
    return Question(name: name, commands: [.init(joint.words(file)), .init(decoder)], isLong: false)
  }
}
