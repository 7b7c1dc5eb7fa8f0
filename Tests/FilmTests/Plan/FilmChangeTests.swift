import TestFilms
import Testing
import Values
import Warp

@testable import Film

/// Changes other than of time, and the notes about them.
@Suite struct FilmChangeTests {
  /// A slowed film of a high frame rate gets a lower rate, and a note.
  @Test(
    arguments: [
      ("240/1", 8, "30"), ("240/1", 3, "60"), ("240/1", 100, "60"), ("240/1", 1, "240"),
      ("120000/1001", 4, "30000/1001"),
      ("60/1", 8, "60"), ("240/1", 0.5, "240"),
    ])
  func slowMotionLowersHighFrameRates(_ rate: String, _ scale: Double, _ expected: String) throws {
    let film = Made.film([Made.picture("r_frame_rate=\(rate)", "avg_frame_rate=\(rate)")])
    let plan = try Made.plan(film, Made.constant(scale), Made.job())
    #expect(plan.picture.timing.rate?.description == expected)
    #expect(plan.notes.isEmpty == (try FrameRateSyntax.parse(rate) == FrameRateSyntax.parse(expected)))
    let asked = try Made.plan(
      film, Made.constant(scale), Made.job { $0.picture.rate = .fixed(FrameRate(Rational(50)!)) })
    #expect(asked.picture.timing.rate?.description == "50" && asked.notes.isEmpty)
  }

  /// Frames of a variable rate keep their timestamps, unless an option sets a choice or a rate, or they are too many.
  @Test func variableFramesKeepTheirTimestamps() throws {
    let film = Made.film([Made.picture("r_frame_rate=60/1", "avg_frame_rate=123/5"), Made.sound()])
    let plan = try Made.plan(film, Made.constant(2), Made.job())
    #expect(Made.words("picture filter", of: plan).contains("--vfr") && plan.notes.count == 1)
    #expect(Made.words("encoder", of: plan).contains("-enc_time_base:v"))
    let fast = try Made.plan(film, Made.constant(0.5), Made.job())
    let chosen = try Made.plan(film, Made.constant(2), Made.job { $0.picture.choice = .nearest })
    let asked = try Made.plan(film, Made.constant(2), Made.job { $0.picture.rate = .fixed(FrameRate(Rational(30)!)) })
    // The fixed rate is the rate within bursts.
    for (plan, rate) in [(fast, "60"), (chosen, "60"), (asked, "30")] {
      #expect(plan.picture.timing.rate?.description == rate)
      #expect(plan.notes.count == (rate == "60" ? 1 : 0))
    }
  }

  /// Exactly 4x is not reported, since ramps may reach it.
  @Test func soundPlayedTooFastIsReported() throws {
    func notes(_ scale: Double, _ change: (inout FilmJob) -> Void = { _ in }) throws -> [String] {
      try Made.plan(Made.film([Made.picture(), Made.sound()]), Made.constant(scale), Made.job("out.mp4", change)).notes
    }
    let note =
      "sound above 4x is too high to understand; to keep the pitch, add --pitch keep; to drop the sound, add --no-audio"
    #expect(try notes(0.05) == [note] && notes(0.25).isEmpty && notes(4).isEmpty)
    #expect(try notes(0.05) { $0.sound.keepsPitch = true }.isEmpty)
    #expect(try Made.plan(Made.film([Made.picture()]), Made.constant(0.05), Made.job()).notes.isEmpty)
  }

