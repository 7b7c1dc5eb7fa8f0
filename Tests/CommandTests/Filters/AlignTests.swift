import Testing

/// Tests `warp-audio --align` on the command line.
@Suite struct AlignTests {
  @Test func theMapBringsARecordingOntoAnotherClock() throws {
    let result = try Shell.run(script: "AlignTests", ["aligns"])
    let lines = result.output.split(separator: "\n").map { $0.split(separator: "\t").compactMap { Double($0) } }
    try #require(result.status == 0 && lines.count == 7, "\(result)")
    // The camera started 3.25 s after the recorder, and 1 s of camera time is 48005/48000 s of recorder time.
    func due(_ time: Double) -> Double { 3.25 + time * 48_005 / 48_000 }
    #expect(abs(lines[0][1] - due(1)) < 0.2e-3 && abs(lines[1][1] - due(20)) < 0.2e-3, "\(result)")
    #expect(abs(lines[2][0] - 30) < 0.01, "\(result)")
    #expect(result.output.contains("same\nsame\n"), "\(result)")
    #expect(abs(lines[5][1] - due(20)) < 0.2e-3, "\(result)")
    let statement = try #require(
      result.output.firstMatch(of: /# 0\.000\.\.26\.7\d\d: alike in (\d+) of 26 seconds compared/))
    #expect(Int(statement.output.1)! > 20, "\(result)")
  }

  @Test(arguments: [50, 21])
  func aLoopCutFromItsMiddleIsRefused(end: Int) throws {
    let result = try Shell.run(script: "AlignTests", ["repeats", "\(end)"])
    #expect(result.status == 4 && result.output.isEmpty, "\(result)")
    #expect(result.errors.contains("the sound repeats itself and fits 'loop.wav' at several places"), "\(result)")
  }

  @Test(arguments: [
    ("--align stranger.wav", 4, "the sound and 'stranger.wav' have nothing in common"),
    ("--align empty.wav", 4, "'empty.wav' is empty"), ("--align text.wav", 4, "'text.wav' is neither WAV nor NUT"),
    ("--align absent.wav", 1, "absent.wav"),
    ("--align recorder.wav --clip-start 1", 2, "--clip-start needs NUT"),
  ])
  func refuses(_ words: String, status: Int, saying part: String) throws {
    let result = try Shell.run(script: "AlignTests", ["refuses"] + words.split(separator: " ").map(String.init))
    #expect(result.output.hasPrefix("\(status)\n") && result.output.contains(part), "\(result)")
  }
}
