import TestSupport
import Testing

/// Checks the picture size of scaled results, animated images and drafts.
@Suite struct PictureSizeTests {
  private func run(_ function: String, _ words: String) throws -> Shell.Result {
    try Shell.run(script: "PictureSizeTests", [function] + words.split(separator: " ").map(String.init))
  }

  /// The pixel aspect ratio stays, even if the height is rounded. Interlaced fields are scaled separately.
  @Test(arguments: [
    ("wide.mkv scale=60:40,setsar=4/3 --width 60", "60,40,4:3,30"),
    ("wide.mkv scale=50:34,setsar=4/3 --width 50", "50,34,4:3,30"),
    ("wide.mkv scale=150:100,setsar=4/3 --width 150", "150,100,4:3,30"),
    ("fields.mkv scale=60:40:interl=1,setsar=1 --width 60", "60,40,1:1,30"),
    ("fields.mkv scale=66:44:interl=1,setsar=1 --width 66", "66,44,1:1,30"),
  ]) func widthScalesAsFFmpegDoes(words: String, size: String) throws {
    let result = try run("scaled", words)
    #expect(result.output == "\(size)\nsame\n", "\(result)")
  }

  /// Frames are scaled down before they are retimed, because small frames are cheaper to retime.
  @Test(arguments: [("60", "i ./wi\n"), ("192", "filter\n"), ("96", "")])
  func downscalingPrecedesRetimingAndUpscalingFollows(width: String, place: String) throws {
    #expect(try run("place", "--constant 2 --width \(width)").output == place)
  }

  @Test(arguments: [
    ("turned.mp4 out.mp4 --width 32", "32,48,3:4,30"),
    ("large.mkv out.mkv --draft --codec ffv1", "960,540,1:1,30"),
    ("wide.mkv out.mkv --draft --codec ffv1", "96,64,4:3,30"),
    ("large.mkv out.mkv --draft --width 1300 --codec ffv1 --trim ..2f", "1300,732,1:1,2"),
    ("large.mkv out.gif --width 64", "64,36,1:1,15"),
    ("large.mkv out.gif --fps 20 --width 64", "64,36,1:1,20"),
    ("wide.mkv out.gif --vfr", "128,64,1:1,30"), ("wide.mkv out.apng --speed 2x", "128,64,1:1,8"),
  ]) func widthAndDraftSetTheSize(words: String, size: String) throws {
    let result = try run("made", words)
    #expect(result.output.replacing(",0:1,", with: ",1:1,") == "\(size)\n", "\(result)")
  }

  @Test func previewsHaveTheSizeOfTheResult() throws {
    #expect(try run("previewed", "--width 64").output == "64,36,1:1,30\n")
    #expect(try run("previewed", "--width 1290 --trim ..2f").output == "1290,726,1:1,2\n")
  }

  @Test func piecesHaveTheSizeOfTheResult() throws {
    let result = try run("in_pieces", "--draft --width 64")
    #expect(result.output == "exit 4\n64,36,1:1,30\n", "\(result)")
  }

  @Test(arguments: [("out.gif", 6.0), ("out.apng", 2.0)]) func movingImagesLookLikeTheFilm(output: String, most: Double)
    throws
  {
    let result = try run("moving", output)
    let lines = result.output.split(separator: "\n")
    try #require(lines.count == 2, "\(result)")
    #expect(lines[0].hasPrefix("128,64,") && lines[0].hasSuffix(",15"), "\(result)")
    #expect(Double(lines[1]).map { $0 < most } ?? false, "\(result)")
  }

  @Test func movingImagesRepeatForEver() throws {
    let result = try run("repeats", "")
    #expect(
      result.output.split(whereSeparator: \.isWhitespace).map(String.init) == [
        "3", "1", "0", "0", "0", "0", "0", "0",
      ])
  }

  @Test func movingImagesReportTheirLimits() throws {
    let result = try run("made", "large.mkv out.gif --trim ..4f --music large.mkv --pitch keep")
    #expect(
      result.errors == """
        warp-film: --pitch has no effect: the result has no sound
        warp-film: --music has no effect: the result has no sound
        warp-film: the result has 15 fps and is 480 pixels wide; to change them, add --fps or --width

        """)
    #expect(result.output.hasPrefix("480,270,") && result.output.hasSuffix(",2\n"), "\(result)")
  }

  /// Other options override --draft, and --encode overrides --preset.
  @Test(arguments: [
    ("--preset ultrafast", "cabac=0\nheight=720\n"), ("--preset fast", "cabac=1\nheight=720\n"),
    ("--draft", "cabac=0\nheight=540\n"), ("--draft --preset fast", "cabac=1\nheight=540\n"),
    ("--draft --encode -preset\\ fast", "cabac=1\nheight=540\n"),
    ("--preset ultrafast --encode -preset\\ fast", "cabac=1\nheight=720\n"),
    ("--preset ultrafast --encode -c:v\\ libx264", "cabac=0\nheight=720\n"),
  ]) func presetsReachTheEncoder(options: String, settings: String) throws {
    // In `options`, a backslash before a blank keeps a word together.
    let words = options.replacing("\\ ", with: "~").split(separator: " ").map { String($0.replacing("~", with: " ")) }
    let result = try Shell.run(script: "PictureSizeTests", ["settings", "--trim", "..4f"] + words)
    #expect(result.output == settings, "\(result)")
  }

  private static let presets =
    "ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow, placebo"

  @Test(arguments: [
    ("--preset quick large.mkv out.mp4", "'quick' is not a preset of h264 (--preset); write \(presets)"),
    ("--preset fast large.mkv out.webm", "vp9 has no presets (--preset); h264 and hevc have \(presets)"),
    ("--preset fast large.mkv out.gif", "--preset has no meaning for gif; leave --preset out"),
    ("--codec gif large.mkv out.mkv", "gif is a file format, not a codec for films; end OUTPUT in .gif"),
    ("--piece 1/2 large.mkv out.gif", "gif cannot be made in pieces; leave --piece or --join out"),
    ("--copy large.mkv out.gif", "--copy has no meaning for gif; leave --copy out"),
    (
      "--width 16384 turned.mp4 out.mp4",
      "with --width 16384, the result would have 16384x24576 pixels; the longest side is 16384"
    ),
  ])
  func impossiblePicturesAreRefused(words: String, message: String) throws {
    let result = try run("refused", words)
    #expect(result.status == 2 && result.errors == "warp-film: error: \(message)\n", "\(result)")
  }

  /// The lowest preset is -1 in ffmpeg 5.1, and -2 in later versions.
  @Test func presetsOutsideTheEncodersRangeAreRefused() throws {
    let result = try run("refused", "--preset 14 --codec libsvtav1 large.mkv out.mkv")
    let errors = ["-1 to 13", "-2 to 13"].map {
      "warp-film: error: '14' is not a preset of libsvtav1 (--preset); write a number from \($0)\n"
    }
    #expect(result.status == 2 && errors.contains(result.errors), "\(result)")
  }
}
