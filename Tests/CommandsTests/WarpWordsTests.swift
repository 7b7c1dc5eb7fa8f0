import Testing
import Tool
import Values

@testable import Commands

/// How the arguments of `warp-film` are processed before a film is known.
@Suite struct WarpWordsTests {
  private func words(_ words: [String], _ clip: Clip = Clip(duration: 2.5)) throws -> MapWords {
    MapWords(try Arguments(parsing: words, for: WarpCommand.command), on: clip, input: "in.mp4")
  }

  private func shown(_ typed: [String], start: Double = 0) throws -> [String] {
    try words(typed).shown(start: start).words(of: MapCommand.command.options)
  }

  @Test func tableWordsContainOnlyOptionsOfWarpMap() throws {
    let typed = ["-y", "--reverse", "--fps", "30", "--curve", "a b", "in", "out", "--curve=c"]
    #expect(try words(typed).ofTable == ["--duration", "2.5", "--reverse", "--curve", "a b", "--curve", "c"])
    let clip = Clip(duration: nil, frameRate: FrameRate(Rational(30000, 1001)!))
    #expect(try words([], clip).ofTable == ["--fps", "30000/1001"])
  }

  /// A search uses `--margin` itself.
  @Test func tableWordsContainTheMarginOfWords() throws {
    let cut = ["--words", "w", "--cut-words", "um"]
    #expect(try words(cut + ["--margin", "0", "in"]).ofTable == ["--duration", "2.5"] + cut + ["--margin", "0"])
    #expect(try words(["--silence", "cut", "--margin", "0", "in"]).ofTable == ["--duration", "2.5"])
  }

  /// With the usual tolerance of the table, its error would be audible with the cleanest kernel.
  @Test func toleranceFollowsTheKernel() throws {
    for kernel in ["fast", "high"] {
      let usual = try words(["--kernel", kernel, "in"])
      #expect(usual.tolerance == 1e-11 && usual.ofTable == ["--duration", "2.5"])
    }
    let best = try words(["--kernel=best", "--plot", "in"])
    #expect(best.tolerance == 1e-13)
    #expect(best.ofTable == ["--duration", "2.5", "--tolerance", "1e-13"])
    #expect(try shown(["--kernel=best", "--plot", "in"]) == ["--duration", "2.5", "--plot", "text"])
  }

  @Test func plotDefaultsToText() throws {
    #expect(
      try shown(["--plot", "--constant", "2", "in"])
        == ["--duration", "2.5", "--constant", "2", "--plot", "text"])
    #expect(
      try shown(["--plot", "svg", "--at", "1", "in"]) == ["--duration", "2.5", "--plot", "svg", "--at", "1"])
  }

  /// A page plays the film, whose own clock may begin before the clip.
  @Test func pageGetsTheClipStart() throws {
    let page = ["--plot", "html", "in"]
    #expect(try shown(page, start: 1.5).suffix(4) == ["--clip", "in.mp4", "--clip-start", "1.5"])
    #expect(try !shown(page).contains("--clip-start"))
    #expect(try shown(["--to", "mlt", "in"]).suffix(2) == ["--clip", "in.mp4"])
  }

  @Test func pipesAreNotRepeatable() throws {
    #expect(try words(["--constant", "2"]).areRepeatable)
    #expect(try !words(["--map", "/dev/null"]).areRepeatable)
  }
}
