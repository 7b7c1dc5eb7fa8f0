import Pixels

/// The output of `ffmpeg -h encoder=NAME`. If NAME is a codec, ffmpeg describes all its encoders, and would use the
/// first.
package struct EncoderFacts: Equatable, Sendable {
  /// The pixel formats that the encoder accepts; empty if ffmpeg does not list them.
  private(set) var formats: [String] = []
  /// The kinds of graphics cards from whose memory the encoder accepts frames. Each name is also a pixel format.
  private(set) var devices: [String] = []
  /// The names of the encoder's options.
  private(set) var options: Set<String> = []
  private(set) var isOfSound = false
  /// The names of the presets, or their numbers. Neither if the encoder has none or does not list them.
  private(set) var presets: [String] = []
  private(set) var presetNumbers: ClosedRange<Int>?
  /// Whether the last line was the preset option, whose values follow.
  private var isAtPresets = false

  /// Reads a line after the line with the encoder's name.
  mutating func take(_ line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    if let option = words.first, option.hasPrefix("-") {
      options.insert(String(option.dropFirst()))
      isAtPresets = option == "-preset"
      if isAtPresets { presetNumbers = Self.range(in: words) }
    } else if words.starts(with: ["Supported", "pixel", "formats:"]) {
      formats += words.dropFirst(3)
    } else if words.starts(with: ["Supported", "hardware", "devices:"]) {
      devices += words.dropFirst(3)
    } else if words.starts(with: ["Supported", "sample"]) {
      isOfSound = true
    } else if isAtPresets, words.count > 1, presets.count < Self.mostPresets {
      presets.append(words[0])
    }
  }

  private static let mostPresets = 100

  /// Reads `(from 0 to 13)`.
  private static func range(in words: [String]) -> ClosedRange<Int>? {
    guard let from = words.firstIndex(of: "(from"), words.count > from + 3, let least = Int(words[from + 1]),
      let most = Int(words[from + 3].prefix { $0 != ")" }), least <= most
    else { return nil }
    return least...most
  }

  /// The kind of graphics card that frames must be uploaded to; nil for an encoder that accepts frames in main memory.
  var device: String? {
    guard let first = formats.first, formats.allSatisfy(devices.contains) else { return nil }
    return first
  }

  /// The accepted formats in main memory. Formats of graphics cards do not reveal their bit depth.
  var descriptors: [PixelDescriptor] { formats.filter { !devices.contains($0) }.compactMap(PixelDescriptor.init) }
}
