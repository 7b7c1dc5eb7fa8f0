import Foundation
import TestSupport
import Testing

/// Decodes the music and the film's own sound, and measures pitch, time and level.
@Suite struct MusicTests {
  private struct Sound {
    static let rate = 16_000.0
    let samples: [Double]
    let errors: String

    init(_ function: String, _ words: String) throws {
      let result = try Shell.run(
        script: "MusicTests", [function] + words.split(separator: " ").map(String.init))
      try #require(result.status == 0, "\(result.status): \(result.errors)")
      samples = result.output.split(separator: "\n").compactMap { Double($0.filter { $0 != " " }) }
      errors = result.otherErrors
    }

    var length: Double { Double(samples.count) / Self.rate }

    /// The level of a tone between two times, in dB relative to a full-scale sine.
    func level(_ hertz: Double, _ start: Double, _ end: Double) -> Double {
      let part = samples[min(samples.count, Int(start * Self.rate))..<min(samples.count, Int(end * Self.rate))]
      var (cosine, sine, weights) = (0.0, 0.0, 1e-9)
      for (index, sample) in part.enumerated() {
        let weight = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(part.count))
        let angle = 2 * .pi * hertz * Double(index) / Self.rate
        cosine += weight * sample * cos(angle)
        sine += weight * sample * sin(angle)
        weights += weight
      }
      return 20 * log10(max(1e-9, 2 * (cosine * cosine + sine * sine).squareRoot() / weights))
    }

