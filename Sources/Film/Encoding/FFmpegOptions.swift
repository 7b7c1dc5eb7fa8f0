/// Options of ffmpeg by what they are about: which words of --encode are one of them.
struct FFmpegOptions {
  /// Written just so.
  private let whole: [String]
  /// Also with tracks behind a colon: `-c:v` is `-c:v:0` too.
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
  /// That name a codec, or leave its kind of track out. `-c` is about all tracks; with a colon it may be about others.
  static let pictureCodec = FFmpegOptions(["-c", "-codec", "-vcodec", "-vn"], ofTracks: ["-c:v", "-codec:v"])
  static let soundCodec = FFmpegOptions(["-c", "-codec", "-acodec", "-an"], ofTracks: ["-c:a", "-codec:a"])
  static let x264 = FFmpegOptions(["-x264-params"])
  static let x265 = FFmpegOptions(["-x265-params"])

  /// That set the size of a picture's track, or its quality, in another way than `-crf`.
  static let bitRate = FFmpegOptions(["-b", "-vb", "-qp"], ofTracks: ["-b:v", "-qp"])

  static let kindOfFile = FFmpegOptions(["-f"])
  static let pixelFormat = FFmpegOptions(ofTracks: ["-pix_fmt"])
  /// That choose a graphics card.
  static let device = FFmpegOptions(["-init_hw_device", "-vaapi_device", "-filter_hw_device"])

  /// With filters of the picture among their values.
  static let pictureFilters = FFmpegOptions(["-filter", "-filter_complex", "-lavfi"], ofTracks: ["-vf", "-filter:v"])
  /// With filters of the one picture of a result, in a chain to which others can be added.
  static let chain = FFmpegOptions(["-vf", "-filter:v", "-filter:v:0"])
  /// Filters of frames, samples and packets.
  static let filters = FFmpegOptions(ofTracks: ["-vf", "-af", "-filter", "-bsf", "-vbsf", "-absf"])

  /// By which mp4 and mov are told how many ticks of the whole film a second has.
  static let filmTicks = FFmpegOptions(["-movie_timescale"])
  /// That kinds of file have by their own names.
  static let muxer = FFmpegOptions(["-movie_timescale"], ofTracks: ["-movflags"])
  /// The same, and the names that codecs have in them.
  static let muxerAndTags = FFmpegOptions(["-movie_timescale"], ofTracks: ["-tag", "-vtag", "-movflags"])
  /// That change times or leave tracks out, which pieces would not do alike.
  static let againstPieces = FFmpegOptions(
    ofTracks: [
      "-r", "-ss", "-t", "-to", "-frames", "-vframes", "-aframes", "-fs", "-itsoffset", "-output_ts_offset", "-vsync",
      "-fps_mode", "-pass", "-an", "-sn", "-vn", "-map", "-filter_complex", "-lavfi",
    ])
}

extension FFmpegOptions {
  /// The kind of file that `-f` names; nil without it.
  static func muxer(in words: [String]) -> String? {
    zip(words, words.dropFirst()).filter { kindOfFile.contains($0.0) }.last?.1
  }

  /// The encoder of the picture that the words name; nil without one.
  static func encoder(in words: [String]) -> String? {
    zip(words, words.dropFirst()).filter { pictureCodec.contains($0.0) && $0.0 != "-vn" }.last?.1
  }

  /// Refuses kinds of file that ffmpeg writes as several files, or under names that it makes up.
  static func refuseManyFiles(_ words: [String]) throws(FilmError) {
    guard let muxer = muxer(in: words), FileKind.ofManyFiles.contains(muxer) else { return }
    throw .usage(
      "'-f \(muxer)' in --encode writes several files, but warp-film writes one",
      advice: "make one file, then split it with ffmpeg -c copy -f \(muxer)")
  }
}
