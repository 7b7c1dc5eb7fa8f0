import Pixels

/// What ffmpeg says of an encoder: `ffmpeg -h encoder=NAME`. Asked about a codec, it tells of all encoders for it, of which
/// the first is the one it would take.
package struct EncoderFacts: Equatable, Sendable {
  /// Formats of the frames it takes; empty where it does not say.
  private(set) var formats: [String] = []
  /// Kinds of graphics cards from whose memory it takes frames, each also the name of a format of such frames.
  private(set) var devices: [String] = []
  /// The names of its options.
  private(set) var options: Set<String> = []
  private(set) var isOfSound = false
  /// The names of its presets, or their numbers. Neither where it has none or does not say.
  private(set) var presets: [String] = []
  private(set) var presetNumbers: ClosedRange<Int>?
  /// Whether the last option was that for presets: its values follow.
  private var isAtPresets = false

  /// Takes a line that comes after the one with its name.
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

  /// The kind of graphics card to which frames have to be brought; nil for an encoder that takes frames in main memory.
  var device: String? {
    guard let first = formats.first, formats.allSatisfy(devices.contains) else { return nil }
    return first
  }

  /// What it can hold of a picture: formats in main memory. Those of a graphics card do not say.
  var descriptors: [PixelDescriptor] { formats.filter { !devices.contains($0) }.compactMap(PixelDescriptor.init) }
}
