import Testing
import Tool
import Warp

@testable import Commands

/// What becomes of the words of `warp-film` before there is a film.
@Suite struct WarpWordsTests {
  private func words(_ words: [String], _ clip: Clip = Clip(duration: 2.5)) throws -> MapWords {
    MapWords(try Arguments(parsing: words, for: WarpCommand.command), on: clip, tool: "warp-map", input: "in.mp4")
  }

  @Test func theMapIsMadeByWarpMapsOptionsAlone() throws {
    let typed = ["-y", "--reverse", "--fps", "30", "--curve", "a b", "in", "out", "--curve=c"]
    #expect(
      try words(typed).words == ["warp-map", "--duration", "2.5", "--reverse", "--curve", "a b", "--curve", "c"])
    let clip = Clip(duration: nil, frameRate: FrameRate(Rational(30000, 1001)!))
    #expect(try words([], clip).words == ["warp-map", "--fps", "30000/1001"])
  }

  /// A table of the usual tolerance would be what is heard of the cleanest kernel.
  @Test func theTableIsAsExactAsTheKernel() throws {
    for kernel in ["fast", "high"] {
      let usual = try words(["--kernel", kernel, "in"])
      #expect(usual.tolerance == 1e-11 && usual.tableWords == ["warp-map", "--duration", "2.5"])
    }
    let best = try words(["--kernel=best", "--plot", "in"])
    #expect(best.tolerance == 1e-13)
    #expect(best.tableWords == ["warp-map", "--duration", "2.5", "--tolerance", "1e-13"])
    #expect(best.showWords() == ["warp-map", "--duration", "2.5", "--plot", "text"])
  }

  @Test func aPlotHasAKind() throws {
    #expect(
      try words(["--plot", "--constant", "2", "in"]).showWords()
        == ["warp-map", "--duration", "2.5", "--constant", "2", "--plot", "text"])
    #expect(
      try words(["--plot", "svg", "--at", "1", "in"]).showWords()
        == ["warp-map", "--duration", "2.5", "--plot", "svg", "--at", "1"])
  }

  /// A page plays the film, whose own clock may begin before the clip.
  @Test func aPageHasTheClock() throws {
    let page = try words(["--plot", "html", "in"])
    #expect(page.showsPage && page.showWords(start: 1.5).suffix(4) == ["--clip", "in.mp4", "--clip-start", "1.5"])
    #expect(!page.showWords().contains("--clip-start"))
  }

  @Test func filesThatArePipesCannotBeReadAgain() throws {
    #expect(try words(["--constant", "2"]).areRepeatable)
    #expect(try !words(["--map", "/dev/null"]).areRepeatable)
  }
}
