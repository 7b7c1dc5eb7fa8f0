import Testing

@testable import Tool

@Suite struct StreamOptionsTests {
  private static let command = Command(
    name: "warp-sample", version: Version("1.2.3", date: "2025-11-20"), summary: "do nothing",
    synopsis: ["--map FILE < in > out"],
    description: [], groups: [OptionGroup("Stream", for: .run, [.memory, .progress, .noProgress, .stats])], examples: []
  )

  private func arguments(_ words: [String]) throws -> Arguments { try Arguments(parsing: words, for: Self.command) }

  @Test func memoryDefaultsToOneGibibyte() throws {
    #expect(try arguments([]).memory() == 1 << 30)
    #expect(try arguments(["--memory", "3k"]).memory() == 3072)
  }

  @Test(arguments: [
    ([], false, true), (["--progress"], true, true), (["--no-progress"], false, false),
    (["--progress", "--no-progress"], false, false),
  ]) func showsProgressOnTerminals(words: [String], elsewhere: Bool, onTerminal: Bool) throws {
    #expect(try arguments(words).wantsProgress(on: Terminal()) == elsewhere)
    #expect(try arguments(words).wantsProgress(on: Terminal(terminals: [.error])) == onTerminal)
  }

  @Test func refusesTerminalsForBinaryStreams() throws {
    try Terminal(terminals: [.input, .error]).refuseBinaryOutput()
    try Terminal(terminals: [.output, .error]).refuseTypedInput(to: Self.command)
    #expect(
      throws: Failure(.usage, "the output is not text, and standard output is a terminal; write > FILE or | COMMAND")
    ) {
      try Terminal(terminals: [.output]).refuseBinaryOutput()
    }
    let usage = "usage: warp-sample --map FILE < in > out"
    #expect(
      throws: Failure(.usage, "standard input is a terminal; write < FILE, or pipe input into warp-sample; \(usage)")
    ) {
      try Terminal(terminals: [.input]).refuseTypedInput(to: Self.command)
    }
  }
}
