/// Frames without timestamps at the start of a file, before frames that have them.
extension TrackTimes {
  /// Not nil if there are such frames. The file stores timestamps before 0 for them, which ffmpeg drops. The timestamps
  /// that its decoder invents depend on its version, and none keeps picture and sound in sync.
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
