import Testing

@testable import Tool

@Suite struct CompletionTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func script(_ document: Document) throws -> String {
    try scratch.file("completion", document.text(for: Sample.command))
  }

  @Test(arguments: [Document.bash, .zsh, .fish]) func scriptHasValidSyntax(document: Document) throws {
    let verdict = try Program.run(document.rawValue, "-n", try script(document))
    #expect(verdict.text == "")
    #expect(verdict.status == 0)
  }

  @Test(arguments: [
    ("'--re'", "--reverse"),
    ("-r '--dur'", "--duration"),
    ("--curve ''", "ramp sine sine-flipped"),
    ("--curve si", "sine sine-flipped"),
    ("--curve = si", "sine sine-flipped"),
    ("--curve =", "ramp sine sine-flipped"),
    ("--generate ''", "man bash zsh fish options"),
    ("-d ''", ""),
    ("--map some", "some map.tsv"),
    ("''", Sample.command.options.flatMap(\.spellings).joined(separator: " ")),
    ("-", Sample.command.options.flatMap(\.spellings).joined(separator: " ")),
  ]) func completesInBash(words: String, offered: String) throws {
    _ = try scratch.file("some map.tsv", "")
    let call = """
      source '\(try script(.bash))'; cd '\(scratch.path)'
      COMP_WORDS=(warp-sample \(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _warp_sample; echo "${COMPREPLY[*]}"
      """
    #expect(try Program.run("bash", "-c", call).text == "\(offered)\n")
  }

  @Test(arguments: [
    ("--re", ["--reverse\tPlay backward"]),
    ("-r --dur", ["--duration\tHow long the clip is"]),
    ("--cur", ["--curve\tLet a stretch [of the clip]: any, follow a function of the clip's time"]),
    ("--generate=b", ["--generate=bash\t\(Option.generate.brief)"]),
    ("-d ", []),
    ("--map some", ["some map.tsv"]),
  ]) func completesInFish(words: String, offered: [String]) throws {
    _ = try scratch.file("some map.tsv", "")
    let call = "source '\(try script(.fish))'; cd '\(scratch.path)'; complete -C 'warp-sample \(words)'"
    #expect(try Program.run("fish", "--no-config", "-c", call).text.split(separator: "\n").map(String.init) == offered)
  }

  /// An optional value is completed by its words, but not by files. "e.g." does not end a description.
  @Test func completesOptionalValuesInFish() throws {
    let plot = Option(
      "plot", value: "KIND", optional: true, completion: .words(["text", "svg"]), help: "A plot, e.g. as text. No more."
    )
    let command = Command(
      name: "warp-sample", version: Version("1.2.3", date: "2025-11-20"), summary: "", synopsis: [],
      operands: ["INPUT"], description: [], groups: [OptionGroup("Plots", for: .output, [plot])],
      examples: [])
    _ = try scratch.file("some film.mp4", "")
    let script = try scratch.file("completion", Document.fish.text(for: command))
    let call = """
      source '\(script)'; cd '\(scratch.path)'
      complete -C 'warp-sample --plot='; complete -C 'warp-sample --plot some'; complete -C 'warp-sample --plo'
      """
    #expect(
      try Program.run("fish", "--no-config", "-c", call).text == """
        --plot=svg\tA plot, e.g. as text
        --plot=text\tA plot, e.g. as text
        some film.mp4
        --plot\tA plot, e.g. as text
        --plot=\tA plot, e.g. as text

        """)
  }

  /// zsh completes only in a terminal, so the test checks the arguments that the script passes to `_arguments`.
  @Test func describesTheOptionsToZsh() throws {
    let call = "_arguments() { print -rl -- \"$@\" }; source '\(try script(.zsh))'"
    #expect(
      try Program.run("zsh", "-f", "-c", call).text == #"""
        -s
        -S
        (-d --duration)-d+[How long the clip is]:TIME:
        (-d --duration)--duration=[How long the clip is]:TIME:
        (--map)--map=[Start from the table in FILE; '-' is standard input]:FILE:_files
        *--curve=[Let a stretch \[of the clip\]\: any, follow a function of the clip's time]:SPEC:(ramp sine sine-flipped)
        (--anchor-easing-in-between)--anchor-easing-in-between=[How to go on]:linear|smooth:(linear smooth)
        (-r --reverse)-r[Play backward]
        (-r --reverse)--reverse[Play backward]
        (-q --quiet)-q[Say nothing]
        (-q --quiet)--quiet[Say nothing]
        (-h --help)-h[Print this help and exit]
        (-h --help)--help[Print this help and exit]
        (--version)--version[Print the name and the version and exit]
        (--generate)--generate=[\#(Option.generate.brief)]:KIND:(man bash zsh fish options)

        """#)
  }
}
