import Values

/// How ffmpeg and ffprobe open INPUT or another file: its path, and the input options that it needs.
package struct MediaFile: Equatable, Sendable {
  /// As ffmpeg takes it.
  package let path: String
  private let options: [String]

  /// - Parameter typed: the name of a file.
  init(_ typed: String) { (path, options) = (FileName(typed).asFile, []) }

  init(_ pictures: NumberedPictures) {
    path = FileName(pictures.pattern).asFile
    options =
      ["-f", "image2", "-framerate", "\(pictures.rate)"]
      + (pictures.first.map { ["-start_number", "\($0)"] } ?? ["-pattern_type", "glob"])
  }

  /// The arguments that open the file.
  var opening: [String] { options + ["-i", path] }
}

/// Pictures in files, one per frame.
package struct NumberedPictures: Equatable, Sendable {
  /// A path with `%d` or `%04d` for the number, where `%%` means a percent sign, or a pattern of the shell.
  let pattern: String
  /// The first number; nil for a pattern of the shell.
  let first: Int?
  let rate: FrameRate

  package init(pattern: String, first: Int?, rate: FrameRate) {
    (self.pattern, self.first, self.rate) = (pattern, first, rate)
  }
}
