import Testing

/// Options for ffmpeg's decoder of the picture. The machine of the tests has no graphics card.
@Suite struct DecodingTests {
  @Test func optionsReachTheDecoder() throws {
    let result = try Shell.run(script: "DecodingTests", ["options_reach_the_decoder"])
    #expect(result.status == 0 && result.otherErrors == "", "\(result)")
    #expect(result.output.split(separator: "\n") == ["same", "same", "same", "same", "other", "other", "same"])
  }

  @Test(arguments: [
    (["--decode", "-hwaccel nonsense"], "ffmpeg cannot decode 'film.mp4' with -hwaccel nonsense"),
    (["--hwaccel", "nonsense"], "ffmpeg cannot decode 'film.mp4' with -hwaccel nonsense"),
    (["--decode", "-threads 1 -ss 3"], "'-ss' does not belong in --decode"),
    (["--decode", "cuda"], "'cuda' is not an option of ffmpeg (--decode)"),
    (["--hwaccel", "a card"], "'a card' is not a kind of graphics card (--hwaccel)"),
    (["--decode", "-c:v 'open"], "the quotes in '-c:v 'open' do not match (--decode)"),
    (["--copy", "--decode", "-threads 1"], "--copy does not re-encode the picture and excludes --decode"),
  ])
  func whatCannotWorkIsRefused(_ words: [String], _ message: String) throws {
    let result = try Shell.run(script: "DecodingTests", ["refuses"] + words)
    #expect(result.output.hasPrefix("2 warp-film: error: \(message)") && !result.output.contains("left"), "\(result)")
  }
}
