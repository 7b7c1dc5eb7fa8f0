import TestSupport
import Testing

/// Several INPUTs before a directory.
@Suite struct BatchTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "BatchTests", words) }

  @Test func aFailureDoesNotStopTheRest() throws {
    let result = try run("a_failure_does_not_stop_the_rest")
    #expect(result.output == "exit 1\nout/a.mp4 duration=0.500000\nout/b.mp4 duration=0.500000\n", "\(result)")
    #expect(
      result.errors == """
        warp-film: 1 of 4: 'out/a.mp4' is complete
        warp-film: bad.mp4: error: ffmpeg cannot read 'bad.mp4' as video or sound; to see why, run ffprobe on the file
        warp-film: none.mp4: error: file 'none.mp4' does not exist
        warp-film: 4 of 4: 'out/b.mp4' is complete
        warp-film: error: 2 of 4 INPUTs failed: 'bad.mp4', 'none.mp4'

        """, "\(result)")
  }

  @Test func existingResultsAreKept() throws {
    let result = try run("existing_results_are_kept")
    #expect(
      result.output == "exit 1\nexit 0\nmine\nexit 0\nexit 0\nout/b.mp4 duration=0.500000\nc.mp4 duration=0.500000\n",
      "\(result)")
    #expect(
      result.errors == """
        warp-film: a.mp4: error: 'out/a.mp4' exists; use -y to overwrite it
        warp-film: 2 of 2: 'out/b.mp4' is complete
        warp-film: error: 1 of 2 INPUTs failed: 'a.mp4'
        warp-film: 1 of 2: 'a.mp4'
        warp-film: 1 of 2: 'out/a.mp4' exists and stays as it is
        warp-film: 2 of 2: 'b.mp4'
        warp-film: 2 of 2: 'out/b.mp4' exists and stays as it is
        warp-film: 'out/b.mp4' exists and stays as it is

        """, "\(result)")
  }

  /// Before anything is made.
  @Test(arguments: [
    (
      "a.mp4 sub/a.mp4 out",
      "'a.mp4' and 'sub/a.mp4' would both become 'out/a.mp4'; write them to different directories"
    ),
    ("a.mp4 a.mp4 out", "INPUT 'a.mp4' is given twice"),
    ("-y a.mp4 b.mp4 sub/../b.mp4 ./", "INPUT and OUTPUT are the same file ('./a.mp4')"),
    ("-y b.mp4 a.mp4 links", "'a.mp4' would overwrite INPUT 'b.mp4'; write to another directory"),
    (
      "a.mp4 b.mp4 bad.mp4",
      "several INPUTs need a directory after them, and 'bad.mp4' is a file; write warp-film … *.mp4 directory/"
    ),
    ("a.mp4 b.mp4 joined.mp4", "several INPUTs need a directory after them; warp-film does not join files"),
    ("a.mp4 there/", "the directory 'there/' does not exist; first type mkdir there/"),
    ("a.mp4 b.mp4 there", "several INPUTs need a directory, and 'there' does not exist; first type mkdir there"),
    ("--piece 1/2 a.mp4 b.mp4 out", "--piece takes one INPUT, not 2"),
    ("--stages list a.mp4 b.mp4 out", "--stages takes one INPUT, not 2"),
    ("--preview a.mp4 b.mp4 out", "--preview takes one INPUT and no OUTPUT, not 3 files"),
    (
      "--map - a.mp4 b.mp4 out </dev/null",
      "'-' can be read only once, and there are 2 INPUTs; give --map a file"
    ),
    ("--skip-existing -y a.mp4 b.mp4 out", "--skip-existing and --yes do not go together; leave one of the two out"),
    ("--skip-existing a.mp4 -", "--skip-existing needs a file as OUTPUT, and '-' is standard output"),
    ("--mix nonsense a.mp4 b.mp4 out", "'nonsense' is not a way to mix frames (--mix)"),
  ])
  func mistakesAreRefused(_ words: String, _ message: String) throws {
    let result = try run("refuses", words)
    #expect(result.output == "exit 2\n", "\(result)")
    #expect(result.errors.hasPrefix("warp-film: error: \(message)"), "\(result)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result)")
  }

  @Test func aDryRunPrintsEachPipeline() throws {
    let result = try run("a_dry_run_prints_each_pipeline")
    #expect(
      result.output == "out/a.mp4 duration=0.500000\nout/b.mp4 duration=0.500000\n" && result.errors == "", "\(result)")
  }
}