  @Test func deinterlacingTurnsFieldsIntoFrames() throws {
    let film = Made.film([Made.picture("field_order=tt"), Made.sound()])
    let fields = try Made.plan(film, Made.constant(2), Made.job { $0.picture.deinterlacing = .field })
    let decoder = Made.words("picture decoder", of: fields).joined(separator: " ")
    #expect(
      decoder.contains("-vf bwdif=mode=send_field:deint=interlaced") && decoder.contains("-enc_time_base 1/25600"))
    #expect(fields.picture.timing.rate?.description == "50" && fields.notes.isEmpty)
    // Deinterlacing also reads the frames around a part, so decoding starts two seconds earlier.
    let back = Made.map(try TimeMap(scale: 1, duration: 10).reversed())
    let command = Made.words(
      "picture filter", of: try Made.plan(film, back, Made.job { $0.picture.deinterlacing = .frame }))
    #expect(command.joined(separator: " ").contains("--source-lead 2 "))
    let progressive = try Made.plan(Made.film(), Made.constant(2), Made.job { $0.picture.deinterlacing = .field })
    #expect(progressive.picture.timing.rate?.description == "25")
    let frames = try Made.plan(film, Made.constant(2), Made.job { $0.picture.deinterlacing = .frame })
    #expect(frames.picture.timing.rate?.description == "25")
  }

  /// The result stays interlaced unless frames are mixed. Backward play exchanges the fields.
  @Test func fieldOrderIsKept() throws {
    let film = Made.film([Made.picture("field_order=tt"), Made.sound()])
    func fields(_ map: FilmMap, _ change: (inout FilmJob) -> Void = { _ in }) throws -> FieldOrder? {
      try Made.plan(film, map, Made.job("out.mp4", change)).picture.keptFields
    }
    let encoder = Made.words("encoder", of: try Made.plan(film, Made.constant(2), Made.job())).joined(separator: " ")
    #expect(encoder.contains("-flags:v:0 +ilme+ildct -filter:v:0 setfield=tff"))
    #expect(try fields(Made.map(TimeMap(scale: 1, duration: 10).reversed())) == .bottomFirst)
    #expect(try fields(Made.constant(2)) { $0.picture.deinterlacing = .frame } == nil)
  }

  @Test func interlacedFramesAreNotMixed() throws {
    let film = Made.film([Made.picture("field_order=tt"), Made.sound()])
    let both = try PlayList(["0..3", "3..0"].map { try PlaySyntax.parse($0, on: Clip(duration: 10)) }).map()
    func refusal(_ map: FilmMap, _ choice: FrameChoice? = nil) -> FilmError? {
      let job = Made.job { $0.picture.choice = choice }
      return #expect(throws: FilmError.self) { try Made.plan(film, map, job) }
    }
    let advice = "add --deinterlace frame, which makes one frame from two fields, or --deinterlace field"
    #expect(
      refusal(Made.map(both))
        == .usage("'in.mp4' is interlaced, so it cannot play forward and backward", advice: advice))
    for choice in [FrameChoice.blend, .motion, .shutter(degrees: 180), .motionShutter(degrees: 180)] {
      let mixed = try refusal(Made.constant(2), choice)
      #expect(mixed == .usage("'in.mp4' is interlaced, so frames cannot be mixed", advice: advice))
    }
    for way in [Deinterlacing.frame, .field] {
      let job = Made.job { ($0.picture.choice, $0.picture.deinterlacing) = (.motion, way) }
      #expect(try Made.plan(film, Made.map(both), job).picture.keptFields == nil)
    }
  }

  /// A format has its defaults also if `-f` names it. If warp-film does not know the format, ffmpeg chooses.
  @Test(
    arguments: [
      ("out.mp4", "mpegts", "-c:v libx264 -preset medium -crf 18", "-c:a aac", true),
      ("out.ts", "mpegts", "-c:v libx264", "-c:a aac", true),
      ("out.xyz", "mp4", "-crf 18", "-movflags +faststart", true),
      ("out.mp4", "webm", "-c:v libvpx-vp9", "-c:a libopus", true), ("out.avi", "avi", "-f avi", "-f avi", false),
    ])
  func formatsHaveTheirDefaults(_ output: String, _ muxer: String, _ one: String, _ two: String, _ isKnown: Bool) throws
  {
    let plan = try Made.plan(
      Made.film(), Made.constant(0.5), Made.job(output) { $0.encoding.words = ["-f", muxer] })
    let words = Made.words("encoder", of: plan).joined(separator: " ")
    #expect(words.contains(one) && words.contains(two))
    let note = "ffmpeg chooses codec and quality for this format; to choose them, add -c:v and -c:a to --encode"
    #expect(plan.notes == (isKnown ? [] : [note]))
    if isKnown { return }
    let chosen = Made.job(output) { $0.encoding.words = ["-f", muxer, "-c:v", "mpeg4", "-c:a", "mp2"] }
    #expect(try Made.plan(Made.film(), Made.constant(0.5), chosen).notes.isEmpty)
  }

  /// At whole speeds, nothing lies between two frames, so nothing can be mixed.
  @Test(
    arguments: [
      (
        .blend, 0.1,
        "nothing lies between the frames at 10x, so --mix has no effect; "
          + "for motion blur, write --shutter 360 instead"
      ),
      (.motion, 1, "nothing lies between the frames at 1x, so --mix has no effect"), (.motion, 2, nil),
      (.blend, 0.4, nil), (.shutter(degrees: 360), 0.1, nil), (.nearest, 0.1, nil),
    ] as [(FrameChoice, Double, String?)])
  func idleMixingIsReported(_ choice: FrameChoice, _ scale: Double, _ note: String?) throws {
    let job = Made.job { ($0.picture.choice, $0.sound.tracks) = (choice, .none) }
    #expect(try Made.plan(Made.film(), Made.constant(scale), job).notes == [note].compactMap(\.self))
  }

  @Test func idleMixingIsReportedForParts() throws {
    let map = try SpeedSyntax.keys("0=1x, 4s=5x hold, 8s=1x hold", on: Clip(duration: 10)).map(duration: 10)
    let job = Made.job { ($0.picture.choice, $0.sound.tracks) = (.motion, .none) }
    #expect(
      try Made.plan(Made.film(), Made.map(map), job).notes
        == ["no frame of the result lies between two frames of 'in.mp4', so --mix has no effect"])
  }

  /// Encoders for the web cannot mark frames as interlaced.
  @Test(arguments: [("out.mp4", [], true), ("out.webm", [], false), ("out.mp4", ["-c:v", "mpeg4"], false)])
  func lostFieldsAreReported(output: String, words: [String], isMarked: Bool) throws {
    let film = Made.film([Made.picture("field_order=tt"), Made.sound()])
    let job = Made.job(output) { $0.encoding.words = words.isEmpty ? nil : words }
    let notes = try Made.plan(film, Made.constant(2), job).notes.filter { $0.contains("is interlaced") }
    #expect(notes.count == 1 && notes[0].contains("the result will not say so") == !isMarked)
  }

  /// warp-video cannot know the last frame's duration, since no timestamp follows.
  @Test(arguments: [(512, false), (768, false), (800, true), (12800, true)])
  func longLastFramesAreHeld(ticks: Int, _ isHeld: Bool) throws {
    let last = "packet|stream_index=0|pts=128000|dts=128000|duration=\(ticks)|flags=K_"
    let film = Answers([Made.version, Made.picture(), Made.container(), Made.packets(), last].joined(separator: "\n"))
    let plan = try Made.plan(film, Made.constant(2), Made.job())
    #expect(plan.film.input.mayEndEarly(along: plan.map) == isHeld)
  }

  @Test(arguments: [("tt", "tff"), ("tb", "tff"), ("bb", "bff"), ("bt", "bff")])
  func fieldOrderStartsWithTheFieldShownFirst(_ order: String, _ filter: String) throws {
    let film = Made.film([Made.picture("field_order=\(order)"), Made.sound()])
    let words = Made.words("encoder", of: try Made.plan(film, Made.constant(2), Made.job()))
    #expect(words.contains("setfield=\(filter)"))
  }

  @Test func changesOfThePictureAndSoundAreReported() throws {
    let interlaced = Made.film([Made.picture("field_order=tb"), Made.sound()])
    #expect(
      try Made.plan(interlaced, Made.constant(2), Made.job()).notes == [
        "'in.mp4' is interlaced; warp-film does not deinterlace it unless you add --deinterlace frame"
      ])
    #expect(try Made.plan(interlaced, Made.constant(2), Made.job("a.wav")).notes.isEmpty)
    let odd = Made.film([
      Made.picture("width=1919", "pix_fmt=yuv420p16le"), Made.sound("channel_layout=5.1(side)", "channels=6"),
      Made.sound("index=2", "channel_layout=5.1(side)", "channels=6"),
    ])
    #expect(
      try Made.plan(odd, Made.constant(2), Made.job()).notes == [
        "1919x1080 becomes 1920x1080 with repeated edge pixels: h264 needs even sizes",
        "16-bit video becomes 10-bit, the most that h264 supports", "the channel layout 5.1(side) becomes 5.1",
      ])
    #expect(try Made.plan(Made.film(), Made.constant(2), Made.job()).notes.isEmpty)
  }

  @Test func optionsWithoutEffectAreReported() throws {
    func notes(_ film: Answers, _ output: String) throws -> [String] {
      let job = Made.job(output) {
        $0.picture.typed = ["--fps", "--mix"]
        ($0.sound.typed, $0.sound.typedForAny) = (["--pitch"], ["--pitch", "--audio"])
      }
      return try Made.plan(film, Made.constant(2), job).notes
    }
    #expect(try notes(Made.film(), "a.mp4").isEmpty)
    #expect(
      try notes(Made.film(), "a.wav") == [
        "--fps has no effect: the result has no picture", "--mix has no effect: the result has no picture",
      ])
    let two = Made.film([Made.picture(), Made.sound(), Made.sound("index=2")])
    for (output, name) in [("a.m4a", "'a.m4a'"), (nil, "a preview")] {
      let plan = try Made.plan(two, Made.constant(2), Made.job(output) { $0.sound.tracks = .numbers([1, 2]) })
      #expect(plan.notes == ["sound track 2 (--audio) is dropped: \(name) has only one"])
    }
    #expect(
      try notes(Made.film([Made.picture()]), "a.mp4")
        == ["--pitch", "--audio"].map { "\($0) has no effect: the result has no sound" })
  }

  /// Motion interpolation may need a frame long after the trim, so warp-video requests the parts to decode.
  @Test(arguments: [(3.0, true, true), (3, false, false), (10, true, false)])
  func interpolationReadsBeyondTheTrim(_ end: Double, _ looksAround: Bool, _ isAsked: Bool) throws {
    let map = Made.map(try TimeMap(scale: 1, duration: 10).trimmed(from: 1, to: end))
    let plan = try Made.plan(Made.film(), map, Made.job { $0.picture.looksAround = looksAround })
    let filter = Made.words("picture filter", of: plan)
    #expect(filter.contains("--source") == isAsked && filter.contains("--hold-end") == (end < 10))
    #expect(Made.stages(of: plan).contains("picture decoder") != isAsked)
  }

  /// The last frame is held until the sound ends. A truncated file is reported at the end.
  @Test func longerSoundAndTruncationAreReported() throws {
    let film = Answers(
      [Made.picture(), Made.sound(), Made.container(), Made.packets()].joined(separator: "\n")
        + "\npacket|stream_index=1|pts=0|dts=0|duration=720000")
    let plan = try Made.plan(film, Made.constant(1, 15), Made.job())
    #expect(Made.words("picture filter", of: plan).suffix(1) == ["--hold-end"] && plan.ending == nil)
    #expect(plan.notes == ["'in.mp4' has 10 s of picture and 15 s of sound; the last frame stays until the sound ends"])
    let some = Made.packets().split(separator: "\n").prefix(100).joined(separator: "\n")
    let answers = [Made.picture(), Made.container(), "# probe 0", "# ends 0", some, "# packets 0"]
    let cut = try Made.plan(Answers(answers.joined(separator: "\n")), Made.constant(1, 4), Made.job())
    #expect(cut.ending == "'in.mp4' is truncated: it should last 10 s, but ends at 4 s; 'out.mp4' ends there too")
    #expect(Made.words("picture filter", of: cut).suffix(1) == ["--hold-end"])
    #expect(Made.words("picture decoder", of: cut).prefix(4) == ["ffmpeg", "-nostdin", "-v", "fatal"])
  }

  /// Timestamps that restart are made continuous before decoding, without seeks.
  @Test func restartingTimestampsAreMadeContinuous() throws {
    let lines = [Made.picture(), Made.sound(), Made.subtitle(), Made.container("mpegts"), "# probe 0"]
    let packets = Made.packets() + "\n" + Made.packets() + "\n# packets 0\n" + Made.packets() + "\n# joined 0"
    let film = Answers(lines.joined(separator: "\n") + "\n" + packets)
    let plan = try Made.plan(film, Made.constant(2), Made.job("out.mkv"))
    let joiner = "ffmpeg -nostdin -v fatal -fflags +genpts -i ./in.mp4 -map 0:0 -map 0:1 -c copy -f nut -"
    #expect(Made.words("picture joiner", of: plan).joined(separator: " ") == joiner)
    #expect(Made.words("sound joiner", of: plan).joined(separator: " ") == joiner)
    #expect(
      Made.words("picture decoder", of: plan).dropFirst(4).prefix(7) == [
        "-copyts", "-f", "nut", "-i", "-", "-map", "0:0",
      ])
    #expect(
      Made.words("sound decoder", of: plan).dropFirst(4).prefix(7) == [
        "-copyts", "-f", "nut", "-i", "-", "-map", "0:1",
      ])
    #expect(plan.notes.count == 2 && plan.notes[1].hasSuffix("its timestamps restart in the middle"))
    let back = try Made.plan(film, Made.map(try TimeMap(scale: 1, duration: 10).reversed()), Made.job())
    let source =
      joiner + " | ffmpeg -nostdin -v error -copyts -f nut -i - -map 0:0 -vf \"trim=start=${1:-0}:duration=$2\""
    #expect(Made.words("picture filter", of: back).contains { $0.hasPrefix(source) })
  }

  /// A picture without packets does not hide that the timestamps of the next one restart.
  @Test func restartsAreFoundBehindAnEmptyPicture() throws {
    let lines = [Made.picture(), Made.sound(), Made.picture("index=2"), Made.container("mpegts"), "# probe 0"]
    let sound = "packet|stream_index=1|pts=0|dts=0|duration=480000|flags=K_"
    let all = [Made.packets(stream: 2), Made.packets(stream: 2), sound, "# packets 0"]
    let joined = [Made.packets(), sound, "# joined 0"]
    let plan = try Made.plan(Answers((lines + all + joined).joined(separator: "\n")), Made.constant(2), Made.job())
    #expect(Made.words("picture joiner", of: plan).joined(separator: " ").contains("-map 0:2 -map 0:1 -c copy"))
  }

  /// Matroska stores timestamps in milliseconds.
  @Test func timestampsFitTheContainer() throws {
    func plan(_ output: String, _ timebase: Timebase) throws -> FilmPlan {
      try Made.plan(Made.film(), Made.constant(2), Made.job(output) { $0.picture.rate = .variable(timebase) })
    }
    let fine = try #require(Timebase(ticksPerSecond: 2000))
    let coarse = try #require(Timebase(ticksPerSecond: 50))
    for (output, timebase, held) in [
      ("a.mkv", .standard, 1000), ("a.webm", fine, 1000), ("a.mkv", coarse, 50), ("a.mov", fine, 2000),
    ] {
      let plan = try plan(output, timebase)
      #expect(plan.picture.timing.showing == .variable(try #require(Timebase(ticksPerSecond: held))), "\(output)")
      let note = "'\(output)' rounds timestamps to 1/1000 s; for exact ones, use .mp4 or .mov"
      #expect(plan.notes.contains(note) == (output == "a.webm"))
    }
  }
}
