import Pixels

/// Options of ffmpeg for decoding the picture, such as on a graphics card.
package struct DecodingWish: Equatable, Sendable {
  package let words: [String]

  /// Decodes as ffmpeg does by itself.
  init() { words = [] }

  /// - Throws: an error for options that do not only choose how frames are decoded.
  package init(_ words: [String]) throws(FilmError) {
    if let first = words.first, !first.hasPrefix("-") {
      throw .usage("'\(first)' is not an option of ffmpeg (--decode)", advice: "write --decode '-hwaccel cuda'")
    }
    if let stray = words.first(where: FFmpegOptions.againstDecoding.contains) {
      throw .usage(
        "'\(stray)' does not belong in --decode",
        advice: "it takes options for how frames are decoded, such as -hwaccel cuda")
    }
    self.words = words
  }

  /// Options about ffmpeg's messages. If ffmpeg looks for a card itself, it reports each one that the machine lacks.
  var messages: [String] { follows("-hwaccel", ["auto"]) ? ["-v", "fatal"] : [] }

  /// The filter that brings frames from the memory of a card.
  func download(_ facts: PictureFacts) -> String? {
    guard follows("-hwaccel_output_format", Self.cardFormats) else { return nil }
    let isDeep = PixelDescriptor(facts.pixelFormat).map { $0.depth > 8 } ?? false
    return "hwdownload,format=\(isDeep ? "p010le" : "nv12")"
  }

  /// The error if a trial with these options fails.
  func failure(for input: String) -> FilmError {
    .usage(
      "ffmpeg cannot decode '\(input)' with \(words.joined(separator: " "))",
      advice: "a card needs its driver, and ffmpeg has to know it (ffmpeg -hwaccels); "
        + "without the option, the processor decodes"
    )
  }

  private static let cardFormats = [
    "cuda", "vaapi", "qsv", "vulkan", "vdpau", "drm_prime", "opencl", "d3d11", "mediacodec", "videotoolbox_vld",
  ]

  private func follows(_ option: String, _ values: [String]) -> Bool {
    zip(words, words.dropFirst()).contains { $0 == option && values.contains($1) }
  }
}
