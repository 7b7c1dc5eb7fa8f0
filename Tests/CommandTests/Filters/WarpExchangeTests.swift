import Foundation
import Testing

/// Writes files for other programs, and reads them with these programs.
@Suite struct WarpExchangeTests {
  @Test(arguments: [
    // The number is the allowed difference in frames: 1 where an error of half a frame may show a neighbouring frame.
    (0, ["--play", "0..3", "--play", "8..2@2x"]), (0, ["--reverse"]), (0, ["--speed", "2x"]),
    (1, ["--curve", "ramp:factor=2"]), (1, ["--speed", "0=1x,5s=4x smooth,10s=0.5x smooth"]),
    (1, ["--play", "0..3", "--play", "8..2@2x", "--freeze", "5=0.5"]),
    (1, ["--curve", "sine:factor=2", "--trim", "2s..7s"]),
  ])
  func meltShowsTheFramesOfWarpVideo(_ most: Int, _ words: [String]) throws {
    let result = try Shell.run(script: "WarpExchangeTests", ["melt_shows", "\(most)"] + words)
    #expect(result.status == 0 && result.output == "", "\(result.output)\(result.errors)")
  }

  @Test func rubberbandMkvmergeAndXmllintReadTheMaps() throws {
    let pairs = try Shell.run(script: "WarpExchangeTests", ["rubberband_takes_the_pairs"])
    #expect(pairs.output == "6.000000\n", "\(pairs.errors)")
    let stamps = try Shell.run(script: "WarpExchangeTests", ["mkvmerge_takes_the_stamps"])
    #expect(stamps.output == "240\n1\n", "\(stamps.output)\(stamps.errors)")
    let xml = try Shell.run(script: "WarpExchangeTests", ["xmllint_reads_final_cut"])
    #expect(xml.output == "file:///a%20b/%C3%BC%26%3Cc%3E.mov\nü&<c>.mov\n2\n", "\(xml.output)\(xml.errors)")
  }

  @Test func warpMapReadsFilesOfMelt() throws {
    let result = try Shell.run(script: "WarpExchangeTests", ["map_reads_what_melt_writes"])
    // The map plays forward to 3 s, then backward from 8 s at double speed.
    #expect(result.output == "0.000\n1.667\n2.958\n8.000\n5.667\n2.083\n", "\(result.output)\(result.errors)")
  }

  private static let python = Shell.file(".build/readers/bin/python3").path
  private static let hasOpenTimelineIO =
    (try? Shell.run("\(python) -c 'import opentimelineio'").status) == 0

  /// scripts/setup installs opentimelineio and otio-fcp-adapter with pip, because Debian does not package them.
  @Test(.enabled(if: hasOpenTimelineIO, "the Python package opentimelineio is not installed"))
  func openTimelineIOReadsTheTimeline() throws {
    let result = try Shell.run(script: "WarpExchangeTests", ["open_timeline_is_read", Self.python])
    #expect(
      result.output == """
        192.0
        0.0 72.0 []
        72.0 24.0 [('FreezeFrame', 0.0)]
        72.0 24.0 []
        96.0 72.0 [('LinearTimeWarp', 2.0)]

        """, "\(result.output)\(result.errors)")
    let map = try Shell.run(script: "WarpExchangeTests", ["map_reads_open_timeline", Self.python])
    #expect(
      map.output == "source,warped\n0,0\n2,2\n4,2\n6,3\n10,3\n10,3.5\n", "\(map.output)\(map.errors)")
  }

  private static let readsFinalCut7 = (try? Shell.run("\(python) -c 'import otio_fcp_adapter'").status) == 0

  @Test(.enabled(if: readsFinalCut7, "the Python package otio-fcp-adapter is not installed"))
  func openTimelineIOReadsFinalCut7() throws {
    let result = try Shell.run(script: "WarpExchangeTests", ["final_cut_7_is_read", Self.python])
    #expect(
      result.output == """
        214.0
        file:///a%20b/%C3%BC%26%3Cc%3E.mov 107892.0 300.0
        107892.0 120.0 []
        107952.0 60.0 [['0', '200', 'FALSE', 'FALSE', 4]]
        108031.0 34.0 [['1', '172.582878', 'FALSE', 'FALSE', 7]]

        """, "\(result.output)\(result.errors)")
  }

  /// ExchangeTextTests has all maps that a format cannot express.
  @Test(arguments: [
    (
      "--freeze 3=1 --to rubberband --rate 48000", 3,
      "rubberband cannot express a freeze (at 3 s in the source, 3 s in the result)"
    ),
    ("--curve ramp --to mlt --error 0", 2, "an error must be above 0"),
    ("--curve ramp --to mlt --error -1", 2, "an error must be above 0"),
    ("--curve ramp --to mlt --error inf", 2, "'inf' is not a number of seconds"),
    ("--curve ramp --clip a.mp4", 2, "--clip needs --to or --plot html"),
    ("--curve ramp --to mlt --rate 48000", 2, "--rate works only with --to rubberband; leave --rate out"),
    (
      "--curve ramp --to timestamps --clip a.mp4", 2,
      "--clip works only with --to mlt, fcpxml, fcp7, otio, edl, auto-editor"
    ),
  ])
  func wrongRequestsAreRefused(_ options: String, _ status: Int32, _ message: String) throws {
    let result = try Shell.run("warp-map --duration 10 --fps 25 \(options)")
    #expect(result.status == status && result.output.isEmpty)
    #expect(result.errors.contains(message) && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  /// ffmpeg extracts subtitles, warp-map retimes them, and ffmpeg puts them into a film and reads them again.
  @Test(arguments: ["srt", "ass", "vtt"]) func subtitlesOfAFilmAreReadBack(_ kind: String) throws {
    let result = try Shell.run(script: "WarpExchangeTests", ["subtitles_are_read_back", kind])
    #expect(result.output == "300 cues\n", "\(result.output)\(result.errors)")
  }

  @Test func theDeviationFromTheMapIsReported() throws {
    let result = try Shell.run("warp-map --duration 10 --fps 25 --curve ramp:factor=2 --to otio")
    #expect(
      result.errors.wholeMatch(of: /warp-map: wrote \d+ points, at most 0\.0\d+ s away from the exact map\n/) != nil,
      "\(result.errors)")
  }
}
