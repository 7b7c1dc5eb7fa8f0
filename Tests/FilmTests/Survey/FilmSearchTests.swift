import Testing
import Warp

@testable import Film

/// Silences and standing pictures that are looked for before there is a map.
@Suite struct FilmSearchTests {
  private func job(silences: Bool, stills: Bool) -> FilmJob {
    Made.job {
      if silences { $0.search.silence = .init(level: "-35dB", length: 0.5) }
      $0.search.findsStills = stills
    }
  }

  private func next(_ answers: [String], silences: Bool = true, stills: Bool = true) throws -> FilmSurvey.Step {
    let film = [Made.version, Made.picture(), Made.sound(), Made.container(), "# probe 0", Made.packets(start: 12800)]
    let heard = ["packet|stream_index=1|pts=48000|dts=48000|duration=480000", "# packets 0"]
    return try FilmSurvey.next(
      Answers((film + heard + answers).joined(separator: "\n")), for: job(silences: silences, stills: stills))
  }

  private func found(_ answers: [String]) throws -> [String] {
    guard case .film(let film) = try next(answers) else { throw Made.Unanswered() }
    return film.found.map { "\($0.kind) \($0.start) \($0.end)" }
  }

  private func asked(_ step: FilmSurvey.Step) -> [String] {
    if case .questions(let questions) = step { questions.map(\.name) } else { [] }
  }

  @Test func eachIsAskedForByItself() throws {
    #expect(try asked(next([])) == ["silences"] && asked(next(["# silences 0"])) == ["stills"])
    #expect(try asked(next(["# silences 0", "# stills 0"])).isEmpty)
    #expect(try asked(next([], silences: false)) == ["stills"] && asked(next(["# silences 0"], stills: false)).isEmpty)
    #expect(throws: FilmError.input("the sound of 'in.mp4' cannot be decoded", advice: "see what ffmpeg says of it")) {
      try next(["# silences 1"])
    }
    var silent = job(silences: true, stills: false)
    silent.sounds = .none
    let film = Answers([Made.picture(), Made.sound(), Made.container(), Made.packets()].joined(separator: "\n"))
    #expect(throws: FilmError.usage("'in.mp4' has no sound that is kept, in which to find silences")) {
      try FilmSurvey.next(film, for: silent)
    }
  }

  /// The film begins at 1 s of the file's clock and lasts for ten. What has begun lasts to its end, and nothing beyond it.
  @Test(
    arguments: [
      (["silence_start=2", "silence_end=3.5"], ["silence 1.0 2.5"]),
      (["silence_start=0.5", "silence_end=2"], ["silence 0.0 1.0"]),
      (["silence_start=8"], ["silence 7.0 10.0"]), (["silence_start=8", "silence_end=13"], ["silence 7.0 10.0"]),
      (["silence_start=12", "silence_end=13"], []), (["silence_end=3"], []),
      (["silence_start=2", "silence_end=3", "silence_end=4"], ["silence 1.0 2.0"]),
    ])
  func whatIsFoundIsInSourceTime(_ said: [String], _ found: [String]) throws {
    let silences = said.map { "lavfi.\($0)" } + ["# silences 0", "# stills 0"]
    #expect(try self.found(silences) == found)
    let stills = said.map { "lavfi.\($0.replacing("silence_", with: "freezedetect.freeze_"))" }
    let frozen = found.map { $0.replacing("silence", with: "freeze") }
    #expect(try self.found(["# silences 0"] + stills + ["# stills 0"]) == frozen)
    #expect(try self.found(silences.dropLast() + stills + ["# stills 0"]) == found + frozen)
  }

  /// Frames whose packets have no stamps come out of the decoder later; sound does not.
  @Test func onlyFramesAreLate() throws {
    let packets = (0..<50).map { "packet|stream_index=0|pts=N/A|dts=\(2 * $0)|duration=1" }
    let lines = [Made.picture("time_base=1/50"), Made.sound(), Made.container("avi"), "# probe 0"] + packets
    let answers = [
      "packet|stream_index=1|pts=0|dts=0|duration=96000", "# packets 0", "# header 0",
      "frame|stream_index=0|best_effort_timestamp=4", "# frame 0", "lavfi.silence_start=0.5", "lavfi.silence_end=1",
      "# silences 0", "lavfi.freezedetect.freeze_start=0.58", "lavfi.freezedetect.freeze_end=1.08", "# stills 0",
    ]
    let all = Answers((lines + answers).joined(separator: "\n"))
    guard case .film(let film) = try FilmSurvey.next(all, for: job(silences: true, stills: true)) else {
      throw Made.Unanswered()
    }
    #expect(film.span.delay == 0.08 && film.found.map(\.kind) == [.silence, .freeze])
    for part in film.found { #expect(abs(part.start - 0.5) < 1e-9 && abs(part.end - 1) < 1e-9) }
  }
}
