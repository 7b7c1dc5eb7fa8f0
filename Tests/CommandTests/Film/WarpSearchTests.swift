import Testing

/// Checks maps that warp-film makes from the content of a film: silences, stills, speech, motion and matching sound.
@Suite struct WarpSearchTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpSearchTests", words) }

  @Test func silencesAndStillsAreFoundAtTheirTimes() throws {
    let result = try run("finds", "a.mkv")
    #expect(
      result.output == """
        0.00 0.00 1
        3.24 3.24 1
        4.80 3.24 1
        12.24 10.68 1
        14.80 10.68 1
        18.72 14.60 1

        0.00 0.00 1
        3.04 3.04 1
        5.00 3.04 1
        9.04 7.08 1
        9.28 7.08 1
        12.04 9.84 1
        15.00 9.84 1
        18.52 13.36 1

        0.00 0.00 1
        3.52 3.52 1
        3.52 3.52 0.5
        4.48 4.00 0.5
        4.48 4.00 1
        6.48 6.00 1
        13.44 6.00 0.5
        14.48 6.52 0.5
        14.48 6.52 1
        19.04 11.08 1
        19.04 11.08 0.5
        20.00 11.56 0.5
        saved duration      3.902 s
        ranges              3
        range duration      5.4 s

        """, "\(result)")
  }

  @Test func silencesAreInSourceTimeForAnyFirstTimestamp() throws {
    let result = try run("keeps_step")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3 && Set(lines).count == 1, "\(result)")
    #expect(lines.first == "0.0 0.0,3.2 3.2,4.8 3.2,12.2 10.7,14.8 10.7,18.7 14.6,")
  }

  /// Tries sound that starts late, sound with a gap, also in a broadcast, and a picture that ends before its sound.
  @Test func missingSoundAndFramesAreFound() throws {
    let result = try run("lacks")
    #expect(
      result.output == """
        8.0 0.0,20.0 12.0,
        0.0 0.0,4.0 4.0,8.0 4.0,12.0 8.0,
        0.0 0.0,4.0 4.0,8.0 4.0,12.0 8.0,
        0.0 0.0,8.0 8.0,

        """, "\(result)")
  }

  /// Picture, sound and subtitles follow one map with the requested mean speed.
  @Test func speechHasTheRequestedMeanSpeed() throws {
    let result = try run("speaks")
    let lines = result.output.split(separator: "\n").map { $0.split(separator: "\t").compactMap { Double($0) } }
    try #require(lines.count == 8, "\(result)")
    // Durations are rounded to whole frames, which last 0.04 s.
    for (length, due) in zip(lines.prefix(4), [24, 24, 5, 7.5]) { #expect(abs(length[0] - due) < 0.025, "\(result)") }
    for times in lines.dropFirst(4) {
      try #require(times.count == 5, "\(result)")
      let due = times[1]
      #expect(abs(times[2] - due) < 0.04, "the flash, to a frame: \(result)")
      #expect(abs(times[3] - due) < 0.01, "the click: \(result)")
      #expect(abs(times[4] - due) < 0.002, "the subtitle: \(result)")
    }
    #expect(result.errors.contains("keeps its pitch (--speech)"), "\(result)")
  }

  /// The picture is still from 6 to 14 s, and moves evenly elsewhere. Timestamps start at 0, or in a copy at 7.5 s.
  @Test func evenMotionPlaysStillPartsFast() throws {
    let result = try run("moves")
    let lines = result.output.split(separator: "\n").map { $0.split(separator: "\t").compactMap { Double($0) } }
    try #require(lines.count == 8, "\(result)")
    for times in lines { try #require(times.count == 2, "\(result)") }
    for start in [0, 4] {
      let warped = lines[start..<start + 4].map { $0[1] }
      // The still part of 8 s plays at 20x, except for about 1 s in which the speed changes.
      #expect(warped[2] - warped[1] < 1.5 && abs(warped[3] - 20) < 0.05, "\(result)")
      // Three seconds at the start and the last six are at the same speed.
      #expect(abs(warped[0] / 3 - (warped[3] - warped[2]) / 6) < 0.1, "\(result)")
    }
  }

  /// The brightness of each frame encodes the distance ridden so far: 20 m after 2 s, 26 m after 5 s, and so on.
  @Test func aRideCoversTheSameGroundInEachFrame() throws {
    let result = try run("rides")
    let shown = result.output.split(separator: "\n").compactMap { Double($0) }
    try #require(shown.count == 250, "\(result)")
    let legs: [(time: Double, metres: Double)] = [(0, 0), (2, 20), (5, 26), (6, 56), (10, 76)]
    func time(at metres: Double) -> Double {
      let (a, b) = zip(legs, legs.dropFirst()).first { metres < $1.metres } ?? (legs[3], legs[4])
      return a.time + (metres - a.metres) * (b.time - a.time) / (b.metres - a.metres)
    }
    for (frame, metres) in shown.enumerated() {
      let due = 7.6 * Double(frame) / 25
      // The error in frames of the result, and in frames of the source. Brightness is exact to 0.01 m.
      let (warped, source) = ((metres - due) * 25 / 7.6, (time(at: metres) - time(at: due)) * 25)
      #expect(min(abs(warped), abs(source)) < 1.1, "frame \(frame) shows \(metres) m, not \(due) m")
    }
  }

  /// A camera started 2.5 s after the recorder. Tries films with timestamps from 0, with timestamps from 7.5 s, and
  /// with late sound, and an unrelated recording.
  @Test func alignBringsAFilmOntoAnotherClock() throws {
    let result = try run("aligns")
    let lines = result.output.split(separator: "\n").map { $0.split(separator: "\t").compactMap { Double($0) } }
    try #require(lines.count == 4, "\(result)")
    for times in lines.prefix(3) { #expect(times.count == 2 && abs(times[1] - 5.5) < 0.001, "\(result)") }
    #expect(lines[3] == [4] && result.errors.contains("'a.mkv' and 'stranger.wav' have nothing in common"), "\(result)")
  }

  @Test func cutSilencesAreNotInTheResult() throws {
    let result = try run("cuts")
    #expect(result.output == "0\n366\n", "\(result)")
  }

  /// Which track is searched changes neither the tracks of the result nor their order and marks.
  @Test func theChosenTrackDecides() throws {
    let result = try run("listening")
    #expect(
      result.output == """
        8
        5.4
        5.4
        8
        2
        7.4
        warp-film: error: nobody speaks in the sound, so nothing would be left (--pauses); \
        write a speed instead of cut, or choose another track with --listen
        3
        disposition:default=0
        disposition:default=1
        disposition:default=0|tag:language=fra

        """, "\(result)")
  }

  @Test(arguments: [
    ("--still cut a.wav out.wav", 2, "has no picture from 'a.wav' in which to find stills"),
    ("--speech auto --fit 30 a.mp4 out.mp4", 2, "the speed for a result of --fit 30 s is not a mean speed"),
    ("--speech 2x mute.mp4 out.mp4", 2, "has no sound from 'mute.mp4' in which to find speech"),
    ("--align mute.mp4 a.mp4 out.mp4", 2, "'mute.mp4' has no sound (--align)"),
    ("--align text a.mp4 out.mp4", 4, "ffmpeg cannot read 'text' (--align)"),
    ("--align a.wav mute.mp4 out.mp4", 2, "no sound from 'mute.mp4' to compare with 'a.wav'"),
  ])
  func impossibleSearchesAreRefused(_ options: String, _ status: Int32, _ message: String) throws {
    let result = try Shell.run(script: "WarpSearchTests", ["refuses"] + options.split(separator: " ").map(String.init))
    #expect(result.status == status && result.errors.contains(message), "\(result)")
  }
}
