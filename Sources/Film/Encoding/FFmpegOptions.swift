/// Sets of ffmpeg options by subject. A set tells which words of --encode belong to it.
struct FFmpegOptions {
  /// Options that are written exactly like this.
  private let whole: [String]
  /// Options that may be followed by a stream specifier: `-c:v` also matches `-c:v:0`.
  private let ofTracks: [String]

  private init(_ whole: [String] = [], ofTracks: [String] = []) {
    self.whole = whole
    self.ofTracks = ofTracks
  }

  func contains(_ word: String) -> Bool {
    whole.contains(word) || ofTracks.contains { word == $0 || word.hasPrefix($0 + ":") }
  }
}

extension FFmpegOptions {
  /// Options that name a codec, or drop its kind of track. `-c` applies to all tracks; `-c:…` may apply to other
  /// tracks.
  static let pictureCodec = FFmpegOptions(["-c", "-codec", "-vcodec", "-vn"], ofTracks: ["-c:v", "-codec:v"])
  static let soundCodec = FFmpegOptions(["-c", "-codec", "-acodec", "-an"], ofTracks: ["-c:a", "-codec:a"])
  static let x264 = FFmpegOptions(["-x264-params"])
  static let x265 = FFmpegOptions(["-x265-params"])

  /// Options other than `-crf` that set the size or quality of a video track.
  static let bitRate = FFmpegOptions(["-b", "-vb", "-qp"], ofTracks: ["-b:v", "-qp"])

  static let kindOfFile = FFmpegOptions(["-f"])
  static let pixelFormat = FFmpegOptions(ofTracks: ["-pix_fmt"])
  /// Options that choose a graphics card.
  static let device = FFmpegOptions(["-init_hw_device", "-vaapi_device", "-filter_hw_device"])

  /// Options whose values contain video filters.
  static let pictureFilters = FFmpegOptions(["-filter", "-filter_complex", "-lavfi"], ofTracks: ["-vf", "-filter:v"])
  /// Options with filters for the result's one picture, in a chain to which other filters can be added.
  static let chain = FFmpegOptions(["-vf", "-filter:v", "-filter:v:0"])
  /// Options with filters for frames, samples or packets.
  static let filters = FFmpegOptions(ofTracks: ["-vf", "-af", "-filter", "-bsf", "-vbsf", "-absf"])

  /// The option of mp4 and mov for the ticks per second of the whole film.
  static let filmTicks = FFmpegOptions(["-movie_timescale"])
  /// Options that only some muxers have.
  static let muxer = FFmpegOptions(["-movie_timescale"], ofTracks: ["-movflags"])
  /// Options that only some muxers have, and options for codec tags.
  static let muxerAndTags = FFmpegOptions(["-movie_timescale"], ofTracks: ["-tag", "-vtag", "-movflags"])
  /// Options that choose what is read, or what happens to frames that have been decoded.
  static let againstDecoding = FFmpegOptions(
    ofTracks: [
      "-i", "-f", "-ss", "-sseof", "-t", "-to", "-r", "-s", "-itsoffset", "-itsscale", "-copyts", "-start_at_zero",
      "-re", "-readrate", "-stream_loop", "-map", "-an", "-sn", "-vn", "-dn", "-vf", "-af", "-filter",
      "-filter_complex",
      "-lavfi", "-skip_frame", "-pix_fmt", "-vsync", "-fps_mode", "-frames", "-y", "-n",
    ])
  /// Options that change times or drop tracks, so that pieces would not match.
  static let againstPieces = FFmpegOptions(
    ofTracks: [
      "-r", "-ss", "-t", "-to", "-frames", "-vframes", "-aframes", "-fs", "-itsoffset", "-output_ts_offset", "-vsync",
      "-fps_mode", "-pass", "-an", "-sn", "-vn", "-map", "-filter_complex", "-lavfi",
    ])
}

extension FFmpegOptions {
  /// The muxer that `-f` names; nil without `-f`.
  static func muxer(in words: [String]) -> String? {
    zip(words, words.dropFirst()).filter { kindOfFile.contains($0.0) }.last?.1
  }

  /// The video encoder that the words name; nil without one.
  static func encoder(in words: [String]) -> String? {
    zip(words, words.dropFirst()).filter { pictureCodec.contains($0.0) && $0.0 != "-vn" }.last?.1
  }

  /// Refuses muxers that write several files, or files with generated names.
  static func refuseManyFiles(_ words: [String]) throws(FilmError) {
    guard let muxer = muxer(in: words), FileKind.ofManyFiles.contains(muxer) else { return }
    throw .usage(
      "'-f \(muxer)' in --encode writes several files, but warp-film writes one",
      advice: "make one file, then split it with ffmpeg \(FileKind.splitting(by: muxer))")
  }
}
