import Testing
import Tool
import Warp

@testable import Commands

@Suite struct RetimeInputTests {
  private func path(_ input: RetimeInput, _ words: [String], _ command: Command, _ reads: Bool = true) throws -> String
  {
    try input.path(Arguments(parsing: words, for: command), readsStandardInput: reads)
  }

  @Test func theMapIsAFile() throws {
    #expect(try path(.film, ["--map", "a.tsv"], VideoCommand.command) == "a.tsv")
    #expect(try path(.sound, ["--map", "-", "--map", "b"], AudioCommand.command) == "b")
    // With --source standard input is free.
    #expect(try path(.film, ["--map", "-"], VideoCommand.command, false) == "-")
  }

  @Test func standardInputBringsOneThing() {
    #expect(
      throws: Refusal.usage(
        "standard input cannot bring both film and map", advice: "give --map a file or <(…)")
    ) { try path(.film, ["--map", "-"], VideoCommand.command) }
    #expect(
      throws: Refusal.usage(
        "standard input cannot bring both sound and map", advice: "give --map a file or <(…)")
    ) { try path(.sound, ["--map", "-"], AudioCommand.command) }
  }

  @Test func aMapIsNeeded() {
    #expect(throws: Refusal.usage("there is no map to follow", advice: "give --map FILE, as warp-map writes it")) {
      try path(.sound, [], AudioCommand.command)
    }
  }
}
