import TestFilms
import Testing

@testable import Film
@testable import Found
@testable import Warp

/// Searches before there is a map: for silences, still pictures, motion and speech.
@Suite struct FilmSearchTests {
  private func job(silences: Bool, stills: Bool) -> FilmJob {
    Made.job {
      if silences { $0.finders.append(.silences(level: "-35dB", length: 0.5)) }
      if stills { $0.finders.append(.stills) }
    }
  }

  private func answers(_ answers: [String]) -> Answers {
    let film = [Made.version, Made.picture(), Made.sound(), Made.container(), "# probe 0", Made.packets(start: 12800)]
    let heard = ["packet|stream_index=1|pts=48000|dts=48000|duration=480000", "# packets 0"]
    return Answers((film + heard + answers).joined(separator: "\n"))
  }

  private func found(_ answers: [String]) throws -> [String] {
    let film = try FilmSurvey.film(for: job(silences: true, stills: true), asking: self.answers(answers))
    return film.evidence.parts.map { "\($0.kind) \($0.start) \($0.end)" }
  }

  private func asked(_ answers: [String], silences: Bool = true, stills: Bool = true) throws -> [String] {
    try Made.questions(self.answers(answers), job(silences: silences, stills: stills)).map(\.name)
  }

  @Test func eachSearchIsASeparateQuestion() throws {
    #expect(try asked([]) == ["silences"] && asked(["# silences 0"]) == ["stills"])
    #expect(try asked(["# silences 0", "# stills 0"]).isEmpty)
    #expect(try asked([], silences: false) == ["stills"] && asked(["# silences 0"], stills: false).isEmpty)
    #expect(
      throws: FilmError.input(
        "ffmpeg cannot decode the sound of 'in.mp4'", advice: "to see why, play the file with ffplay")
    ) {
      try asked(["# silences 1"])
    }
    var silent = job(silences: true, stills: false)
    silent.sound.tracks = .none
    let film = Answers([Made.picture(), Made.sound(), Made.container(), Made.packets()].joined(separator: "\n"))
    #expect(throws: FilmError.usage("the result has no sound from 'in.mp4' in which to find silences")) {
      try FilmSurvey.film(for: silent, asking: film)
    }
  }

  /// The film starts at 1 s of the file's timestamps and lasts ten seconds. A range without an end lasts until the film
  /// ends. Stills use the file's timestamps, silences source time.
  @Test(
    arguments: [
      (["silence_start=2", "silence_end=3.5"], ["silence 1.0 2.5"]),
      (["silence_start=0.5", "silence_end=2"], ["silence 0.0 1.0"]),
      (["silence_start=8"], ["silence 7.0 10.0"]), (["silence_start=8", "silence_end=13"], ["silence 7.0 10.0"]),
      (["silence_start=12", "silence_end=13"], []), (["silence_end=3"], []),
      (["silence_start=2", "silence_end=3", "silence_end=4"], ["silence 1.0 2.0"]),
    ])
  func foundRangesAreInSourceTime(_ said: [String], _ found: [String]) throws {
    let heard = said.map { line in
      let words = line.split(separator: "=")
      return "lavfi.\(words[0])=\((Double(words[1]) ?? 0) - 1)"
    }
    let silences = heard + ["# silences 0", "# stills 0"]
    #expect(try self.found(silences) == found)
    let stills = said.map { "lavfi.\($0.replacing("silence_", with: "freezedetect.freeze_"))" }
    let frozen = found.map { $0.replacing("silence", with: "still") }
    #expect(try self.found(["# silences 0"] + stills + ["# stills 0"]) == frozen)
    let both = heard + ["# silences 0"] + stills + ["# stills 0"]
    #expect(try self.found(both) == found + frozen)
  }

  /// The film starts at 1 s of the file's timestamps. A scene change is not motion, and falling timestamps do not
  /// count.
  @Test func motionIsMeasuredInSourceTime() throws {
    func frame(_ time: String, _ change: Double, _ score: Double) -> [String] {
      ["frame:0    pts:5      pts_time:\(time)", "lavfi.scd.mafd=\(change)", "lavfi.scd.score=\(score)"]
    }
    let told =
      frame("1", 0, 0) + frame("1.04", 2, 0.5) + frame("1.08", 40, 38) + frame("1.06", 9, 0) + frame("NOPTS", 9, 0)
      + frame("1.12", 3, 3)
    let job = Made.job { $0.finders = [.motion] }
    let film = try FilmSurvey.film(for: job, asking: answers(told + ["# motion 0"]))
    #expect(film.evidence.growth.map(\.total) == [0, 2, 2, 5])
    #expect(zip(film.evidence.growth, [0, 0.04, 0.08, 0.12]).allSatisfy { abs($0.source - $1) < 1e-9 })
  }

  /// Frames whose packets lack timestamps get later ones from the decoder. Sound does not.
  @Test func onlyVideoIsShiftedByTheDecodersDelay() throws {
    let packets = (0..<50).map { "packet|stream_index=0|pts=N/A|dts=\(2 * $0)|duration=1" }
    let lines = [Made.picture("time_base=1/50"), Made.sound(), Made.container("avi"), "# probe 0"] + packets
    let answers = [
      "packet|stream_index=1|pts=0|dts=0|duration=96000", "# packets 0", "# header 0",
      "frame|stream_index=0|best_effort_timestamp=4", "# frame 0", "lavfi.silence_start=0.5", "lavfi.silence_end=1",
      "# silences 0", "lavfi.freezedetect.freeze_start=0.58", "lavfi.freezedetect.freeze_end=1.08", "# stills 0",
    ]
    let all = Answers((lines + answers).joined(separator: "\n"))
    let film = try FilmSurvey.film(for: job(silences: true, stills: true), asking: all)
    #expect(film.span.delay == 0.08 && film.evidence.parts.map(\.kind) == [.silence, .still])
    for part in film.evidence.parts { #expect(abs(part.start - 0.5) < 1e-9 && abs(part.end - 1) < 1e-9) }
  }

  /// Silences are searched in the sound of the result: the same commands decode and align it.
  @Test func silencesAreSearchedInTheSoundOfTheResult() throws {
    for kind in ["mov,mp4", "mpegts"] {
      let film = [Made.version, Made.picture(), Made.sound(), Made.container(kind)]
      let packets = [Made.packets(start: 12800), Self.heard]
      let whole = Answers((film + packets).joined(separator: "\n"))
      let answers = Answers((film + ["# probe 0"] + packets + ["# packets 0"]).joined(separator: "\n"))
      let asked = try Made.questions(answers, job(silences: true, stills: false)).first?.lines ?? []
      let plan = try Made.plan(whole, try Made.constant(1), Made.job())
      #expect(asked.count == 3 && asked[0].dropFirst(4) == Made.words("sound decoder", of: plan).dropFirst(4))
      #expect(asked[1].prefix(3) == ["warp-audio", "--clip-start", "11"] && asked[1].suffix(2) == ["--map", "<"])
      #expect(Made.words("sound filter", of: plan).contains("11"))
      #expect(asked[2].joined(separator: " ").hasPrefix("ffmpeg -nostdin -v fatal -f f32le -ar 48000 -ac 2 -i - -af"))
      #expect(asked[2].contains("silencedetect=n=-35dB:d=0.500000,ametadata=mode=print:file=-:direct=1"))
      #expect(asked[2].suffix(4) == ["-nostats", "-f", "null", "-"])
    }
  }

  /// The pace of speech is measured in the same sound, in source time.
  @Test func speechIsMeasuredInTheSoundOfTheResult() throws {
    let film = [Made.version, Made.picture(), Made.sound(), Made.container(), "# probe 0"]
    let packets = [Made.packets(start: 12800), Self.heard, "# packets 0"]
    var job = Made.job()
    job.finders = [.speech]
    let asked = try Made.questions(Answers((film + packets).joined(separator: "\n")), job)
    #expect(asked.map(\.name) == ["speech"])
    let meter = ["warp-audio", "--measure", "speech", "--format", "f32le", "--rate", "48000", "--channels", "2"]
    #expect(asked.first?.lines.last == meter)
    let paces = Answers((film + packets + ["0.000=2x", "1.500=0.5x", "# speech 0"]).joined(separator: "\n"))
    let found = try FilmSurvey.film(for: job, asking: paces)
    #expect(found.evidence.paces != SpeechPaces() && found.evidence.parts.isEmpty)
  }

  /// A note states the speed of the sound, also if it is constant, and that the pitch is kept.
  @Test(arguments: [
    (2.5, 2.5, "at 2.5x throughout and keeps its pitch; no speech was found in it"),
    (1, 1, "at 1x throughout and keeps its pitch"), (1.25, 4, "between 1.25x and 4x and keeps its pitch"),
  ])
  func speedOfSpeechIsReported(_ first: Double, _ last: Double, _ note: String) throws {
    let film = [Made.version, Made.picture(), Made.sound(), Made.container(), "# probe 0"]
    let answers = Answers((film + [Made.packets(), Self.heard, "# packets 0", "# speech 0"]).joined(separator: "\n"))
    let job = Made.job { $0.finders = [.speech] }
    let keys = try SpeedKeys(
      [(0, first), (10, last)].map { SpeedKeys.Key(source: $0, speed: $1, easing: .linear) })
    let plan = try Made.plan(answers, Made.map(keys.map(duration: 10)), job)
    #expect(plan.notes.contains("the sound plays \(note) (--speech)"), "\(plan.notes)")
  }

  private static let heard = "packet|stream_index=1|pts=48000|dts=48000|duration=480000"

  /// Sound is longer than the ten seconds of video, so the last frame, from 9.96 s, is held. A still range before it
  /// continues. Less than two seconds do not count.
  @Test(
    arguments: [
      (14.0, [], ["still 9.96 14.0"]), (14, ["start=4", "end=6"], ["still 4.0 6.0", "still 9.96 14.0"]),
      (14, ["start=4", "end=9.96"], ["still 4.0 14.0"]), (14, ["start=4"], ["still 4.0 14.0"]),
      (11.95, [], []), (11.97, [], ["still 9.96 11.97"]), (11.95, ["start=4"], ["still 4.0 11.95"]),
    ] as [(Double, [String], [String])])
  func heldLastFramesCountAsStill(_ end: Double, _ said: [String], _ found: [String]) throws {
    let sound = "packet|stream_index=1|pts=0|dts=0|duration=\(Int((end * 48000).rounded()))"
    let film = [Made.version, Made.picture(), Made.sound(), Made.container(), "# probe 0", Made.packets(), sound]
    let stills = said.map { "lavfi.freezedetect.freeze_\($0)" } + ["# stills 0"]
    let answers = Answers((film + ["# packets 0"] + stills).joined(separator: "\n"))
    let made = try FilmSurvey.film(for: job(silences: false, stills: true), asking: answers)
    #expect(made.evidence.parts.map { "\($0.kind) \($0.start) \($0.end)" } == found)
  }
}
