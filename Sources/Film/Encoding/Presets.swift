/// The presets of an encoder: its own names for the trade-off between time and file size.
struct Presets: Equatable, Sendable {
  /// The codec or encoder, for messages.
  let encoder: String
  private let listed: [String]
  private let numbers: ClosedRange<Int>?
  /// Whether the encoder has presets whose names ffmpeg does not list.
  private let hasUnknownNames: Bool

  /// The presets of x264 and x265, fastest first.
  static let ofX264 = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]
  /// Names of the fastest preset in several encoders.
  private static let fastestNames = ["ultrafast", "p1", "fastest", "veryfast", "faster", "fast"]

  init(of codec: FileKind.PictureCodec) {
    encoder = codec.rawValue
    listed = codec == .h264 || codec == .hevc ? Self.ofX264 : []
    (numbers, hasUnknownNames) = (nil, false)
  }

  init(of encoder: NamedEncoder) {
    self.encoder = encoder.name
    let facts = encoder.facts
    (listed, numbers) = (facts.presets, facts.presets.isEmpty ? facts.presetNumbers : nil)
    hasUnknownNames = facts.options.contains("preset") && listed.isEmpty && numbers == nil
  }

  /// Nil if the encoder has no presets, or if they are unknown.
  var fastest: String? {
    Self.fastestNames.first(where: listed.contains) ?? numbers.map { "\($0.upperBound)" }
  }

  func require(_ preset: String) throws(FilmError) {
    let known = Self.ofX264.joined(separator: ", ")
    if listed.contains(preset) || hasUnknownNames { return }
    if let numbers {
      if let number = Int(preset), numbers.contains(number) { return }
      throw .usage(
        "'\(preset)' is not a preset of \(encoder) (--preset)",
        advice: "write a number from \(numbers.lowerBound) to \(numbers.upperBound)")
    }
    if listed.isEmpty { throw .usage("\(encoder) has no presets (--preset)", advice: "h264 and hevc have \(known)") }
    throw .usage(
      "'\(preset)' is not a preset of \(encoder) (--preset)", advice: "write \(listed.joined(separator: ", "))")
  }
}

extension Encoding {
  /// The presets of the video encoder; nil if --encode names an unknown encoder.
  private func presets(for picture: PictureFacts) -> Presets? {
    if names(.pictureCodec) {
      return FFmpegOptions.encoder(in: givenWords).flatMap(NamedEncoder.codec).map { Presets(of: $0) }
    }
    return pictureCodec(picture).map { Presets(of: $0) } ?? encoder.map { Presets(of: $0) }
  }

  /// Refuses a preset that the encoder does not have.
  func requirePreset(for picture: PictureFacts) throws(FilmError) {
    guard let preset else { return }
    guard let presets = presets(for: picture) else {
      throw .usage("--preset needs an encoder that warp-film knows", advice: "add --codec h264")
    }
    try presets.require(preset)
  }

  /// - Parameter usual: the default preset; nil leaves the choice to the encoder.
  func presetWords(for picture: PictureFacts, usually usual: String? = nil) -> [String] {
    let presets = presets(for: picture)
    return (preset ?? (isDraft ? presets?.fastest : nil) ?? usual).map { ["-preset", $0] } ?? []
  }
}
