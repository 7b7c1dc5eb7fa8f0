import TestSupport
import Testing

/// What was asked for and does nothing is said, and a table says what the film does.
@Suite struct WarpTruthTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpTruthTests", words) }

  @Test(
    arguments: Campaign.share(of: [
      ("0=1x, 0.8s=0.3x smooth, 1.9s=2x", ["--pick", "hold"]), ("0=0.4x, 2s=3x", ["--pick", "middle"]),
      ("0=0.4x, 2s=3x", ["--pick", "nearest"]), ("0=2x, 1s=0.2x, 2s=1x", ["--pick", "next"]),
      ("0=0.7x, 2s=1.3x", []), ("0=1x, 2s=0.3x", ["--mix", "blend"]), ("0=0.25x, 2s=2x", ["--mix", "motion"]),
      ("0=1x, 1s=0.5x hold, 2s=1x", ["--reverse"]), ("0=3x, 2s=0.5x", ["--trim", "0.5s..", "--mix", "blend"]),
      ("0=1x, 1s=4x hold, 2s=1x hold", ["--freeze", "0.7s=1s"]),
    ]))
  func theListingEqualsTheFilm(speeds: String, options: [String]) throws {
    let result = try Shell.run(script: "WarpTruthTests", ["the_listing_equals_the_film", speeds] + options)
    let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    try #require(lines.count == 2 && !lines[0].isEmpty, "\(result)")
    #expect(lines[0].count == lines[1].count, "\(result)")
    // Limited range and rounding change the luma of a mix by 1.
    for (listed, shown) in zip(lines[0], lines[1]) { #expect(abs(listed - shown) <= 1, "\(result)") }
  }

  @Test(arguments: ["error", "PIPE", "TERM", "HUP"]) func filtersEndTheirSource(signal: String) throws {
    let result = try run("filters_end_their_source", signal)
    #expect(result.output == "ended\n", "\(result)")
  }

  @Test func namesNeedNotBeText() throws {
    let result = try run("names_need_not_be_text")
    #expect(result.output.hasSuffix("\nmade\n") && result.errors == "", "\(result)")
  }

  @Test func internalWordsDoNothing() throws {
    let result = try run("internal_words_do_nothing")
    #expect(result.output == "2\n2\n./notes.part\n", "\(result)")
  }

  @Test func standardOutputCanBeOverwritten() throws {
    let result = try run("standard_output_can_be_overwritten")
    #expect(result.output == "h264\n" && result.errors == "", "\(result)")
  }

  @Test func fastFilmsHaveTheirRate() throws {
    let result = try run("fast_films_have_their_rate")
    #expect(result.output == "source frames       1000 at 1000 fps\n0.5\t0.5\n", "\(result)")
  }

  @Test func numbersAreThoseOfTheFile() throws {
    #expect(try run("numbers_are_those_of_the_file", "3").output == "fra\n")
    let silent = try run("numbers_are_those_of_the_file", "1")
    #expect(silent.status == 4 && silent.errors.contains("cannot decode sound track 1 of 'in.mkv'"), "\(silent)")
  }

  @Test(arguments: [
    ("--mix blend", "exit 2\n./in.mp4\n", "frames cannot be mixed"),
    ("--shutter 180", "exit 2\n./in.mp4\n", "frames cannot be mixed"),
    ("--play 0..1 --play 1..0", "exit 2\n./in.mp4\n", "forward and backward"),
    ("--mix motion --deinterlace frame", "0|0\n", "nothing lies between"), ("--reverse", "1|0\n", "is interlaced"),
    ("--speed 2x", "1|1\n", "is interlaced"),
  ])
  func interlacedFramesStayWhole(words: String, output: String, message: String) throws {
    let result = try Shell.run(
      script: "WarpTruthTests", ["interlaced"] + words.split(separator: " ").map(String.init))
    #expect(result.output == output && result.errors.contains(message), "\(result)")
  }

  /// After a ramp, the frames at normal speed are source frames, unless `--settle no` is given.
  @Test func normalSpeedShowsSourceFrames() throws {
    let settled = try run("settled")
    #expect(settled.output == "0 of 32\n0 of 31\n--settle 25\n" && settled.errors == "", "\(settled)")
    let left = try run("settled", "--settle", "no")
    #expect(left.output == "32 of 32\n31 of 31\n" && left.errors == "", "\(left)")
  }

  @Test func roundedTimesAreThoseOfFrames() throws {
    #expect(try run("rounded_times_are_those_of_frames").output == "0 1\n0 1\n")
  }

  @Test(arguments: [
    ("--settle yes --vfr", "needs a constant frame rate"), ("--settle yes --map map", "--settle and --map"),
    ("--settle yes --invert", "--settle and --invert"), ("--settle maybe", "is not a way to settle frames"),
  ])
  func settlingHasLimits(words: String, message: String) throws {
    let result = try Shell.run(script: "WarpTruthTests", ["settling"] + words.split(separator: " ").map(String.init))
    #expect(result.status == 2 && result.errors.contains(message), "\(result)")
  }
}
