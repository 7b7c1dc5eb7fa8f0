import Tool

/// Targets that parse command lines, and run the tools with them.
extension Target {
  static let commands = [
    Target(
      name: "arguments", words: ["--", "-", "=", "--value", "--flag", "-v", "-fv", "\n", "--repeated"],
      run: parseArguments),
    Target(
      name: "tools",
      words: OptionNames.all + ["--", "=", "\n", "..", "<\n", "<a\n", "a\n", "-\n", "1e9", "25%", "0", "1e-9", "9e18"],
      cost: 100, prepare: ToolRun.prepare, run: runTool),
  ]

  private enum OptionNames {
    static let all = [
      "curve", "curves", "constant", "speed", "anchor", "anchor-easing", "play", "scale-expr", "integral-expr", "map",
      "trim", "freeze", "fit", "reverse", "tolerance", "source-frames", "output-frames", "at", "at-warped", "info",
      "plot", "format", "json", "duration", "frames", "fps", "vfr", "timebase", "input-fps", "input-timestamps", "pick",
      "mix", "shutter", "threads", "output-format", "kernel", "pitch", "block", "rate", "channels", "memory",
    ].map { "--\($0)\n" }
  }

  private static let command = Command(
    name: "fuzz", version: .current, summary: "is parsed for", synopsis: [], description: [],
    groups: [
      OptionGroup(
        "All", for: .output,
        [
          Option("value", letter: "v", value: "TEXT", help: "Takes one."),
          Option("repeated", value: "TEXT", repeatable: true, help: "Takes some."),
          Option("flag", letter: "f", help: "Takes none."),
        ])
    ], examples: [])

  /// Parses one argument from each line. The options found, written as `--name=value`, must parse to the same options.
  @Sendable private static func parseArguments(_ bytes: [UInt8]) throws {
    let words = text(bytes).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let occurrences = try Arguments(parsing: words, for: command).occurrences
    let canonical = occurrences.map { one in "--\(one.option.name)\(one.value.map { "=\($0)" } ?? "")" }
    expect(
      try Arguments(parsing: canonical, for: command).occurrences == occurrences, "options read back as themselves")
  }

  @Sendable private static func runTool(_ bytes: [UInt8]) throws {
    let run = try ToolRun(bytes)
    let end = run.end()
    expect(end.isOrderly, "a tool ends by itself, with a status it promises: \(end)")
    // A run that succeeds may print warnings but no error.
    expect(end.complaint.contains(": error: ") == end.isFailure, "a failure is complained of, and nothing else: \(end)")
    if end.isFailure { throw Failure(.usage, end.complaint) }
  }
}
