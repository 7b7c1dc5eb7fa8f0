import Testing

@testable import Film

@Suite struct PipelineTests {
  /// Only in filters are `$1` and `$2` replaced with values. Elsewhere they may be part of a file name.
  @Test func commandsOfPartsAreQuoted() {
    let words = ["ffmpeg", "-i", "./$1.mp4", "-vf", "trim=start=$1", "-pix_fmt", "a b"]
    #expect(PartCommand.quoted(words) == "ffmpeg -i './$1.mp4' -vf \"trim=start=$1\" -pix_fmt 'a b'")
  }

  private static let map = Document(name: "map", text: "0\t0\n1\t1\n", maker: ["--at", "a b"])
  private static let titles = Document(name: "titles", text: "it's\n", maker: nil)

  /// A pipeline with every kind of element.
  private static let pipeline = Pipeline(
    Stage(
      "last", .ffmpeg,
      [
        ["-y"],
        ["-i", .feed(.stage(Stage("filter", .video, [[.feed(.document(map))], ["-x"]], input: .stage(source))))],
        ["-t", .feed(.document(titles)), .feed(.document(map))], [], ["-p", .progress("a file"), .result],
      ]))
  private static let source = Stage(
    "level", .audio, [["-"]], input: .stage(Stage("source", .sh, [["a b"]], input: .document(titles))))

  @Test func pipelineIsPrintedFromItsLastStage() {
    #expect(
      PipelineText(Self.pipeline, result: "./out $1.mp4", tools: .init()).text == """
        (
          map() { warp-map --at 'a b'; }
          ffmpeg -y \\
            -i <(printf '%s' $'it\\'s\\n' |
              sh 'a b' |
              warp-audio - |
              warp-video <(map) \\
                -x) \\
            -t <(printf '%s' $'it\\'s\\n') <(map) \\
            -p 'a file' './out $1.mp4'
        )

        """)
  }
}
