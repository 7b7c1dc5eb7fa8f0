import Foundation
import TestSupport
import Testing

/// The command line of `warp-film`: errors, effects and messages.
@Suite struct WarpScriptTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpScriptTests", words) }

  @Test(arguments: [
    ("", 2, "Usage: warp-film"),
    ("--curve ramp", 2, "INPUT and OUTPUT are missing"),
    ("in.mp4", 2, "OUTPUT is missing"),
    ("in.mp4 out.mp4 more", 2, "3 files are given instead of INPUT and OUTPUT"),
    ("none.mp4 out.mp4", 1, "file 'none.mp4' does not exist"),
    ("- out.mp4", 2, "cannot be standard input"),
    ("<(cat in.mp4) out.mp4", 2, "more than once"),
    (". out.mp4", 2, "INPUT '.' is a directory; run warp-film once for each film"),
    ("none.mp4 in.mp4", 1, "file 'none.mp4' does not exist; INPUT comes first: warp-film in.mp4 none.mp4"),
    (
      "https://example.org/a.mp4 out.mp4", 1,
      "INPUT is a URL, not a file; first type ffmpeg -i 'https://example.org/a.mp4'"
    ),
    ("in.mp4 2x out.mp4", 2, "'2x' is neither a file nor an option; write --speed 2x"),
    (
      "in.mp4 out.mp4 slow", 2,
      "'slow' is neither a file nor an option; write --constant 2 (the result lasts 2 times as long)"
    ),
    ("in.mp4 out.mp4 reverse", 2, "'reverse' is neither a file nor an option; write --reverse"),
    ("--speed 0=1x, 2s=0.5x, 4s=1x in.mp4 out.mp4", 2, "put the whole value of --speed in quotes, as in --speed '0=1x"),
    ("--encode -crf 20 in.mp4 out.mp4", 2, "put the whole value of --encode in quotes: --encode '-crf 20'"),
    ("in.mp4 in.mp4 out.mp4", 2, "run warp-film once for each film"),
    ("--silence in.mp4 out.mp4", 2, "--silence took 'in.mp4' as its value; write --silence SPEED|cut before the file"),
    ("--info in.mp4 out.mp4", 2, "--info prints its result and takes no OUTPUT; write > out.mp4"),
    (
      "--rate 2 in.mp4 out.mp4", 2,
      "--rate needs --to rubberband; for a frame rate, write --fps 30; for a speed, --speed 2x"
    ),
    ("--plot png in.mp4", 2, "file 'png' does not exist; for another plot, write --plot text, svg or html"),
    ("help", 2, "write warp-film --help"),
    ("in.mp4 out.webp", 2, "end the name in .mp4, .mov, .mkv, .webm or .gif, or add --encode '-f FORMAT'"),
    ("-an in.mp4 out.mp4", 2, "warp-film has no option '-an'; write --no-audio"),
    ("text.txt out.mp4", 4, "as video or sound"),
    ("in.mp4 there.mp4", 2, "'there.mp4' exists; use -y"),
    ("in.mp4 in.mp4", 2, "same file"),
    ("-y in.mp4 ./../$(basename $PWD)/in.mp4", 2, "same file"),
    ("-y in.mp4 linked.mp4", 2, "same file"),
    ("-y in.mp4 /dev/null", 2, "is not a regular file"),
    ("in.mp4 none/out.mp4", 1, "directory"),
    ("in.mp4 out.xyz", 2, "the file format of"),
    ("in.mp4 out", 2, "the file format of"),
    ("--encode '-c:v mpeg4 -c:a mp2' in.mp4 out.avi", 2, "the file format of"),
    ("--encode \"-metadata title='open\" in.mp4 out.mp4", 2, "quotes"),
    ("--encode '-c:v nonsense' in.mp4 out.mp4", 1, "the encoder failed"),
    ("--cruve ramp in.mp4 out.mp4", 2, "unknown option '--cruve'; did you mean --curve?"),
    ("--preveiw in.mp4", 2, "did you mean --preview?"),
    ("-q in.mp4 out.mp4", 2, "unknown option '-q'"),
    ("in.mp4 out.mp4 --fps", 2, "'--fps' needs a value"),
    ("in.mp4 out.mp4 --curve", 2, "'--curve' needs a value"),
    ("--vfr=1 in.mp4 out.mp4", 2, "takes no value"),
    ("--duration 3 in.mp4 out.mp4", 2, "leave --duration out"),
    ("--preview in.mp4 out.mp4", 2, "no OUTPUT"),
    ("--curve rmap in.mp4 out.mp4", 2, "warp-film: error"),
    ("--scale-expr 'u-1' in.mp4 out.mp4", 3, "warp-film: error"),
    ("--map none.tsv in.mp4 out.mp4", 1, "none.tsv"),
    ("--fps fast in.mp4 out.mp4", 2, "warp-film: error"),
    ("--kernel none in.mp4 out.mp4", 2, "warp-film: error"),
    ("--play 0..3 in.mp4 out.mp4", 2, "is after the end of the clip"),
    ("--map <(printf '0 0\\n3 3\\n') in.mp4 out.mp4", 4, "warp-film: error: "),
    ("--audio 0 in.mp4 out.mp4", 2, "not the number of a sound track (--audio)"),
    ("--audio 2 in.mp4 out.mp4", 2, "sound track 2 does not exist (--audio); 'in.mp4' has 1"),
    ("--no-audio in.mp4 out.wav", 2, "--no-audio drops the sound"),
    ("--no-audio --audio 1 in.mp4 out.mp4", 2, "do not go together"),
    ("--codec nope-264 in.mp4 out.mp4", 2, "ffmpeg has no encoder 'nope-264' (--codec); see ffmpeg -encoders"),
    ("--codec aac in.mp4 out.mp4", 2, "'aac' encodes sound"),
    ("--=3 in.mp4 out.mp4", 2, "unknown option '--=3'"),
    ("--stages in.mp4 in.mp4 out.mp4", 2, "--stages would overwrite 'in.mp4'"),
    ("--progress-file out.mp4 in.mp4 out.mp4", 2, "--progress-file would overwrite 'out.mp4'"),
    ("--align a.wav --progress-file a.wav in.mp4 out.mp4", 2, "--progress-file would overwrite 'a.wav'"),
    ("--even e.txt --stages e.txt in.mp4 out.mp4", 2, "--stages would overwrite 'e.txt'"),
    ("--then --map=m.tsv --stages m.tsv in.mp4 out.mp4", 2, "--stages would overwrite 'm.tsv'"),
    ("--silence cut --silence-level -3 in.mp4 out.mp4", 2, "'-3' is not a sound level"),
    ("--encode '-f segment' in.mp4 out.mp4", 2, "'-f segment' in --encode writes several files"),
    ("in.mp4 mp4", 2, "the file format of"),
  ])
  func wrongCommandLinesAreRefused(_ words: String, _ status: Int32, _ message: String) throws {
    let result = try run("refuses", words)
    #expect(result.status == status, "\(result)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.output == "")
  }

  @Test func aFailingFilterIsReportedAlone() throws {
    let result = try run("a_failing_filter_is_reported_alone")
    let lines = result.errors.split(separator: "\n")
    #expect(result.status == 3 && lines.count == 2, "\(result)")
    #expect(lines.allSatisfy { $0.hasPrefix("warp-film: error: ") }, "\(result)")
  }

  @Test func aSingleImageIsReported() throws {
    let result = try run("a_single_image_is_reported")
    #expect(
      result.status == 0
        && result.errors == "warp-film: 'a.png' has only one frame; to show the frame for 5 s, add --freeze 0=5s\n",
      "\(result)")
  }

  @Test func overwritesWhenAsked() throws {
    let result = try run("overwrites_when_asked")
    #expect(result.output == "duration=0.500000\nin.mp4\nout.mp4\nstderr\nstdin\nstdout\n", "\(result)")
  }

  @Test(
    arguments: Campaign.share(of: [
      "a b", "it's", "-i", "--", "x\"y", "50%d", "a:b", "two\nlines", "a'\u{301}; echo failed; '\u{301}", "\u{301}x",
      "end\n", "$HOME", "ümlaut",
    ]))
  func fileNamesAreTakenLiterally(name: String) throws {
    let result = try run("file_names_are_taken_literally", name)
    #expect(result.output == "", "\(result)")
    #expect(result.errors == "")
  }

  /// Runs the pipeline that --dry-run prints, and compares frames and samples with warp-film's. The encoding is
  /// lossless, because x264 with threads may encode the last frames differently each time.
  @Test(arguments: [
    "--quality 0 --curve sine", "--quality 0 --vfr --freeze 0.2=0.3", "--quality 0 --reverse",
    "--fit 0.7 --mix blend --encode '-c:v ffv1 -c:a flac' --no-audio",
  ])
  func dryRunCanBePasted(_ options: String) throws {
    let result = try run("dry_run_can_be_pasted", options)
    #expect(result.otherErrors == "")
    #expect((Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0) > 15, "\(result)")
  }

  @Test func infoAndPlotsMakeNoFile() throws {
    let result = try run("info_and_plots_make_no_file")
    #expect(
      result.output == """
        result duration     1 s
        0.25\t0.5
        scale 2 · speed 0.5x · 0.5 s become 1 s
        <svg
        scale 2 · speed 0.5x · 0.5 s become 1 s

        """, "\(result)")
  }

  /// For an HTML page, warp-film reports a wrong option before it decodes the sound.
  @Test func aPageDecodesSoundLast() throws {
    let lines = try run("a_page_decodes_sound_last").output.split(separator: "\n")
    #expect(lines.prefix(2) == ["1", "started"] && lines.last == "2", "\(lines)")
    #expect(lines.count == 4 && lines[2].contains("no-such-curve"), "\(lines)")
  }

  @Test func previewPlays() throws {
    let result = try run("preview_plays")
    #expect(result.output == "0\nin.mp4\n", "\(result)")
  }

  @Test func progressIsOneLine() throws {
    let result = try run("warp-film", "--progress", "--speed", "2x", "in.mp4", "out.mp4")
    #expect(result.errors.contains("100%"))
    #expect(result.errors.filter { $0 == "\n" }.count == 1, "\(result.errors)")
    #expect(try run("warp-film", "--speed", "2x", "in.mp4", "out.mp4").errors == "")
  }

  /// If an option of a filter is wrong, the filter prints one message, and no other program prints any.
  @Test(arguments: [
    "--mix motoin", "--pitch up", "--kernel sinc", "--fps none", "--vfr --mix blend", "--pick best", "--memory much",
  ])
  func filterOptionsAreCheckedBeforeTheRun(_ options: String) throws {
    let result = try run("filter_options_are_checked_before_the_run", options)
    #expect(result.status == 2 && result.output == "in.mp4\n", "\(result)")
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }
}
