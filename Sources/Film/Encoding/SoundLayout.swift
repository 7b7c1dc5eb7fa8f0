/// The channel layouts that a codec supports, by libavutil's names.
enum SoundLayout {
  /// The layout that the sound is converted to; nil if it keeps its own, or if its layout has no name.
  static func replacement(for sound: SoundFacts, in codec: FileKind.SoundCodec) -> String? {
    switch codec {
    case .aac: replacement(for: sound.layout, among: named)
    case .opus: replacement(for: sound.layout, among: ofVorbis)
    // ffmpeg would merge the two channels of `downmix` into one.
    case .mp3: sound.channels > 2 || sound.layout == "downmix" ? "stereo" : nil
    case .flac, .wav: nil
    }
  }

  /// The layout to assume for a sound without a layout; nil if ffmpeg's own choice is right. ffmpeg would take three
  /// channels for 2.1, and drop the third.
  static func assumed(for sound: SoundFacts, in codec: FileKind.SoundCodec) -> String? {
    let most = codec == .aac ? 3 : codec == .opus || codec == .mp3 ? 8 : 0
    guard sound.layout == nil, sound.channels >= 3, sound.channels <= most else { return nil }
    return ["3.0", "quad", "5.0", "5.1", "6.1", "7.1"][sound.channels - 3]
  }

  private static func replacement(for layout: String?, among known: Set<String>) -> String? {
    guard let layout, !known.contains(layout) else { return nil }
    return larger[layout].flatMap { known.contains($0) ? $0 : nil } ?? "7.1"
  }

  /// The layouts that AAC defines. ffmpeg writes others too, but no player recognises them.
  private static let named: Set = [
    "mono", "stereo", "2.1", "3.0", "3.0(back)", "4.0", "quad", "quad(side)", "5.0", "5.1", "6.0(front)", "7.1",
  ]
  /// The layouts of Vorbis, which Opus shares.
  private static let ofVorbis: Set = ["mono", "stereo", "3.0", "quad", "5.0", "5.1", "6.1", "7.1"]

  /// For each layout, the smallest layout with all its channels, or another name of the same channels. Layouts that are
  /// not listed, or whose replacement the codec lacks, become 7.1.
  private static let larger = [
    "downmix": "stereo", "2.1": "5.1", "3.1": "5.1", "3.0(back)": "6.1", "4.0": "6.1", "4.1": "6.1",
    "quad(side)": "quad", "5.0(side)": "5.0", "5.1(side)": "5.1", "6.0": "6.1",
  ]
}
