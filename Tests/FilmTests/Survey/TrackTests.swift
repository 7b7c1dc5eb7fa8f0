import TestFilms
import TestSupport
import Testing

@testable import Film

@Suite struct TrackTests {
  private static let streams = [
    Made.picture("index=0", "disposition:attached_pic=1"), Made.sound("index=1", "channels=0"), Made.picture("index=2"),
    Made.sound("index=3"), Made.picture("index=4"), Made.sound("index=5"),
  ]

  private func choice(
    _ wish: SoundWish.Tracks, _ output: String? = "out.mkv", _ streams: [String] = streams
  ) throws -> TrackChoice {
    var job = FilmJob(input: "in.mkv", output: output)
    job.sound.tracks = wish
    let encoding: Encoding? = if output == nil { nil } else { try Encoding(job) }
    return try TrackChoice(Answers(streams.joined(separator: "\n")).probe, job, encoding)
  }

  @Test(
    arguments: [
      (.all, "out.mkv", [3, 5]), (.numbers([2]), "out.mkv", [3]), (.numbers([3, 2]), "out.mkv", [5, 3]),
      (.none, "out.mkv", []), (.all, "out.wav", [3]), (.numbers([3, 2]), "out.wav", [5]), (.all, nil, [3]),
    ] as [(SoundWish.Tracks, String?, [Int])])
  func choosesVideoAndSoundTracks(_ wish: SoundWish.Tracks, _ output: String?, _ sounds: [Int]) throws {
    let choice = try choice(wish, output)
    #expect(choice.picture?.index == 2 && choice.sounds.map(\.index) == sounds)
  }

  /// If only one track is possible, it is the one that players choose.
  @Test func defaultTrackIsChosenAmongSeveral() throws {
    let streams = Self.streams.dropLast() + [Made.sound("index=5", "disposition:default=1")]
    #expect(try choice(.all, "out.wav", Array(streams)).sounds.map(\.index) == [5])
    #expect(try choice(.all, "out.mkv", Array(streams)).sounds.map(\.index) == [3, 5])
    let pictures = [Made.picture("index=0"), Made.picture("index=1", "disposition:default=1")]
    #expect(try choice(.all, "out.mkv", pictures).picture?.index == 1)
  }

  @Test func subtitlesAreKeptUnlessExcluded() throws {
    let streams = [Made.picture(), Made.subtitle("index=2")]
    #expect(try choice(.all, "out.mkv", streams).subtitles.map(\.index) == [2])
    #expect(try choice(.all, nil, streams).subtitles.isEmpty)
    var job = FilmJob(input: "in.mkv", output: "out.mkv")
    job.keepsSubtitles = false
    let choice = try TrackChoice(Answers(streams.joined(separator: "\n")).probe, job, try Encoding(job))
    #expect(choice.subtitles.isEmpty)
  }

  @Test func undecodableSoundIsReported() {
    let streams = [Made.picture(), Made.sound("codec_name=unknown", "codec_tag_string=ac-4", "sample_fmt=unknown")]
    #expect(
      throws: FilmError.input(
        "ffmpeg cannot decode the sound of 'in.mkv' (ac-4)", advice: "to drop the sound, add --no-audio")
    ) {
      try choice(.all, "out.mkv", streams)
    }
    #expect(throws: Never.self) { try choice(.none, "out.mkv", streams) }
    let known = [Made.picture(), Made.sound("codec_name=ac4", "sample_fmt=unknown")]
    #expect(
      complaint { try choice(.all, "out.mkv", known) }.hasPrefix("ffmpeg cannot decode the sound of 'in.mkv' (ac4)"))
  }

  @Test(arguments: [
    ("60/1", "246/10", "60"), ("1000/1", "246/10", "60"), ("48/1", "30/1", "48"), ("240/1", "90/1", "90"),
    ("55/1", "40/1", "55"),
  ])
  func variableClipsGetTheRateOfTheirBursts(_ fitting: String, _ average: String, _ burst: String) throws {
    let line = Made.picture("r_frame_rate=\(fitting)", "avg_frame_rate=\(average)")
    #expect("\(ClipRate.burst(of: try #require(Answers(line).probe.streams[0].picture)))" == burst)
  }

  @Test func missingTracksAreRefused() {
    #expect(throws: FilmError.usage("sound track 4 does not exist (--audio); 'in.mkv' has 3")) {
      try choice(.numbers([4]))
    }
    // Tracks are counted as in the file, also those that nothing can decode.
    #expect(
      throws: FilmError.input("sound track 1 of 'in.mkv' has no packets", advice: "choose another (--audio)")
    ) {
      try choice(.numbers([1]))
    }
    #expect(
      throws: FilmError.usage(
        "'out.wav' is for sound alone, and --no-audio drops the sound", advice: "leave --no-audio out")
    ) {
      try choice(.none, "out.wav")
    }
  }

  @Test(
    arguments: [
      // Clips of a constant rate keep the rate that fits all timestamps.
      ("25/1", "25/1", "25"), ("30000/1001", "30000/1001", "30000/1001"), ("60/1", "52/1", "60"),
      // Clips of a variable rate get the common rate near their average, or the average.
      ("600/1", "2997/100", "30000/1001"), ("90000/1", "24/1", "24"), ("1000/1", "1229/50", "25"),
      ("1000/1", "37/1", "37"), ("240/1", "120/1", "120"), ("1000/1", "123/4", "123/4"), ("60/1", "48/1", "48"),
      // One rate or both are missing.
      ("25/1", "0/0", "25"), ("0/0", "0/0", "25"), ("90000/1", "0/0", "25"), ("0/0", "50/1", "50"),
    ])
  func clipRateFollowsFromTheStatedRates(_ fitting: String, _ average: String, _ rate: String) throws {
    let line = Made.picture("r_frame_rate=\(fitting)", "avg_frame_rate=\(average)")
    let picture = try #require(Answers(line).probe.streams[0].picture)
    #expect("\(ClipRate.rate(of: picture))" == rate)
  }

  @Test(arguments: [
    ("fltp", "N/A", "f32le"), ("s16", "16", "f32le"), ("s32", "24", "f32le"), ("s32p", "N/A", "s32le"),
    ("s32", "32", "s32le"), ("dblp", "N/A", "f64le"), ("u8", "8", "f32le"),
  ])
  func sampleFormatsKeepThePrecision(_ format: String, _ bits: String, _ carried: String) throws {
    let line = Made.sound("sample_fmt=\(format)", "bits_per_raw_sample=\(bits)")
    #expect(CarriedSamples.format(for: try #require(Answers(line).probe.streams[0].sound)) == carried)
  }
}
