import Testing
import Tool
import Values

@testable import Commands

@Suite struct RetimeInputTests {
  private func path(_ input: RetimeInput, _ words: [String], _ command: Command, _ reads: Bool = true) throws -> String
  {
    try input.path(Arguments(parsing: words, for: command), readsStandardInput: reads)
  }

  @Test func mapOptionNamesTheFile() throws {
    #expect(try path(.film, ["--map", "a.tsv"], VideoCommand.command) == "a.tsv")
    #expect(try path(.sound, ["--map", "-", "--map", "b"], AudioCommand.command) == "b")
    // With --source, standard input is free.
    #expect(try path(.film, ["--map", "-"], VideoCommand.command, false) == "-")
  }

  @Test func standardInputCannotBeBothMapAndInput() {
    #expect(
      throws: Refusal.usage(
        "standard input cannot be both the video and the map", advice: "write --map FILE or --map <(warp-map …)")
    ) { try path(.film, ["--map", "-"], VideoCommand.command) }
    #expect(
      throws: Refusal.usage(
        "standard input cannot be both the sound and the map", advice: "write --map FILE or --map <(warp-map …)")
    ) { try path(.sound, ["--map", "-"], AudioCommand.command) }
  }

  @Test func mapOptionIsRequired() {
    #expect(throws: Refusal.usage("--map is missing", advice: "write --map FILE with a table from warp-map")) {
      try path(.sound, [], AudioCommand.command)
    }
  }
}
