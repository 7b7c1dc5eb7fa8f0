import Testing

/// Tests which values of options are refused, and what rare options do.
@Suite struct OptionValueTests {
  @Test(arguments: [
    ("warp-map --anchor 1=2 --anchor-easing bouncy", "'bouncy' is not a kind of easing (--anchor-easing)"),
    (
      "warp-map --duration 2 --plot text --format csv",
      "--format and --json do not work with --plot, --to, --retime or --list-curves"
    ),
    ("warp-map --duration 2 --json --format csv", "--json and --format csv do not go together"),
    ("warp-map --duration 2 --curve ramp --tolerance 0", "a tolerance must be above 0 (--tolerance)"),
    ("warp-map --frames many --fps 25", "'many' is not a number of frames"),
    ("warp-map --duration 2 --curve ramp@1s..1s", "the range '1s..1s' has no length"),
    ("warp-map --duration 1 --scale-expr '2+sin(1000000*u)'", "the expression has too many jumps or oscillations"),
    ("warp-map --map - --at - < m", "--map - and --at - cannot both read standard input"),
    ("warp-map --curves - --curves - --duration 9 < m", "--curves - and --curves - cannot both read standard input"),
  ])
  func refuses(_ line: String, _ message: String) throws {
    let result = try Shell.run("printf '0 0\\n1 1\\n' > m; exec \(line)")
    #expect(result.status == 2 && result.output == "", "\(result)")
    #expect(result.errors.contains("error: \(message)"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  @Test func sourceNeedsTimestamps() throws {
    let result = try Shell.run(
      "warp-video --map <(warp-map --duration 1) --source 'printf \"YUV4MPEG2 W2 H2 F25:1\\nFRAME\\n012345\"'")
    #expect(result.status == 4 && result.errors.contains("--source needs NUT"), "\(result)")
  }

  @Test func infoPrintsARowOfCSV() throws {
    let result = try Shell.run("warp-map --duration 2 --constant 4 --info --format csv")
    #expect(
      result.output == """
        source_duration,warped_duration,smallest_scale,largest_scale,smallest_speed,largest_speed,shown_duration
        2,8,4,4,0.25,0.25,2

        """)
  }

  /// With a coarse --tolerance, the printed table has fewer rows, and stays within this tolerance of the exact map.
  @Test func coarseTablesStayWithinTheirTolerance() throws {
    let result = try Shell.run(script: "OptionValueTests", ["coarse_tables_stay_within_their_tolerance"])
    let numbers = result.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(numbers.count == 12, "\(result)")
    #expect(numbers[1] < numbers[0] / 4)
    for index in stride(from: 2, to: 12, by: 2) { #expect(abs(numbers[index] - numbers[index + 1]) <= 0.001) }
  }

  @Test func plotsMarkTimesFromAList() throws {
    let plot = "warp-map --duration 2 --curve ramp --plot svg"
    let result = try Shell.run(
      "\(plot) --at 0.5 --at 1.5 > a; printf '0.5\\n1.5\\n' | \(plot) --at - | cmp - a; \(plot) | cmp -s - a")
    #expect(result.status == 1 && result.output == "", "\(result)")
  }

  /// If the second run of --source prints another format, prints less or fails, this is an error, not the end of the
  /// input.
  @Test(arguments: [
    ("size=32:32", "the command of --source prints another format than in its first run"),
    ("LENGTH=0.1", "before the frame at"),
    ("exit 1", "it printed nothing"),
  ])
  func aDifferentSecondRunIsAnError(_ change: String, _ message: String) throws {
    let result = try Shell.run(script: "OptionValueTests", ["a_different_second_run_is_an_error", change])
    #expect(
      result.status == 1 && result.errors.contains("the command of --source failed when it ran again"), "\(result)")
    #expect(result.errors.contains(message) && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }
}
