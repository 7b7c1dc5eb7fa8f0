import Testing

/// What options say that cannot be meant, and what is made of rarer ones that can.
@Suite struct OptionValueTests {
  @Test(arguments: [
    ("warp-map --anchor 1=2 --anchor-easing bouncy", "'bouncy' is no way between anchors (--anchor-easing)"),
    ("warp-map --duration 2 --plot text --format csv", "--format and --json are for rows of numbers"),
    ("warp-map --duration 2 --json --format csv", "--json and --format csv do not go together"),
    ("warp-map --duration 2 --curve ramp --tolerance 0", "a tolerance is above 0 (--tolerance)"),
    ("warp-map --frames many --fps 25", "'many' is not a number of frames"),
    ("warp-map --duration 2 --curve ramp@1s..1s", "the range '1s..1s' has no length"),
    ("warp-map --duration 1 --scale-expr '2+sin(1000000*u)'", "the expression is too rough to be integrated"),
    ("warp-video", "there is no map to follow; give --map FILE"),
    ("warp-video --map m --vfr --timebase 1/x", "'1/x' is no timebase (--timebase)"),
    ("warp-map --map - --at - < m", "--map - and --at - cannot both read standard input"),
    ("warp-map --curves - --curves - --duration 9 < m", "--curves - and --curves - cannot both read standard input"),
    ("warp-audio --map m --format wav --rate 44100 < a.wav", "--rate is for raw samples"),
  ])
  func refuses(_ line: String, _ message: String) throws {
    let result = try Shell.run(
      "printf '0 0\\n1 1\\n' > m; ffmpeg -v error -f lavfi -i sine=d=1 a.wav; exec \(line)")
    #expect(result.status == 2 && result.output == "", "\(result)")
    #expect(result.errors.contains("error: \(message)"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  @Test func sourcesHaveToBeStamped() throws {
    let result = try Shell.run(
      "warp-video --map <(warp-map --duration 1) --source 'printf \"YUV4MPEG2 W2 H2 F25:1\\nFRAME\\n012345\"'")
    #expect(result.status == 4 && result.errors.contains("--source needs NUT"), "\(result)")
  }

  /// A summary is for people, for spreadsheets and for programs.
  @Test func theSummaryIsARowToo() throws {
    let result = try Shell.run("warp-map --duration 2 --constant 4 --info --format csv")
    #expect(
      result.output == """
        source_duration,warped_duration,smallest_scale,largest_scale,smallest_speed,largest_speed
        2,8,4,4,0.25,0.25

        """)
  }

  /// A table as coarse as is asked for keeps to that, and has fewer rows.
  @Test func tolerancesAreKept() throws {
    let result = try Shell.run(
      """
      curve='--duration 2 --curve sine'
      warp-map $curve > fine; warp-map $curve --tolerance 0.001 > coarse
      wc -l < fine; wc -l < coarse
      for t in 0.1 0.5 0.77 1.3 1.9; do paste <(warp-map $curve --at $t) <(warp-map --map coarse --at $t) | cut -f 2,4; done
      """)
    let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(numbers.count == 12, "\(result)")
    #expect(numbers[1] < numbers[0] / 4)
    for index in stride(from: 2, to: 12, by: 2) { #expect(abs(numbers[index] - numbers[index + 1]) <= 0.001) }
  }

  /// Dots can be asked for one by one or from a list; they are the same.
  @Test func plotsMarkWhatIsReadFromAList() throws {
    let plot = "warp-map --duration 2 --curve ramp --plot svg"
    let result = try Shell.run(
      "\(plot) --at 0.5 --at 1.5 > a; printf '0.5\\n1.5\\n' | \(plot) --at - | cmp - a; \(plot) | cmp -s - a")
    #expect(result.status == 1 && result.output == "", "\(result)")
  }

  /// A command that is run again and then prints something else, or less, or fails, is told apart from an end.
  @Test(arguments: [
    ("size=32:32", "the clip is of another format than at first"),
    ("LENGTH=0.1", "did not come again"),
    ("exit 1", "the command prints nothing this time"),
  ])
  func passesHaveToBeAlike(_ change: String, _ message: String) throws {
    let result = try Shell.run(
      """
      ffmpeg -v error -f lavfi -i testsrc2=s=64x48:r=25:d=2 -c:v libx264 -pix_fmt yuv420p in.mp4
      echo 'echo >> passes; size=64:48; [ $(wc -l < passes) -lt 3 ] || \(change)
        ffmpeg -nostdin -v quiet -ss "$FROM" -t "$LENGTH" -copyts -i in.mp4 -vf scale=$size -fps_mode passthrough \\
          -enc_time_base 1/192000 -c:v rawvideo -f nut -' > clip
      warp-video --map <(warp-map --duration 2 --reverse) --vfr --memory 60k --source '. ./clip' > out
      """)
    #expect(result.status == 1 && result.errors.contains("a pass over the clip failed"), "\(result)")
    #expect(result.errors.contains(message) && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }
}
