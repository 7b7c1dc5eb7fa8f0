import Testing

@testable import Film

@Suite struct PipelineTests {
  /// Only in filters are `$1` and `$2` replaced with values. Elsewhere they may be part of a file name.
  @Test func commandsOfPartsAreQuoted() {
    let words = ["ffmpeg", "-i", "./$1.mp4", "-vf", "trim=start=$1", "-pix_fmt", "a b"]
    #expect(PartCommand.quoted(words) == "ffmpeg -i './$1.mp4' -vf \"trim=start=$1\" -pix_fmt 'a b'")
  }

  private static let map = Document(name: "map", text: "0\t0\n1\t1\n", maker: ["warp-map", "--at", "a b"])
  private static let titles = Document(name: "titles", text: "it's\n", maker: nil)

  /// A pipeline with every kind of element.
  private static let pipeline = Pipeline(
    Stage(
      "last",
      [
        ["last"],
        ["-i", .feed(.stage(Stage("filter", [["filter", .feed(.document(map))], ["-x"]], input: .stage(source))))],
        ["-t", .feed(.document(titles)), .feed(.document(map))], [], ["-p", .progress("a file"), .result],
      ]))
  private static let source = Stage(
    "level", [["level", "-"]], input: .stage(Stage("source", [["source", "a b"]], input: .document(titles))))

  @Test func pipelineIsPrintedFromItsLastStage() {
    #expect(
      PipelineText(Self.pipeline, result: "./out $1.mp4").text == """
        (
          map() { warp-map --at 'a b'; }
          last \\
            -i <(printf '%s' $'it\\'s\\n' |
              source 'a b' |
              level - |
              filter <(map) \\
                -x) \\
            -t <(printf '%s' $'it\\'s\\n') <(map) \\
            -p 'a file' './out $1.mp4'
        )

        """)
  }
}
