/// Which layout of channels a codec can hold, by libavutil's names.
enum SoundLayout {
  /// The layout that a sound gets; nil where it keeps its own, or has none with a name.
  static func replacement(for sound: SoundFacts, in codec: FileKind.SoundCodec) -> String? {
    switch codec {
    case .aac: replacement(for: sound.layout, among: named)
    case .opus: replacement(for: sound.layout, among: ofVorbis)
    // Of the two channels of a downmix ffmpeg would make one.
    case .mp3: sound.channels > 2 || sound.layout == "downmix" ? "stereo" : nil
    case .flac, .wav: nil
    }
  }

  /// The layout by which the channels of a sound that says nothing of them are known to a codec; nil where ffmpeg's own choice
  /// will do. Three channels it would take for 2.1, and lose the third.
  static func assumed(for sound: SoundFacts, in codec: FileKind.SoundCodec) -> String? {
    let most = codec == .aac ? 3 : codec == .opus || codec == .mp3 ? 8 : 0
    guard sound.layout == nil, sound.channels >= 3, sound.channels <= most else { return nil }
    return ["3.0", "quad", "5.0", "5.1", "6.1", "7.1"][sound.channels - 3]
  }

  private static func replacement(for layout: String?, among known: Set<String>) -> String? {
    guard let layout, !known.contains(layout) else { return nil }
    return larger[layout].flatMap { known.contains($0) ? $0 : nil } ?? "7.1"
  }

  /// Those that have names in AAC. ffmpeg writes others too, but no player knows what they are.
  private static let named: Set = [
    "mono", "stereo", "2.1", "3.0", "3.0(back)", "4.0", "quad", "quad(side)", "5.0", "5.1", "6.0(front)", "7.1",
  ]
  /// Those of Vorbis, which Opus has too.
  private static let ofVorbis: Set = ["mono", "stereo", "3.0", "quad", "5.0", "5.1", "6.1", "7.1"]

  /// For each layout the smallest that holds all its channels, or the same ones by another name. 7.1 for those not listed,
  /// and where a codec lacks that one.
  private static let larger = [
    "downmix": "stereo", "2.1": "5.1", "3.1": "5.1", "3.0(back)": "6.1", "4.0": "6.1", "4.1": "6.1",
    "quad(side)": "quad", "5.0(side)": "5.0", "5.1(side)": "5.1", "6.0": "6.1",
  ]
}
