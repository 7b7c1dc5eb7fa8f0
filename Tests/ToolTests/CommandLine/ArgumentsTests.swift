import Testing
import Tool

@Suite struct ArgumentsTests {
  /// The options found, each as `name=value`.
  private func parse(_ words: [String]) throws(Failure) -> [String] {
    try Arguments(parsing: words, for: Sample.command).occurrences.map { occurrence in
      occurrence.option.name + (occurrence.value.map { "=\($0)" } ?? "")
    }
  }

  @Test(arguments: [
    ([], []),
    (["--duration", "10"], ["duration=10"]),
    (["--duration=10"], ["duration=10"]),
    (["--duration="], ["duration="]),
    (["--duration", ""], ["duration="]),
    (["--curve=ramp:factor=2"], ["curve=ramp:factor=2"]),
    (["-d", "10"], ["duration=10"]),
    (["-d10"], ["duration=10"]),
    (["-d=10"], ["duration==10"]),
    (["-rq"], ["reverse", "quiet"]),
    (["-rqd10"], ["reverse", "quiet", "duration=10"]),
    (["-rqd", "10"], ["reverse", "quiet", "duration=10"]),
    // An option that needs a value takes the next word, even if it begins with a dash, unless it is an option's name.
    (["--map", "-"], ["map=-"]),
    (["--map", "--"], ["map=--"]),
    (["--map", "--reverse.tsv"], ["map=--reverse.tsv"]),
    (["--map=--reverse"], ["map=--reverse"]),
    (["--duration", "-1"], ["duration=-1"]),
    (["-d", "-r"], ["duration=-r"]),
    (["--reverse", "--"], ["reverse"]),
    (["--curve", "a", "--reverse", "--curve", "b"], ["curve=a", "reverse", "curve=b"]),
    (["-h", "--version", "--generate", "man"], ["help", "version", "generate=man"]),
  ]) func findsOptionsInTheOrderTyped(words: [String], expected: [String]) throws {
    #expect(try parse(words) == expected)
  }

  @Test(arguments: [
    (["--duratoin", "5"], "unknown option '--duratoin'; did you mean --duration?"),
    (["--map", "--reverse"], "option '--map' needs a value, and '--reverse' follows; write --map FILE"),
    (["--map", "--duration=3"], "option '--map' needs a value, and '--duration=3' follows; write --map FILE"),
    (["--duratoin=5"], "unknown option '--duratoin'; did you mean --duration?"),
    (["--dur", "5"], "unknown option '--dur'; did you mean --duration?"),
    (["-reverse"], "unknown option '-reverse'; did you mean --reverse?"),
    (["-curve", "a"], "unknown option '-curve'; did you mean --curve?"),
    (["--Reverse"], "unknown option '--Reverse'; did you mean --reverse?"),
    (["--gzip"], "unknown option '--gzip'; see warp-sample --help"),
    (["-x"], "unknown option '-x'; see warp-sample --help"),
    (["-rx"], "unknown option '-rx'; see warp-sample --help"),
    (["--=5"], "unknown option '--=5'; see warp-sample --help"),
    (["--duration"], "option '--duration' needs a value; write --duration TIME"),
    (["-rd"], "option '-d' needs a value; write -d TIME"),
    (["--reverse=yes"], "option '--reverse' takes no value; write --reverse alone"),
    (["--reverse="], "option '--reverse' takes no value; write --reverse alone"),
    (["ramp"], "unexpected argument 'ramp'; warp-sample takes only options; see warp-sample --help"),
    (["-"], "unexpected argument '-'; warp-sample takes only options; see warp-sample --help"),
    ([""], "unexpected argument ''; warp-sample takes only options; see warp-sample --help"),
    (["--", "--reverse"], "unexpected argument '--reverse'; warp-sample takes only options; see warp-sample --help"),
  ]) func refusesWithAHint(words: [String], message: String) {
    #expect(throws: Failure(.usage, message)) { try parse(words) }
  }

  @Test func returnsTheValuesOfEachOption() throws {
    let words = ["--curve", "a", "-d", "1", "--curve=b", "-r", "--duration", "2"]
    let arguments = try Arguments(parsing: words, for: Sample.command)
    #expect(arguments.values(of: Sample.curve) == ["a", "b"])
    #expect(arguments.value(of: Sample.duration) == "2")
    #expect(arguments.value(of: Sample.map) == nil)
    #expect(arguments.values(of: Sample.map) == [])
    #expect(arguments.contains(Sample.reverse))
    #expect(!arguments.contains(Sample.quiet))
  }

  @Test func readingAnUndeclaredOptionTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = try Arguments(parsing: ["-r"], for: Sample.command).contains(Option("other", help: "Not of this tool."))
    }
  }
}
