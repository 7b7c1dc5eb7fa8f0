import TestFilms
import Testing

@testable import Film
@testable import Found

/// Which sound tracks are searched, and pauses, in which nobody speaks.
@Suite struct ListeningTests {
  private static let sounds = [Made.sound(), Made.sound("index=2|codec_name=mp3"), Made.sound("index=3")]

  /// The arguments that select the searched tracks, and the names of the questions.
  private func asked(_ job: FilmJob) throws -> [(name: String, track: String)] {
    let film = [Made.version, Made.picture()] + Self.sounds + [Made.container(), "# probe 0", Made.packets()]
    let heard = (1...3).map { "packet|stream_index=\($0)|pts=0|dts=0|duration=480000" } + ["# packets 0"]
    return try Made.questions(Answers((film + heard).joined(separator: "\n")), job).map { question in
      let words = question.lines[0]
      return (question.name, words[words.firstIndex(of: "-map")! + 1])
    }
  }

  private func job(_ listening: Listening, _ tracks: SoundWish.Tracks = .all) -> FilmJob {
    Made.job {
      $0.finders = [.pauses(length: 0.5)]
      ($0.listening, $0.sound.tracks) = (listening, tracks)
    }
  }

  @Test func anyTrackCanDecide() throws {
    #expect(try asked(job(.kept)).map(\.track) == ["0:1"])
    #expect(try asked(job(.kept, .numbers([2, 1]))).map(\.track) == ["0:2"])
    #expect(try asked(job(.track(3), .numbers([1]))).map(\.track) == ["0:3"])
    #expect(try asked(job(.track(3), .none)).map(\.track) == ["0:3"])
    #expect(throws: FilmError.usage("sound track 4 does not exist (--listen); 'in.mp4' has 3")) {
      try asked(job(.track(4)))
    }
  }

  /// Nobody speaks where nobody speaks in any track.
  @Test func allTracksDecideTogether() throws {
    let lists = [
      ["1.000 0.1", "4.000 0.9", "6.000 0.2", "9.000 0.5"], ["0.000 0", "3.000 1", "3.800 0.4"],
      ["0.000 0", "8.000 1"],
    ].map { lines in
      var pauses = MeasuredPauses()
      for line in lines { pauses.take(Array(line.utf8)[...]) }
      return pauses.parts(lasting: 0.5, until: 10)
    }
    // From 3.8 s to 4 s is too short.
    let parts = FoundPart.common(to: lists, lasting: 0.5)
    #expect(parts.map { [$0.start, $0.end] } == [[1, 3], [6, 8]] && parts.allSatisfy { $0.kind == .pause })
    #expect(FoundPart.common(to: lists.reversed(), lasting: 0).map(\.start) == [1, 3.8, 6])
    #expect(FoundPart.common(to: [lists[0]], lasting: 9) == lists[0] && FoundPart.common(to: [], lasting: 0).isEmpty)
  }

  @Test func aPauseLastsToTheEnd() throws {
    var pauses = MeasuredPauses()
    for line in ["0.000 0.1", "0.010 0.7", "2 x", "nonsense", "5.000 0.4999"] { pauses.take(Array(line.utf8)[...]) }
    #expect(pauses.parts(lasting: 0, until: 7).map { [$0.start, $0.end] } == [[0, 0.01], [5, 7]])
    #expect(pauses.parts(lasting: 0.5, until: 7).map(\.start) == [5])
  }
}
