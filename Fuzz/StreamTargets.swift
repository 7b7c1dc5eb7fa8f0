import Audio
import Streams
import Values
import Video

/// Targets that read the streams of film and sound.
extension Target {
  static let streams = [
    Target(
      name: "y4m", words: ["YUV4MPEG2", " W", " H", " F25:1", " C420", " C444p10", " XA=", "FRAME", "\n", "0"],
      run: readFrames),
    Target(
      name: "nut", words: ["nut/multimedia container\0", "N", "\0", "\u{7F}", "I420", "Y800", "r_frame_rate"],
      seeds: FrameSeeds.nut, run: readFrames),
    Target(
      name: "nut-parts", words: ["\u{7F}", "\0", "\u{1}", "\u{7}", "I420", "r_frame_rate", "25/1"] + NUTParts.words,
      seeds: { [NUTParts.sample] }, run: { try readFrames(NUTParts.stream($0)) }),
    Target(
      name: "wav", words: ["RIFF", "RF64", "WAVE", "fmt ", "data", "ds64", "LIST", "\0\0\0\0", "\u{1}\0", "\u{8}\0"],
      seeds: SoundSeeds.all, run: readSound),
    Target(
      name: "nut-sound", words: ["N", "\0", "\u{7F}", "PSD\u{10}", "PFD\u{20}", "\u{1}", "\u{81}\u{80}\0"],
      seeds: SoundSeeds.packets, run: readPackets),
  ]

  /// Reads packets in one piece and in small portions, which must give the same samples and the same end.
  @Sendable private static func readPackets(_ bytes: [UInt8]) throws {
    let start = Double(bytes.count % 7) / 100
    let whole = try SoundPackets(MemorySource(bytes), from: start)
    let chopped = try SoundPackets(MemorySource(bytes, chopping: 7), from: start)
    expect(whole == chopped, "packets read in chunks are the same sound")
  }

  /// Reads a stream in one piece and in small portions, which must give the same frames. They can be written and read
  /// back.
  @Sendable private static func readFrames(_ bytes: [UInt8]) throws {
    let whole = ReadFilm.outcome(of: MemorySource(bytes))
    expect(ReadFilm.outcome(of: MemorySource(bytes, chopping: 7)) == whole, "a film read in chunks is the same")
    let film = try whole.get()
    for container in [Container.y4m, .nut] {
      guard let copy = try? film.bytes(as: container) else { continue }
      let again = try? ReadFilm.outcome(of: MemorySource(copy)).get()
      expect(again?.format.layout == film.format.layout && again?.frames == film.frames, "a film reads back as itself")
    }
  }

  /// Reads a stream in one piece and in small portions, which must give the same samples. Finite samples can be encoded
  /// again. The stream can be retimed.
  @Sendable private static func readSound(_ bytes: [UInt8]) throws {
    let whole = ReadSound.outcome(of: MemorySource(bytes))
    expect(ReadSound.outcome(of: MemorySource(bytes, chopping: 7)) == whole, "a sound read in chunks is the same")
    let sound = try whole.get()
    let written = sound.encodedAgain
    expect(written == nil || written == sound.samples, "samples read back as themselves")
    let plan = try SoundRetimings.forwardAndBackward(sound.format, hasOpenEnd: bytes.count % 3 == 0)
    try RetimedSound(plan: plan, keepsPitch: bytes.count % 8 == 0).check(bytes)
  }
}
