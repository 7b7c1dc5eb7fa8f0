import TestSupport
import Testing

/// Compares the pipeline that --dry-run prints with the executed one. Also checks the reports of progress.
@Suite struct WarpPlanTests {
  private func run(_ words: [String]) throws -> Shell.Result { try Shell.run(script: "WarpPlanTests", words) }

  /// Arguments of `warp-film` without OUTPUT, and the extension of OUTPUT.
  private static let jobs = [
    ("in.mp4", "mp4"), ("in.mp4", "mov"), ("in.mp4", "mkv"), ("in.mp4", "webm"), ("in.mp4", "m4a"), ("in.mp4", "mp3"),
    ("in.mp4", "flac"), ("in.mp4", "wav"), ("in.mp4", "opus"), ("in.mp4", "ogg"),
    ("--curve sine in.mp4", "mp4"), ("--curves curves in.mkv", "mkv"), ("--constant 2 in.ts", "mp4"),
    ("--speed '0=1x, 0.5s=0.5x smooth' in.avi", "mkv"), ("--anchor 0.5=1 --anchor-easing smooth in.mp4", "mkv"),
    ("--play 0..0.5 --play 0.7..1@2x in.mp4", "mp4"), ("--play 0.8..0.2@0.5x --play 0.2..1 in.mp4", "mkv"),
    ("--scale-expr '1+u' in.mp4", "mp4"), ("--integral-expr 'd*u^2/2+u' in.mp4", "mp4"),
    ("--map map.tsv in.mp4", "mp4"),
    ("--map <(cat map.tsv) in.mp4", "mp4"), ("--trim 0.3..0.6 in.mp4", "mp4"), ("--trim 0.5.. --reverse in.mkv", "mkv"),
    ("--freeze 0.5=0.5 in.mp4", "mp4"), ("--fit 0.7 --mix blend in.mp4", "mp4"), ("--reverse in.mp4", "mp4"),
    ("--reverse in.ts", "mkv"), ("--reverse --memory 40k in.y4m", "mkv"), ("--reverse in.avi", "mp4"),
    ("--vfr --curve ramp in.mp4", "mp4"), ("--vfr --timebase 1/1000 --freeze 0.2=0.3 in.mkv", "mkv"),
    ("--vfr --reverse late.mp4", "mp4"), ("--reverse --pitch keep late.mp4", "mp4"), ("--no-audio in.mp4", "mp4"),
    ("silent.mp4", "webm"), ("--constant 3 in.flac", "flac"), ("--constant 3 --kernel best in.flac", "mkv"),
    ("--pick hold --fps 50 in.mp4", "mp4"), ("--mix motion --constant 2 --threads 1 in.mp4", "mp4"),
    ("--constant 2 marked.mkv", "mkv"),
    ("--encode \"-c:v ffv1 -c:a pcm_s16le -metadata title='A b'\" marked.mkv", "mkv"),
    ("--shutter 180 -y late.mp4", "mov"), ("$'it\\'s two\\n\\xfflines.mp4'", "mp4"),
  ]

  /// The printed pipeline, run by a bash with an empty environment, makes the same bytes as `warp-film`.
  @Test(arguments: 0..<6) func thePrintedPipelineIsTheExecutedOne(part: Int) throws {
    let jobs = Campaign.share(of: Self.jobs.enumerated()).filter { $0.offset % 6 == part }
    let words = jobs.flatMap { [String($0.offset), $0.element.0, $0.element.1] }
    let result = try run(["the_printed_pipeline_is_the_executed_one"] + words)
    #expect(Self.jobs.count >= 40)
    #expect(result.otherErrors == "", "\(result)")
    #expect(result.output == String(repeating: "made\n", count: jobs.count), "\(result)")
  }

  @Test func theMapMayComeFromAPipe() throws {
    let result = try run(["the_map_may_come_from_a_pipe"])
    #expect(result.output == "same\n0.25\t0.5\n0.5\t1\n", "\(result)")
  }

  /// The progress file has blocks of KEY=VALUE lines, as ffmpeg's -progress writes.
  @Test(arguments: ["told", "/dev/fd/7"]) func progressFileHasTheFormatOfFFmpeg(file: String) throws {
    let result = try run(["progress_file_has_the_format_of_ffmpeg", file])
    var lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.removeFirst() == "exit 0" && result.otherErrors == "", "\(result)")
    #expect(lines.allSatisfy { $0.contains(/^[a-z_0-9]+=[^=]*$/) }, "\(lines)")
    #expect(lines.last == "progress=end" && lines.filter { $0 == "progress=end" }.count == 1)
    let last = try #require(lines.split(separator: "progress=continue").last)
    let keys = last.map { String($0.prefix { $0 != "=" }) }
    #expect(
      Set(["frame", "fps", "out_time_us", "total_us", "speed", "eta_s", "progress"]).isSubset(of: keys), "\(keys)")
    #expect(last.contains("frame=120") && last.contains("total_us=4000000"), "\(last)")
    let reached = last.first { $0.hasPrefix("out_time_us=") }.flatMap { Int($0.dropFirst(12)) } ?? 0
    #expect(abs(reached - 4_000_000) < 100_000)
  }

  /// A failed job never prints progress=end. A job continues if the reader of its progress goes away.
  @Test func progressEndsOnlyWithTheResult() throws {
    let result = try run(["progress_ends_only_with_the_result"])
    #expect(
      result.output == "exit 1\n0\nexit 1\nexit 0\nframe\nprogress=end\n" && result.otherErrors == "", "\(result)")
  }

  @Test func fullDevicesAndMissingProgramsAreReported() throws {
    let result = try run(["full_devices_and_missing_programs_are_reported"])
    #expect(result.output == "exit 1, \nexit 1\nexit 1\nexit 1\n", "\(result)")
    #expect(
      result.errors == """
        warp-film: error: cannot write '/dev/full': No space left on device; no file is written
        warp-film: error: cannot write standard output: No space left on device
        warp-film: error: ffprobe is not on the PATH
        warp-film: error: ffmpeg is not on the PATH

        """, "\(result)")
  }
}
