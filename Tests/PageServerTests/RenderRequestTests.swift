import Commands
import Testing
import Tool

@testable import PageServer

@Suite struct RenderRequestTests {
  private static let beside = Neighbours(of: "films/in.mp4")

  private func request(
    _ fields: [String], typed: PageOptions.Typed = .init()
  ) throws(PageRefusal) -> RenderRequest {
    try RenderRequest(Array(fields.joined(separator: "\0").utf8), typed: typed)
  }

  private func words(_ words: [String], typed: PageOptions.Typed = .init()) throws -> [String] {
    try request(["new", "a.mp4"] + words, typed: typed).options.words(beside: Self.beside)
  }

  @Test func curvesAndChangesAreAccepted() throws {
    let words = ["--speed", "0=1x, 2s=0.5x", "--trim", "1..3", "--then", "--play 2..1 --reverse", "--pitch", "keep"]
    #expect(try self.words(words) == words)
    let request = try request(["new", "out.mp4"] + words)
    #expect(request.name == "out.mp4" && !request.replaces)
    #expect(try self.request(["replace", "é b.mkv"]).replaces)
  }

  /// The words come as separate options with their values, and nothing ends the options before those that follow.
  @Test func wordsAreWrittenAnew() throws {
    #expect(try words(["--speed=2x", "--"]) == ["--speed", "2x"])
  }

  /// The user has typed the initial curve, so its options may name files.
  @Test func thePageMayAddToTheTypedCurve() throws {
    let typed = PageOptions.Typed(curve: ["--map", "m.tsv", "--silence", "4x"])
    let longer = typed.curve + ["--then", "--speed 2x"]
    #expect(try words(longer, typed: typed) == longer)
    for more in [["--map", "n.tsv"], typed.curve + ["--even", "n.txt"]] {
      #expect(throws: PageRefusal.option(more[more.count - 2])) {
        try request(["new", "a.mp4"] + more, typed: typed)
      }
    }
  }

  @Test(arguments: ["", ".", "..", "a/b.mp4", "/etc/passwd", "a\nb.mp4", String(repeating: "a", count: 256)])
  func namesThatLeaveTheDirectoryAreRefused(name: String) {
    #expect(throws: PageRefusal.name(name)) { try request(["new", name]) }
  }

  @Test(arguments: [
    ["--map", "m.tsv"], ["--encode", "-y"], ["x.mp4"], ["--", "x.mp4"], ["-y"], ["--stages", "a"], ["--help"],
    ["--version"], ["--generate", "man"], ["--music-fade", "1"], ["--draft"],
  ]) func otherOptionsAndFilesAreRefused(words: [String]) {
    #expect(throws: PageRefusal.option(words[0])) { try request(["new", "a.mp4"] + words) }
  }

  @Test(arguments: [("--map m.tsv", "--map"), ("--then '--map m.tsv'", "--map"), ("'", "'"), ("--mix blend", "--mix")])
  func filesAndChoicesInThenAreRefused(_ then: String, _ option: String) {
    #expect(throws: PageRefusal.option(option)) { try request(["new", "a.mp4", "--then", then]) }
  }

  @Test(arguments: ["", "new", "old\0a.mp4", "\0\0"]) func malformedBodiesAreRefused(body: String) {
    #expect(throws: PageRefusal.malformed) { try RenderRequest(Array(body.utf8), typed: .init()) }
  }

  // MARK: Choices about the result

  @Test(arguments: [
    ["--mix", "motion", "--fps", "60", "--width", "640", "--codec", "libsvtav1"], ["--mix", "none", "--fps", "a"],
    ["--music-level", "-12", "--music-start", "3s"],
  ]) func choicesAreAccepted(choices: [String]) throws { #expect(try words(choices) == choices) }

  @Test func musicLiesBesideInput() throws {
    #expect(try words(["--music", "-a b.FLAC"]) == ["--music", "films/-a b.FLAC"])
    let request = try request(["new", "a.mp4", "--music=a.mp3", "--music", "b.ogg"])
    #expect(request.options.music == ["a.mp3", "b.ogg"])
    let here = Neighbours(of: "in.mp4")
    #expect(request.options.words(beside: here) == ["--music", "a.mp3", "--music", "b.ogg"])
    #expect(request.options.words(beside: here, leavingOut: [WarpCommand.music]).isEmpty)
    #expect(here.path(of: "-a.mp3") == "./-a.mp3")
  }

  @Test(arguments: [
    ("--mix", "exec:a"), ("--mix", "exec:"), ("--codec", "-y"), ("--codec", "a b"), ("--codec", ""), ("--codec", "é"),
    ("--music", "../a.mp3"), ("--music", "/a.mp3"), ("--music", ".a.mp3"), ("--music", "a.mp4"), ("--music", ""),
    ("--music", ".mp3"), ("--music", "in"), ("--music", "http://a/b.mp3"),
  ]) func otherValuesAreRefusedUnlessTheyAreTyped(_ option: String, _ value: String) throws {
    #expect(throws: PageRefusal.value(value, of: option)) {
      try request(["new", "a.mp4", option, value])
    }
    let typed = PageOptions.Typed(choices: [option: value])
    #expect(try words([option, value], typed: typed) == [option, value])
    #expect(try request(["new", "a.mp4", option, value], typed: typed).options.music.isEmpty)
    // Once more, with another option that has this value.
    #expect(throws: PageRefusal.value(value, of: option)) {
      try words([option, value], typed: PageOptions.Typed(choices: ["--fps": value]))
    }
  }

  /// Whatever the page sends, `warp-film` gets no operand, and no option that prints something instead of a result.
  @Test func everyAcceptedOptionMakesAResult() throws {
    let names = WarpCommand.command.options.map { "--\($0.name)" } + ["-y", "-h"]
    let values = [
      "", "-", "--", "1", "0=1x, 1=2x", "--help", "--to table", "--edit", "/dev/stdout", "a.mp3", "'", "\u{1}",
    ]
    var accepted: Set<String> = []
    for name in names {
      for line in [[name]] + values.flatMap({ [[name, $0], ["\(name)=\($0)"], ["--then", "\(name) \($0)"]] }) {
        // Where an option stands in the place of a value, `warp-film` refuses to start.
        guard let words = try? words(line),
          let arguments = try? Arguments(parsing: words, for: WarpCommand.command)
        else { continue }
        #expect(arguments.operands.isEmpty && ModeRules.modes(of: arguments).isEmpty, "\(line)")
        #expect([Option.help, .version, .generate, MapCommand.listCurves].allSatisfy { !arguments.contains($0) })
        accepted.formUnion(arguments.occurrences.map(\.option.name))
      }
    }
    #expect(accepted.isSuperset(of: ["speed", "trim", "then", "mix", "music", "pitch"]) && accepted.count > 25)
    #expect(accepted.isDisjoint(with: ["map", "encode", "to", "edit", "yes", "music-loop"]))
  }
}
