import Values

extension FilmSurvey.Film {
  /// The timecode of the first frame. Nil without one, and at rates at which timecodes do not exist.
  package var timecode: StartTimecode? {
    guard let facts = tracks.picture?.picture, let rate, !isUneven else { return nil }
    // Timecodes count frames, also if each field becomes a frame.
    return timecodeTag.flatMap { StartTimecode($0, at: ClipRate.rate(of: facts)) }?.converted(to: rate)
  }

  /// mov and mp4 have a track for it, which ffmpeg also states with the picture. MXF has it with the file.
  private var timecodeTag: String? {
    let all = (tracks.picture?.tags ?? []) + probe.container.tags + probe.streams.flatMap(\.tags)
    return all.first(where: \.isTimecode)?.value
  }
}
