import Foundation
import TestSupport
import Testing

/// The page of `--plot html` in a browser. One after the other: what they measure are times.
@Suite(.serialized) struct CurvePageTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "CurvePageTests", words) }

  private static func numbers(_ text: String) -> [Double] {
    text.split { "[], \n".contains($0) }.compactMap { Double($0) ?? ($0 == "true" ? 1 : $0 == "false" ? 0 : nil) }
  }

  @Test func curvesAreThoseOfTheGoldenTable() throws {
    let table = Shell.file("Tests/WarpTests/Golden/curves.tsv")
    let rows = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    let result = try run("golden", table.path)
    let numbers = Self.numbers(result.output)
    // The first row names the columns.
    #expect(numbers.count == 2 && Int(numbers[0]) == rows.count - 1 && numbers[1] < 1e-9, "\(result)")
  }

  @Test(arguments: [
    ["--curve", "ramp:factor=3@1s..4s", "--curve", "tapered-sine-flipped:factor=0.7,modifier=0.3@5s..9s"],
    ["--curve", "double-smoothstep:factor=4", "--fit", "7"],
    ["--speed", "0=1x, 3s=0.2x smooth, 5s=4x ease-in, 7s=4x hold, 9s=1x bezier(0.2,0,0.8,1)"],
    ["--scale-expr", "1+0.5*sin(3*t)"], ["--constant", "2"],
  ])
  func theMapIsTheOneOfWarpMap(_ words: [String]) throws {
    let result = try Shell.run(script: "CurvePageTests", ["agrees"] + words)
    let numbers = Self.numbers(result.output)
    #expect(numbers.count == 2 && numbers[0] == 1 && numbers[1] < 1e-6, "\(result)")
  }

  @Test func keyframesAreDraggedTypedAddedAndRemoved() throws {
    let result = try run("edits")
    #expect(
      result.output == """
        true
        [4,4,"linear"]
        4
        3
        [[0,1,"linear"],[4,4,"linear"],[10,1,"linear"]]
        [4.05,4,"linear"]
        kept
        same
        4636
        4636

        """, "\(result)")
  }

  /// What cannot be is told in warp-map's own words.
  @Test func curvesAreAddedFlippedAndRefused() throws {
    let result = try run("curves")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 7, "\(result)")
    #expect(
      lines.first
        == "warp-film --curve ramp:factor=2@1s..3s --curve double-smoothstep:factor=2@5.33s..7.67s "
        + "clip.mp4 clip-warped.mp4")
    #expect(lines.dropFirst().first == "true")
    #expect(
      lines[3].hasPrefix("warp-map: error: a factor of 0 is out of range (curve 'ramp-flipped:factor=0@1s..3s'); it")
    )
    #expect(lines[2].replacing(/1s\.\.3\.\d+s/, with: "1s..3s") == lines[3].dropFirst("warp-map: error: ".count))
    #expect("warp-map: error: " + lines[4] == lines[5])
    #expect(lines[6] == "'x' is not a valid end of curve 1")
  }

  /// Where the film is at most from where the map says, with freezes, cuts and backward play.
  @Test(
    .enabled(if: Campaign.isWhole, "how fast a browser plays is measured by scripts/test --long"),
    arguments: [
      ["--curve", "ramp:factor=2"], ["--freeze", "1=1", "--speed", "2x"], ["--play", "0..2", "--play", "6..4"],
      ["--reverse"],
    ])
  func theFilmFollowsTheCurve(_ words: [String]) throws {
    // Other tests run beside this one, and may keep the browser from its work.
    var gap = Double.infinity
    for _ in 0..<4 where gap > 0.08 {
      let result = try Shell.run(script: "CurvePageTests", ["plays"] + words)
      let numbers = Self.numbers(result.output)
      try #require(numbers.count == 2 && numbers[0] == 1, "\(result)")
      gap = min(gap, numbers[1])
    }
    #expect(gap <= 0.08, "\(gap) s")
  }

  @Test func theCommandIsCopiedAndARangeIsLooped() throws {
    let result = try run("copies_and_loops")
    #expect(
      result.output == "warp-film --curve ramp:factor=2@1s..2s clip.mp4 clip-warped.mp4\n[1,2.5]\n[true,true,true]\n",
      "\(result)")
  }

  /// With fifty keyframes; a browser shows sixty frames a second at most, and other tests run beside this one.
  @Test(.enabled(if: Campaign.isWhole, "how fast a browser draws is measured by scripts/test --long"))
  func draggingIsSmooth() throws {
    var gap = Double.infinity
    for _ in 0..<4 where gap > 25 { gap = min(gap, Self.numbers(try run("frames", "50").output).first ?? .infinity) }
    #expect(gap <= 25, "\(gap) ms from one frame to the next")
  }

  @Test func everyControlHasANameAndNarrowScreensDo() throws {
    let result = try run("is_named")
    #expect(result.output == "true\n", "\(result)")
  }

  @Test func aPageIsSmallAndRefersToNothing() throws {
    let page = try Shell.run("warp-map --duration 10 --curve ramp --plot html")
    #expect(page.status == 0 && page.output.utf8.count < 150_000)
    #expect(!page.output.contains(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/) && !page.output.contains("import "))
    // A name cannot end the script that it stands in.
    let odd = try Shell.run("warp-map --duration 10 --plot html --clip '</script><b>.mp4'")
    #expect(odd.output.components(separatedBy: "</script>").count == 2)
    #expect(try Shell.run("warp-map --plot html").status == 2)
    #expect(try Shell.run("warp-map --duration 9 --plot svg --clip a.mp4").errors.contains("--clip needs --to"))
  }
}
