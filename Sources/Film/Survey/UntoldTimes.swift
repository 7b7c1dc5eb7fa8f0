/// Frames at the start of a file that have no times, where those behind them have.
extension TrackTimes {
  /// Not nil where there are such. The file holds times before 0 for them, which ffmpeg does not pass on: which times its decoder
  /// makes up depends on its version, and with none of them is the picture in step with the sound.
  var untoldTimes: FilmError? {
    guard let picture = tracks.picture, kind.stamps == .notEarly else { return nil }
    let packets = packets(of: picture)
    guard packets.first != nil, packets.untoldCount > 0 else { return nil }
    return .input(
      packets.untoldCount == 1
        ? "the first frame of '\(job.input)' has no timestamp"
        : "the first \(packets.untoldCount) frames of '\(job.input)' have no timestamps",
      advice: "cut off the start with ffmpeg -ss and -c copy")
  }
}
