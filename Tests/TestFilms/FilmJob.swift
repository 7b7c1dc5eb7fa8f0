import Film

extension FilmJob {
  /// The job of a whole result; nil for a preview.
  package init(input: String, output: String?) {
    self.init(input: input, mode: output.map { .file($0) } ?? .preview)
  }
}
