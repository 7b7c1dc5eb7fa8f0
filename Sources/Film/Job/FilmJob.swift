import Found

/// The request without the map: the parsed command line of `warp-film`.
package struct FilmJob: Equatable, Sendable {
  /// As typed.
  package var input: String
  /// The files of INPUT if it is a pattern; nil if it is a file.
  package var pictures: NumberedPictures?
  package var mode: RunMode
  package var picture = PictureWish()
  package var sound = SoundWish()
  package var keepsSubtitles = true
  /// Whether a picture in INPUT is decoded or copied.
  package var takesPicture = true
  /// The seconds of the crossfade at each cut; 0 for none.
  package var crossfade = 0.0
  package var encoding = EncodingWish()
  /// The part of the result that is made; nil for all of it.
  package var part: ResultPart?
  /// The searches in the film before a map exists.
  package var finders: [Finder] = []
  /// The sound tracks of INPUT that are searched.
  package var listening = Listening.kept
  /// Whether the frames of a result are listed, which depends on the timestamps of all frames.
  package var listsFrames = false
  package var run = RunSettings()

  package init(input: String, mode: RunMode) { (self.input, self.mode) = (input, mode) }

  /// As typed, `-` for standard output. Nil if no result is kept.
  package var output: String? { mode.output }

  /// INPUT as programs open it.
  package var file: MediaFile { pictures.map { MediaFile($0) } ?? MediaFile(input) }

  /// The job of surveying another file whose sound this job reads, such as music.
  package func reading(_ file: String) -> FilmJob {
    var job = FilmJob(input: file, mode: .preview)
    (job.run.tools, job.run.kinds, job.takesPicture) = (run.tools, run.kinds, false)
    return job
  }

  /// Whether the extension of OUTPUT belongs to a known format.
  package static func isWritten(_ name: String) -> Bool { FileKind.of(name: name, among: FileKind.all) != nil }
}
