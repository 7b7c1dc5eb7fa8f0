import Testing

@testable import Tool

/// A tool with operands, an option with an optional value, and advice about an option of another tool.
@Suite struct OperandTests {
  private static let plot = Option(
    "plot", value: "KIND", optional: true, completion: .words(["text", "svg"]), help: "Show it.")
  private static let speed = Option("speed", letter: "s", value: "SPEED", help: "How fast.")
  private static let strangers = [
    Stranger(["length"], "leave --length out"), Stranger(["rate", "r"], .number("2"), type: "--speed {}"),
    Stranger(["tempo"], .speed("2x"), type: "--speed {}", "{} is faster"), Stranger(["pos"], .time("5"), "it is {}"),
    Stranger(["preset"], .word("slow"), "it is {}"), Stranger(["i"], .file("a.mp4"), "it is {}"),
  ]
  private static let command = Command(
    name: "warp-files", version: Version("1.2.3", date: "2025-11-20"), summary: "do something to files",
    synopsis: ["[OPTION]... IN OUT"], operands: ["IN", "OUT"], strangers: strangers,
    description: [], groups: [OptionGroup("Options", for: .output, [plot, speed])], examples: [],
    exits: [.map: "Not today."])

  private func parse(_ words: [String]) throws(Failure) -> [String] {
    let arguments = try Arguments(parsing: words, for: Self.command)
    return arguments.occurrences.map { "--\($0.option.name)=\($0.value ?? "nil")" } + arguments.operands
  }

  @Test(arguments: [
    (["a", "b"], ["a", "b"]), (["a", "-s", "2", "b"], ["--speed=2", "a", "b"]), (["-", "--", "-s"], ["-", "-s"]),
    (["--", "--"], ["--"]), (["--plot", "a"], ["--plot=nil", "a"]), (["--plot", "svg", "a"], ["--plot=svg", "a"]),
    (["--plot=any"], ["--plot=any"]), (["--plot="], ["--plot="]), (["--plot"], ["--plot=nil"]),
    (["--plot", "--speed", "3"], ["--plot=nil", "--speed=3"]), ([""], [""]),
  ]) func operandsMayStandBetweenOptions(words: [String], expected: [String]) throws {
    #expect(try parse(words) == expected)
  }

  @Test func adviceIsGivenOnOptionsOfOtherTools() {
    #expect(throws: Failure(.usage, "warp-files has no option '--length'; leave --length out")) {
      try parse(["--length", "3"])
    }
  }

  @Test(arguments: [
    (["--rate", "3"], "--rate", "write --speed 3"), (["--rate=3"], "--rate", "write --speed 3"),
    (["-r", "in.mp4"], "-r", "write --speed 2"), (["-r"], "-r", "write --speed 2"),
    (["--rate", "0"], "--rate", "write --speed 2"), (["--rate", "0x3"], "--rate", "write --speed 2"),
    (["--tempo", "1.5"], "--tempo", "write --speed 1.5x (1.5x is faster)"),
    (["--tempo", "150%"], "--tempo", "write --speed 150% (150% is faster)"),
    (["--tempo", "x"], "--tempo", "write --speed 2x (2x is faster)"),
    (["-pos", "1:30"], "-pos", "it is 1:30"), (["-pos", "in.mp4"], "-pos", "it is 5"),
    (["--preset", "fast"], "--preset", "it is fast"), (["--preset", "in.mp4"], "--preset", "it is slow"),
    (["-i", "b/c.mp4"], "-i", "it is b/c.mp4"), (["-i", "b c.mp4"], "-i", "it is a.mp4"),
    (["-i", "-y"], "-i", "it is a.mp4"), (["-i", ""], "-i", "it is a.mp4"),
  ]) func adviceRepeatsTheValueIfItFits(words: [String], option: String, advice: String) {
    #expect(throws: Failure(.usage, "warp-files has no option '\(option)'; \(advice)")) { try parse(words) }
  }

  @Test func pagesMarkOptionalValues() {
    #expect(HelpPage(Self.command, columns: 80).text.contains("--plot[=KIND]"))
    let page = ManPage(command: Self.command).text
    #expect(page.contains("\\fB\\-\\-plot\\fR[=\\fIKIND\\fR]\n"))
    #expect(page.contains("\\fB3\\fR\nNot today.\n"))
  }

  @Test func completionsOfferFiles() throws {
    let scratch = try ScratchDirectory()
    _ = try scratch.file("film.mp4", "")
    let bash = try scratch.file("bash", Document.bash.text(for: Self.command))
    func offer(_ words: String) throws -> String {
      let call = """
        source '\(bash)'; cd '\(scratch.path)'; COMP_WORDS=(warp-files \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _warp_files; echo "${COMPREPLY[*]}"
        """
      return try Program.run("bash", "-c", call).text
    }
    #expect(try offer("fi") == "film.mp4\n")
    #expect(try offer("--pl") == "--plot\n")
    #expect(try offer("--plot sv") == "svg\n")
    #expect(try offer("--plot fi") == "film.mp4\n")
    let fish = try scratch.file("fish", Document.fish.text(for: Self.command))
    let call = "source '\(fish)'; cd '\(scratch.path)'; complete -C 'warp-files fil'"
    #expect(try Program.run("fish", "--no-config", "-c", call).text == "film.mp4\n")
    let zsh = Document.zsh.text(for: Self.command)
    #expect(zsh.contains("'(--plot)--plot=-[Show it]::KIND:(text svg)'") && zsh.contains("'1:IN:_files'"))
  }

  @Test func invalidBytesAreEscapedInMessages() {
    #expect(Diagnostics(tool: "warp").line(nil, "a\u{10FFFF}b\n") == "warp: a\\xFFb\\n\n")
    #expect(Diagnostics(tool: "warp").line("error", "x") == "warp: error: x\n")
  }

  @Test func devicesAndDirectoriesAreNotRegularFiles() throws {
    let scratch = try ScratchDirectory()
    #expect(InputFile.isRegular(try scratch.file("regular", "")))
    for path in ["/dev/null", scratch.path, "\(scratch.path)/none"] { #expect(!InputFile.isRegular(path)) }
  }
}