    /// The first time after `start` at which a sample exceeds 0.01.
    func onset(after start: Double) -> Double? {
      samples.indices.dropFirst(Int(start * Self.rate)).first { abs(samples[$0]) > 0.01 }.map { Double($0) / Self.rate }
    }
  }

  private static func near(_ value: Double?, _ due: Double, within distance: Double) -> Bool {
    value.map { abs($0 - due) <= distance } ?? false
  }

  private static func decibels(_ amplitude: Double) -> Double { 20 * log10(amplitude) }

  /// The film's tone lasts from 2 to 3 s of the result, without the muted part.
  @Test func mutedPartsOfTheFilmAreSilent() throws {
    let sound = try Sound(
      "heard", "0 film.mkv out.mkv --constant 2 --mute 1.2..1.3 --mute 2.. --music song.wav --music-fade 0")
    let levels = [(2.05, 2.39), (2.41, 2.59), (2.61, 2.95)].map { sound.level(1500, $0.0, $0.1) }
    let due = Self.decibels(0.2)
    #expect(Self.near(levels[0], due, within: 0.2) && Self.near(levels[2], due, within: 0.2), "\(levels)")
    #expect(levels[1] < -60, "\(levels)")
    for (start, end) in [(2.41, 2.59), (5.6, 5.99)] {
      #expect(Self.near(sound.level(1000, start, end), Self.decibels(0.25), within: 0.2), "\(start)")
    }
  }

  private static let mixing = "--constant 2 --music song.wav --music-start 0.5 --music-level -6 --sound-level 3dB"
  private static let song = decibels(0.25) - 6
  private static let tone = decibels(0.2) + 3

  /// Expects the song unchanged from 0.1 s on, and faded out between 4.5 and 6 s. Expects the film's tone from 2 to
  /// 3 s, an octave lower than in the film.
  private func expectMix(_ sound: Sound, tone: Double? = tone, padding: Double = 0.001) {
    // The last AAC packet may extend beyond the end of the sound.
    #expect(sound.length > 5.999 && sound.length < 6 + padding, "\(sound.length)")
    #expect(Self.near(sound.onset(after: 0), 0.1, within: 0.001), "\(String(describing: sound.onset(after: 0)))")
    for (start, end) in [(0.2, 1.2), (2.1, 2.9), (3.2, 4.4)] {
      let level = sound.level(1000, start, end)
      #expect(Self.near(level, Self.song, within: 0.2), "\(level) dB at \(start) s")
    }
    let half = sound.level(1000, 5.2, 5.3)
    #expect(Self.near(half, Self.song - 6.02, within: 0.2), "\(half) dB in the middle of the fade")
    #expect(sound.samples.dropFirst(95_984).allSatisfy { abs($0) < 0.001 })
    let levels = [(1.85, 1.99), (2.01, 2.15), (2.4, 2.8), (2.85, 2.99), (3.01, 3.15)].map {
      sound.level(1500, $0.0, $0.1)
    }
    guard let tone else { return #expect(levels.allSatisfy { $0 < -60 }, "\(levels)") }
    #expect(levels[1...3].allSatisfy { Self.near($0, tone, within: 0.2) }, "\(levels)")
    #expect(levels[0] < -50 && levels[4] < -50, "\(levels)")
  }

  @Test(arguments: [
    "heard 0 film.mkv out.mkv", "heard 0 mono.mkv out.mkv", "heard 0 film.mkv out.flac", "heard 0 film.mkv out.wav",
    "heard 0 film.mkv out.mp4", "previewed",
  ]) func musicIsMixedInAtItsOwnSpeed(run: String) throws {
    let words = run.split(separator: " ", maxSplits: 1)
    let files = words.count > 1 ? "\(words[1]) " : ""
    let sound = try Sound(String(words[0]), "\(files)\(Self.mixing)")
    expectMix(sound, padding: run.hasSuffix("mp4") ? 0.03 : 0.001)
    #expect(sound.errors == "")
  }

  @Test func everyTrackGetsTheMusic() throws {
    let sound = try Sound("heard", "1 film.mkv out.mkv \(Self.mixing)")
    expectMix(sound, tone: nil)
  }

  /// If the film's own sound is missing or dropped, --sound-level has no effect.
  @Test(arguments: [
    "film.mkv out.mkv --no-audio", "mute.mkv out.mkv", "mute.mkv out.flac", "film.mkv out.m4a --no-audio",
  ])
  func withoutOtherSoundTheMusicIsTheSound(files: String) throws {
    let sound = try Sound("heard", "0 \(files) \(Self.mixing)")
    expectMix(sound, tone: nil, padding: files.contains("m4a") ? 0.03 : 0.001)
    let input = files.prefix { $0 != " " }
    #expect(sound.errors == "warp-film: --sound-level has no effect: the result has no sound of '\(input)'\n")
  }

  @Test func piecesContainTheMusicAndRefuseOtherMusic() throws {
    let sound = try Sound("joined", Self.mixing)
    expectMix(sound)
    #expect(sound.errors == "1\nexit 4\n1\n")
  }

  @Test func copyWithMusicKeepsThePicturePackets() throws {
    let result = try Shell.run(script: "MusicTests", ["same_packets"])
    #expect(result.output == "same\n", "\(result)")
    expectMix(try Sound("heard", "0 film.mkv out.mkv --copy \(Self.mixing)"))
  }

  /// Without --music-loop, silence follows the song. With --music-loop, the song repeats from --music-start, without
  /// the padding that AAC adds.
  @Test(arguments: [("", []), ("--music-loop", [1.7, 3.3, 4.9])]) func musicLoopRepeatsTheSong(
    option: String, starts: [Double]
  ) throws {
    let sound = try Sound("heard", "0 mute.mkv out.mkv --constant 2 --music song.m4a --music-start 0.5 \(option)")
    #expect(Self.near(sound.length, 6, within: 0.001))
    #expect(Self.near(sound.onset(after: 0), 0.1, within: 0.001))
    for start in starts { #expect(Self.near(sound.onset(after: start - 0.05), start, within: 0.001), "\(start)") }
    #expect((sound.onset(after: 1.65) == nil) == starts.isEmpty)
    let note =
      "warp-film: 'song.m4a' ends after 1.6 s, and the result lasts 6 s; to repeat the music, add --music-loop\n"
    #expect(sound.errors == (starts.isEmpty ? note : ""))
  }

  @Test func aShortResultFadesFromStartToEnd() throws {
    let sound = try Sound("heard", "0 mute.mkv out.mkv --trim 0..1 --music song.wav --music-start 1")
    #expect(Self.near(sound.length, 1, within: 0.001))
    for (start, share) in [(0.2, 0.75), (0.45, 0.5), (0.7, 0.25)] {
      let level = sound.level(1000, start, start + 0.1)
      #expect(Self.near(level, Self.decibels(0.25 * share), within: 0.2), "\(level) dB at \(start) s")
    }
  }

  /// With --sound original, sound starts where the map starts in the source, plays at normal speed, then falls silent.
  @Test(arguments: [("--constant 2", 1.0), ("--speed 0.5x --trim 0.5..", 0.5), ("--freeze 0.25=3 --trim 0.25..", 0.75)])
  func originalSoundKeepsItsSpeed(map: String, start: Double) throws {
    let sound = try Sound("heard", "0 film.mkv out.flac \(map) --sound original")
    #expect(Self.near(sound.onset(after: 0), start, within: 0.001))
    #expect(Self.near(sound.level(3000, start + 0.05, start + 0.45), Self.decibels(0.2), within: 0.2))
    #expect(sound.onset(after: start + 0.505) == nil)
  }

  @Test func originalSoundReportsOptionsWithoutEffect() throws {
    let sound = try Sound("heard", "0 film.mkv out.flac --reverse --sound original --pitch keep")
    #expect(Self.near(sound.length, 3, within: 0.001) && sound.onset(after: 0) == nil)
    #expect(
      sound.errors == """
        warp-film: --pitch has no effect with --sound original
        warp-film: the map begins backward at 3 s; with --sound original, the sound plays forward from there

        """)
  }

  /// With --music, warp-film does not warn that the film's own sound is too high to understand.
  @Test func aTimelapseWithMusicPrintsNoWarning() throws {
    #expect(try Sound("heard", "0 film.mkv out.flac --speed 5x --music song.wav").errors == "")
  }

  @Test(arguments: [
    (
      "--music text.txt film.mkv out.mkv", 4,
      "ffmpeg cannot read 'text.txt' as video or sound; to see why, run ffprobe on the file"
    ),
    ("--music mute.mkv film.mkv out.mkv", 2, "'mute.mkv' has no sound (--music)"),
    (
      "--music song.wav --music-start 9 film.mkv out.mkv", 2,
      "'song.wav' ends at 8 s, so nothing is left of it; give --music-start an earlier time"
    ),
  ]) func unusableMusicIsRefused(words: String, status: Int32, message: String) throws {
    let result = try Shell.run(script: "MusicTests", ["refused"] + words.split(separator: " ").map(String.init))
    #expect(result.status == status && result.errors == "warp-film: error: \(message)\n", "\(result)")
  }
}
