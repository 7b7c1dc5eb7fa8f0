import Testing

@testable import Tool

@Suite struct OptionTests {
  @Test(arguments: [
    ("Play backward.", "Play backward"),
    ("Play backward", "Play backward"),
    ("The rate, as 29.97. More.", "The rate, as 29.97"),
    ("Times: 2..5 or 1. And more", "Times: 2..5 or 1"),
    ("One line\nand another.", "One line"),
  ]) func briefIsTheFirstSentence(help: String, brief: String) {
    #expect(Option("name", help: help).brief == brief)
  }

  @Test func helpMentionsRepetition() {
    let (once, often) = ("Play this.", "Play this. May be given more than once.")
    #expect(Option("play", value: "RANGE", help: once).help == once)
    #expect(Option("play", value: "RANGE", repeatable: true, help: once).help == often)
  }

  @Test func equalityDependsOnTheName() {
    #expect(Option("a", help: "One.") == Option("a", letter: "a", help: "Another."))
    #expect(Option("a", help: "One.") != Option("b", help: "One."))
  }

  @Test func isFoundByTheRoleOfItsGroup() {
    #expect(Sample.command.options(for: .map) == [Sample.curve, Sample.easing, Sample.reverse, Sample.quiet])
    #expect(Sample.command.options(for: .general) == [.help, .version, .generate])
    #expect(Sample.command.options(for: .sound) == [])
  }
}
