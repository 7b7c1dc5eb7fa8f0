import Testing
import Tool
import Warp

@testable import Commands

/// What becomes of the words of `warp` before there is a film.
@Suite struct WarpWordsTests {
  @Test func theScriptIsKnownByItsFirstWords() {
    let (script, words) = Asker.read(["--records", "/dev/fd/7", "/opt/bin", "--reverse", "a"])
    #expect(script == .script(answers: "/dev/fd/7", tools: "/opt/bin") && words == ["--reverse", "a"])
    let (user, all) = Asker.read(["--reverse", "--records", "a"])
    #expect(user == .user && all == ["--reverse", "--records", "a"])
    #expect(Asker.read(["--records", "a"]).asker == .user)
  }

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
    #expect(best.showWords(of: nil) == ["warp-map", "--duration", "2.5", "--plot", "text"])
  }

  @Test func aPlotHasAKind() throws {
    #expect(
      try words(["--plot", "--constant", "2", "in"]).showWords(of: nil)
        == ["warp-map", "--duration", "2.5", "--constant", "2", "--plot", "text"])
    #expect(
      try words(["--plot", "svg", "--at", "1", "in"]).showWords(of: nil)
        == ["warp-map", "--duration", "2.5", "--plot", "svg", "--at", "1"])
  }

  /// A page plays the film, whose own clock may begin before the clip.
  @Test func aPageHasTheClock() throws {
    let page = try words(["--plot", "html", "in"])
    let shown = page.showWords(of: nil, sound: "cat in", start: 1.5)
    #expect(shown.prefix(2) == ["bash", "-c"] && shown[2].hasSuffix("--wave <(cat in)"))
    #expect(shown.suffix(4) == ["--clip", "in.mp4", "--clip-start", "1.5"])
    #expect(!page.showWords(of: nil).contains("--clip-start"))
  }

  @Test func filesThatArePipesCannotBeReadAgain() throws {
    #expect(try words(["--constant", "2"]).areRepeatable)
    #expect(try !words(["--map", "/dev/null"]).areRepeatable)
  }
}
