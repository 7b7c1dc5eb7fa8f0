import TestSupport
import Testing

@Suite struct NumberedPictureTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "NumberedPictureTests", words) }

  @Test(arguments: [
    ("png/shot.%d.png", "cat", 10), ("png/*.png", "cat", 10), ("png/shot.%d.png", "tac", 10),
    ("png/*.png", "sed 's/.*/&\\n&/'", 20), ("png/shot.%d.png", "sed -n 3,6p", 4),
  ])
  func picturesKeepTheirBits(_ pattern: String, _ order: String, _ count: Int) throws {
    let options = [
      "tac": ["--reverse"], "sed 's/.*/&\\n&/'": ["--speed", "0.5x"], "sed -n 3,6p": ["--trim", "2f..6f"],
    ]
    let result = try Shell.run(script: "NumberedPictureTests", ["makes", pattern, order] + (options[order] ?? []))
    #expect(result.output == "pix_fmt=gray16le\nr_frame_rate=10/1\n\(count)\n", "\(result)")
  }

  @Test(arguments: [
    ("png/shot.%d.png out.mp4", 2, "numbered pictures have no frame rate; add --input-fps 25"),
    ("png/%d.png out.mp4", 1, "file 'png/%d.png' does not exist"),
    ("--input-fps 10 png/%d.png out.mp4", 1, "no file has a name like 'png/%d.png'"),
    (
      "--input-fps 10 png/shot.1001.png out.mp4", 2,
      "--input-fps needs numbered pictures as INPUT, such as 'png/%04d.png', and 'png/shot.1001.png' is one file"
    ),
    (
      "--input-fps 10 --edit png/shot.%d.png", 2,
      "a page cannot play numbered pictures; make a video with --draft, and open a page of it"
    ),
    (
      "--input-fps 10 png/*.png out.mp4", 2,
      "put the pattern of numbered pictures in quotes, as in 'png/*.png'"
    ),
  ])
  func mistakesAreRefused(_ words: String, _ status: Int, _ message: String) throws {
    let result = try run("refuses", words)
    #expect(result.output == "exit \(status)\npng\n", "\(result)")
    #expect(result.errors == "warp-film: error: \(message)\n", "\(result)")
  }

  @Test func aPrintedPipelineRuns() throws {
    let result = try run("a_printed_pipeline_runs")
    #expect(result.output == "duration=2.000000\n", "\(result)")
  }
}
