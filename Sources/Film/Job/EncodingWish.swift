/// What is requested of the encoder.
package struct EncodingWish: Equatable, Sendable {
  /// The words of --encode; nil if it is not given.
  package var words: [String]?
  /// The video encoder by warp's or ffmpeg's name, and the quality on its own scale; nil for the defaults.
  package var codec: String?
  package var quality: String?
  /// The encoder's preset by its own name.
  package var preset: String?
  /// Whether speed matters most; the picture may be small and the file large.
  package var isDraft = false

  package init() {}
}
