import Foundation
import TestSupport
import Testing

/// The command line of `warp-film`: errors, effects and messages.
@Suite struct WarpScriptTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpScriptTests", words) }

  @Test(arguments: [
    ("", 2, "Usage: warp-film"),
    ("text.txt out.mp4", 4, "as video or sound"),
    ("in.mp4 there.mp4", 2, "'there.mp4' exists; use -y"),
    ("--encode '-c:v nonsense' in.mp4 out.mp4", 1, "the encoder failed"),
    ("--scale-expr 'u-1' in.mp4 out.mp4", 3, "warp-film: error"),
    ("--play 0..3 in.mp4 out.mp4", 2, "is after the end of the video"),
    ("--map <(printf '0 0\\n3 3\\n') in.mp4 out.mp4", 4, "warp-film: error: "),
    ("--codec nope-264 in.mp4 out.mp4", 2, "ffmpeg has no encoder 'nope-264' (--codec); see ffmpeg -encoders"),
    ("--encode '-f segment' in.mp4 out.mp4", 2, "'-f segment' in --encode writes several files"),
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

  @Test func infoAndPlotsMakeNoFile() throws {
    let result = try run("info_and_plots_make_no_file")
    #expect(
      result.output == """
        result duration     1 s
        0.25\t0.5
        speed 0.5x · 0.5 s become 1 s
        <svg
        speed 0.5x · 0.5 s become 1 s

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
}
