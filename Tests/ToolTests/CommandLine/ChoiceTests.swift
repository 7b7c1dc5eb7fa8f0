import Testing

@testable import Tool

@Suite struct ChoiceTests {
  private static let speed = ChoiceOption<Int>(
    "speed", value: "WORD", naming: "speed", help: "How fast it goes:", usual: "slow",
    [Choice("slow", 1, "at walking pace"), Choice("fast", 2, "as it can"), Choice("faster", 3, "as it cannot")])
  private static let command = Command(
    name: "warp-sample", version: Version("1.2.3", date: "2025-11-20"), summary: "go", synopsis: [""], description: [],
    groups: [OptionGroup("All", for: .output, [speed.option])], examples: [])

  private func choice(_ words: String...) throws(Failure) -> Int? {
    try Self.speed.choice(try Arguments(parsing: words, for: Self.command))
  }

  @Test func returnsTheMeaningOfTheLastWord() throws {
    #expect(try choice() == nil)
    #expect(try choice("--speed", "fast") == 2)
    #expect(try choice("--speed=fast", "--speed=faster") == 3)
    #expect(throws: Failure(.usage, "'quick' is not a speed (--speed); write slow, fast or faster")) {
      try choice("--speed", "quick")
    }
  }

  @Test func descriptionAndCompletionListAllWords() {
    let option = Self.speed.option
    #expect(option.help == "How fast it goes:\nslow (default): at walking pace\nfast: as it can\nfaster: as it cannot")
    #expect(option.brief == "How fast it goes")
    #expect(option.completion == .words(["slow", "fast", "faster"]))
    let other = option.described(as: "How it goes here:", usual: "fast")
    #expect(
      other == option
        && other.help == "How it goes here:\nslow: at walking pace\nfast (default): as it can\nfaster: as it cannot")
  }

  @Test func defaultMustBeOneOfTheWords() async {
    await #expect(processExitsWith: .failure) {
      _ = Self.speed.option.described(as: "How it goes:", usual: "quick")
    }
  }
}
