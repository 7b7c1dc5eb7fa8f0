import TestSupport
import Testing

@Suite struct WarpOutputTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpOutputTests", words) }

  @Test(arguments: [
    ("-", "-crf 0", "matroska,webm"), ("/dev/stdout", "-f mp4 -c:v libx264 -crf 0 -c:a aac", "mov,mp4,m4a,3gp,3g2,mj2"),
    ("/dev/fd/1", "-f nut -c:v ffv1 -c:a flac", "nut"),
  ])
  func standardOutputGetsTheWholeResult(output: String, encode: String, format: String) throws {
    let result = try run("standard_output_gets_the_whole_result", output, encode)
    #expect(result.output == "\(format)\nsame\n50\n" && result.errors == "", "\(result)")
  }

  /// Clusters of a Matroska stream are short, so that a player can start before the last frame is made.
  @Test func clustersOfAStreamLastATenthOfASecond() throws {
    let result = try run("clusters_of_a_stream")
    let count = try #require(Int(result.output.filter { !$0.isWhitespace }), "\(result)")
    #expect(count >= 20)
  }

  @Test func aReaderThatLeavesEndsTheRunQuietly() throws {
    let result = try run("a_reader_that_leaves")
    #expect(result.output == "141\nnone\n" && result.otherErrors == "", "\(result)")
  }

  @Test func aFullDiskBehindStandardOutputIsReportedOnce() throws {
    let result = try run("a_full_disk_behind_standard_output")
    #expect(
      result.output == "exit 1\n"
        && result.errors == "warp-film: error: cannot write standard output: No space left on device\n",
      "\(result)")
  }

  @Test func aTerminalAsStandardOutputIsRefused() throws {
    let result = try run("a_terminal_as_standard_output_is_refused")
    #expect(
      result.output.contains("the output is not text, and standard output is a terminal; write > FILE or | COMMAND"),
      "\(result)")
  }

  /// With the printed table, the cuts of one camera's film can be applied to a second camera's film.
  @Test func toTablePrintsTheMapOfSilences() throws {
    let result = try run("the_map_of_found_silences")
    #expect(result.output == "5 6.000\nsame\nsame\n" && result.errors == "", "\(result)")
  }
}
