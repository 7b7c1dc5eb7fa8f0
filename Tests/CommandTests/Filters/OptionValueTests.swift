import Testing

/// Tests what rare options do.
@Suite struct OptionValueTests {
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
