import TestFilms
import Testing

@testable import Film

/// When the ends that a file states are trusted.
@Suite struct TrackTimesTests {
  private func next(_ lines: [String], _ output: String = "out.mp4") throws -> FilmSurvey.Film {
    try FilmSurvey.film(for: Made.job(output), asking: Answers(lines.joined(separator: "\n")))
  }

  private func asked(_ lines: [String], _ output: String = "out.mp4") throws -> String? {
    try Made.questions(Answers(lines.joined(separator: "\n")), Made.job(output)).first?.name
  }

  /// mkvmerge counts Matroska's length from the first packet, and ffmpeg from 0. Neither file counts as truncated.
  @Test(arguments: [125, 250]) func bothLengthsOfMatroskaAreComplete(count: Int) throws {
    let packets = Made.packets(start: 64000).split(separator: "\n").prefix(count).joined(separator: "\n")
    let film = [Made.picture(), Made.container("matroska,webm", start: "5.000000"), "# probe 0", packets]
    #expect(try asked(film + ["# ends 0"]) == nil)
    let all = try next(film + ["# packets 0"])
    #expect(all.truncation == nil && all.span == ClipSpan(start: 5, length: Double(count) / 25))
  }

  /// If sound's last packets are not found, all packets are read only if sound is stated to be longer than the video.
  @Test(
    arguments: [(480_000, 192_000, nil), (720_000, 192_000, "packets"), (720_000, 720_000, nil)]
      as [(Int, Int, String?)])
  func longerSoundIsCheckedInAllPackets(said: Int, found: Int, question: String?) throws {
    let sound = "packet|stream_index=1|pts=0|dts=0|duration=\(found)"
    let film = [
      Made.picture(), Made.sound("duration_ts=\(said)"), Made.container(), "# probe 0", Made.packets(), sound,
    ]
    #expect(try asked(film + ["# ends 0"]) == question)
  }

  /// In containers for which ffmpeg does not correct them.
  @Test func restartingTimestampsAreRefused() {
    let twice = Made.packets() + "\n" + Made.packets()
    #expect(
      throws: FilmError.input(
        "the timestamps of 'in.mp4' restart in the middle", advice: "first join the parts with ffmpeg -f concat")
    ) {
      try next([Made.picture(), Made.container(), "# probe 0", twice, "# packets 0"])
    }
    for kind in ["mpegts", "mpeg"] {
      #expect(
        throws: Never.self, "\(kind)",
        performing: {
          let film = [Made.picture(), Made.container(kind), "# probe 0", "# frame 0", twice, "# packets 0"]
          let question = try asked(film)
          #expect(question == "joined")
        })
    }
  }

  /// Frames of packets with timestamps are shown at these, whatever the timestamp of the first decoded frame.
  @Test func onlyFramesWithoutTimestampsAreShifted() throws {
    let sound = "packet|stream_index=1|pts=0|dts=0|duration=480000\n# packets 0"
    let film = [
      Made.picture("field_order=unknown"), Made.sound(), Made.container(), "# probe 0", Made.packets(), sound,
    ]
    #expect(try asked(film) == "frame" && asked(film, "out.wav") == nil)
    let frame = "frame|stream_index=0|best_effort_timestamp=1024\n# frame 0"
    let made = try next(film + [frame])
    #expect(made.span == ClipSpan(start: 0, length: 10))
  }

  /// Matroska may contain times before 0, which ffmpeg omits. If a later frame has a timestamp, a missing one is an
  /// error. If no frame has one, frames are counted.
  @Test(arguments: [("matroska,webm", "out.mp4", true), ("matroska,webm", "out.wav", false), ("avi", "out.mp4", false)])
  func missingFirstTimestampsAreRefused(kind: String, output: String, isRefused: Bool) throws {
    let untold = "packet|stream_index=0|pts=N/A|dts=N/A|duration=512"
    let film = [Made.picture(), Made.sound(), Made.container(kind), "# probe 0", "# header 0", "# start 0"]
    let sound = "packet|stream_index=1|pts=0|dts=0|duration=480000"
    let first = "packet|stream_index=0|pts=1024|dts=N/A|duration=512"
    let packets = [untold, untold, first, untold, Made.packets(start: 1536), untold, sound, "# packets 0"]
    if isRefused {
      let advice = "cut off the start with ffmpeg -ss and -c copy"
      #expect(throws: FilmError.input("the first 3 frames of 'in.mp4' have no timestamps", advice: advice)) {
        try next(film + packets, output)
      }
      #expect(throws: FilmError.input("the first frame of 'in.mp4' has no timestamp", advice: advice)) {
        try next(film + packets.dropFirst(3), output)
      }
    } else {
      _ = try next(film + packets, output)
    }
    let all = try next(film + [untold, untold, sound, "# packets 0"], "out.mp4")
    #expect(all.span.isStampless)
  }
}
