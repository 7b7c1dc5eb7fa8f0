import Foundation
import TestSupport
import Testing

/// warp-video on the command line, with ffmpeg at both ends.
@Suite struct WarpVideoTests {
  /// Runs a shell line. In the line, `clip COUNT RATE` writes a y4m film whose frames show their numbers. `numbers`
  /// and `stamps` read a film from standard input, and print the numbers and the timestamps of its frames.
  private func shell(_ line: String) throws -> Shell.Result { try run("eval", line) }

  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpVideoTests", words) }

  /// Runs a shell line that ends in `| numbers`, and returns the frame numbers that the line prints.
  private func numbers(_ line: String) throws -> [Int] {
    let result = try shell(line)
    #expect(result.status == 0, "\(line): \(result.errors)")
    return result.output.split(separator: " ").compactMap { Int($0) }
  }

  @Test func identityIsBitExact() throws {
    for format in ["yuv420p", "yuv422p10le", "yuv444p", "yuv411p", "gray", "yuva444p", "yuv420p12le"] {
      for container in ["-f yuv4mpegpipe", "-f nut -c:v rawvideo"] {
        let result = try run("identity_is_bit_exact", format, container)
        #expect(result.status == 0, "\(format) \(container): \(result.errors)")
      }
    }
  }

  @Test func framesAreChosenAsTheMapSays() throws {
    let from = "clip 8 4 | warp-video --map"
    #expect(
      try numbers("\(from) <(warp-map --constant 2) | numbers") == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7])
    #expect(try numbers("\(from) <(warp-map --speed 2x) | numbers") == [0, 2, 4, 6])
    #expect(try numbers("\(from) <(warp-map --duration 2 --reverse) | numbers") == [7, 6, 5, 4, 3, 2, 1, 0])
    #expect(try numbers("\(from) <(warp-map --duration 2 --freeze 1=0.5) | numbers") == [0, 1, 2, 3, 4, 4, 4, 5, 6, 7])
    #expect(try numbers("\(from) <(warp-map --play 0..0.5 --play 1.5..1) | numbers") == [0, 1, 5, 4])
    #expect(try numbers("\(from) <(warp-map) --fps 2 | numbers") == [0, 2, 4, 6])
    #expect(try numbers("\(from) <(warp-map --speed 0.8x) --pick nearest | numbers") == [0, 1, 2, 2, 3, 4, 5, 6, 6, 7])
    #expect(try numbers("\(from) <(warp-map --speed 0.8x) --pick next | numbers") == [0, 1, 2, 3, 4, 4, 5, 6, 7, 7])
  }

  /// An --output-range after the end of the result is refused, whether the map or the input sets the end.
  @Test func outputRangeMakesOnlyTheseFrames() throws {
    let from = "clip 8 4 | warp-video --map"
    #expect(try numbers("\(from) <(warp-map) --output-range 2..5 | numbers") == [2, 3, 4])
    #expect(try numbers("\(from) <(warp-map) --output-range 7..99 | numbers") == [7])
    for (words, message) in [
      ("<(warp-map) --output-range 8..9", "the result ends before frame 8 (--output-range)"),
      (
        "<(warp-map --duration 2) --output-range 8..9",
        "the range starts after the last frame of the result, 7 (--output-range)"
      ),
      ("<(warp-map) --vfr --output-range 2..", "the result ends before 2 s (--output-range)"),
      ("<(warp-map --duration 2) --vfr --output-range 1:00..", "the result ends before 60 s (--output-range)"),
    ] {
      let result = try shell("set -o pipefail; \(from) \(words) | cat >/dev/null")
      #expect(result.status == 2 && result.errors.hasSuffix("\(message)\n"), "\(words): \(result)")
    }
    let none = try shell("set -o pipefail; \(from) <(warp-map) --vfr --output-range 1.8..1.9 | cat >/dev/null")
    #expect(none.status == 0, "\(none)")
  }

  @Test func startShiftsALateInput() throws {
    let result = try Shell.run(script: "WarpVideoTests", ["start_shifts_a_late_input"])
    #expect(result.output == "50 50 50 50 51 0\n", "\(result)")
    #expect(result.errors.contains("already have timestamps"), "\(result)")
  }

  /// For backward play, frames of a file are read again from the file. Frames of a pipe are kept in memory, or in a
  /// temporary file if memory holds less than three frames.
  @Test func reverseIsTheFramesReversed() throws {
    let result = try run("reverse_is_the_frames_reversed")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try numbers("clip 60 25 | warp-video --map <(warp-map --duration 2.4 --reverse) | numbers") == (0..<60).reversed()
    )
  }

  /// warp-video splices frames of a pipe into other pipes or keeps them in memory, and reads frames of a file again.
  /// The test's frames are large enough for splicing.
  @Test func pipesAndFilesGiveTheSameFrames() throws {
    let maps =
      ["--speed 2.7x"]
      + Campaign.share(of: [
        "--constant 1", "--constant 2.3", "--freeze 1=0.5", "--play 0..2 --play 2..1 --play 0..1", "--reverse",
        "--trim 1..2 --constant 3",
      ])
    let result = try Shell.run(script: "WarpVideoTests", ["pipes_and_files_give_the_same_frames"] + maps)
    #expect(result.status == 0, "\(result.errors)")
    // Different options must make different films, or the comparison would prove little.
    #expect(Set(result.output.split(separator: "\n")).count > 20)
  }

  @Test func theSourceCommandRunsAgainForEachPass() throws {
    for (name, filter) in [("even", "null"), ("uneven", "select='not(eq(mod(n\\,7)\\,3))'")] {
      let result = try run("the_source_command_runs_again_for_each_pass", filter)
      #expect(result.status == 0, "\(name): \(result.errors)")
    }
    #expect(try shell("warp-video --map <(warp-map) --source 'clip() { false; }; clip'").status == 4)
  }

  @Test func vfrTimestampsFollowTheMap() throws {
    let result = try run("vfr_timestamps_follow_the_map")
    let numbers = result.output.split(separator: " ").compactMap { Double($0) }
    #expect(numbers == [0, 0.3, 0.6, 1, 1.3, 1.5] + [0, 300, 600, 1000, 1300, 1500, 1600], "\(result)")
  }

  /// Passes timestamps from a decoder through NUT, warp-video, NUT and an encoder with B-frames to mp4. Each timestamp
  /// may be off by half a tick.
  @Test func timestampsSurviveFFmpegWithinHalfATick() throws {
    let result = try run("stamps_survive_stock_ffmpeg")
    let distances = result.output.split(separator: "\n").compactMap { Double($0) }
    #expect(distances.count == 96, "\(result.errors)")
    #expect((distances.max() ?? 1) <= 0.5 + 1e-6)
  }

  /// Y4MTests has all messages about malformed input.
  @Test(arguments: [
    ("</dev/null", 4, "standard input is empty"),
    ("< <(printf 'YUV4MPEG2 W4 H4 F25:1\\n')", 4, "has a header but no frame"),
    ("--vfr --input-timestamps <(printf '0\\n40\\n') < <(clip 3 25)", 4, "more frames than the list has timestamps"),
    ("--vfr --input-timestamps <(printf '0\\n40\\n30\\n') < <(clip 3 25)", 4, "frame 2 does not start later than"),
    ("--vfr --input-timestamps <(printf '0\\nx\\n') < <(clip 3 25)", 4, "'x' is not a time in milliseconds"),
    (
      "--pick best < <(clip 3 25)", 2,
      "'best' is not a way to pick a frame (--pick); write hold, middle, nearest or next"
    ),
    ("--stats /nowhere/s < <(clip 3 25)", 1, "/nowhere/s"),
    ("--stats - < <(clip 3 25)", 2, "--stats cannot write to standard output"),
    ("--vfr --timebase 1/10 < <(clip 9 25)", 3, "source frames 0 and 1"),
  ])
  func refuses(_ options: String, status: Int32, saying part: String) throws {
    let result = try shell("warp-map > id; warp-video > out --map id \(options)")
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(part), "\(result.errors)")
    #expect(result.errors.filter { $0 == "\n" }.count == 1, "one line: \(result.errors)")
  }

  /// All frames of a short input are written before the error is reported. FaultCutTests cuts inputs at every byte.
  @Test func aShortInputKeepsItsFrames() throws {
    let short = try shell("clip 9 25 | warp-video --map <(warp-map --duration 2) > b; echo $?; numbers < b")
    #expect(short.output == "4\n0 1 2 3 4 5 6 7 8 ")
    #expect(short.errors.contains("the input ends at 0.36 s"))
  }

  @Test func inputFPSReplacesAMissingRate() throws {
    let nameless = "clip 4 4 | LC_ALL=C sed '1s/ F[0-9:]*//' | warp-video --map <(warp-map --constant 2)"
    #expect(try numbers("\(nameless) --input-fps 4 | numbers") == [0, 0, 1, 1, 2, 2, 3, 3])
  }

  @Test func mixAndShutterAverageFrames() throws {
    let blended = try numbers("clip 5 5 | warp-video --map <(warp-map --constant 4) --mix blend | numbers")
    #expect(blended == [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4])
    #expect(try numbers("clip 8 8 | warp-video --map <(warp-map --speed 4x) --shutter 360 | numbers") == [2, 6])
  }

  @Test func statsCountFrames() throws {
    let result = try shell("clip 8 4 | warp-video --map <(warp-map --speed 2x) --stats s > b; cat s")
    let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Double])
    #expect(object["frames_in"] == 8)
    #expect(object["frames_out"] == 4)
    #expect(object["frames_dropped"] == 4)
    #expect(object["seconds_out"] == 1)
  }
}
