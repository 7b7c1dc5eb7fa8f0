import Foundation
import TestSupport
import Testing

/// Opens the page of `--plot html` in a browser. Checks curves, maps, film playback, size in bytes and labels.
@Suite(.serialized) struct CurvePageTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "CurvePageTests", words) }

  private static func numbers(_ text: some StringProtocol) -> [Double] {
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

  /// Options of warp-map, and how the page shows their curve: as speed keyframes, curves, parts to play, or as typed.
  private static let families = [
    ("--curve ramp:factor=3@1s..4s --curve tapered-sine-flipped:factor=0.7,modifier=0.3@5s..9s", "curves"),
    ("--curve double-smoothstep:factor=4@20%..0.7 --fit 7", "curves"),
    ("--speed '0=1x, 3s=0.2x smooth, 5s=4x ease-in, 7s=4x hold, 9s=1x bezier(0.2,0,0.8,1)'", "speed"),
    ("--scale-expr '1+0.5*sin(3*t)'", "typed"), ("--constant 2", "speed"), ("--speed 50%", "speed"),
    ("--play 0..5 --play 7..6 --play 5..0@2x", "plays"), ("--play ..4s --play 6s..4s --play 7s..@1x", "speed"),
    ("--anchor 2=2 --anchor 4=5 --anchor-easing smooth", "speed"), ("--anchor 2=3 --anchor 4=1", "plays"),
    ("--speed '0=1x, 10s=3x' --trim 2s..8s --freeze 3s=1s --freeze 120f=500ms --reverse", "speed"),
    ("--ranges ranges.txt --range-speed cut", "speed"),
    ("--ranges ranges.txt --range-speed 2x --range-ease 0.2", "typed"),
    ("--curve ramp --then '--speed 2x'", "typed"), ("--reverse", "speed"), ("--scale-expr '2+t' --trim 1..4", "typed"),
    ("--speed 2x --then '--play ..1s --play 3s..2s --play 3s..' --then '--anchor 0.5s=1s'", "speed"),
  ]

  @Test func theMapIsTheOneOfWarpMap() throws {
    let families = Campaign.share(of: Self.families)
    let result = try Shell.run(script: "CurvePageTests", ["agrees"] + families.map(\.0))
    #expect(result.output == families.map { "\($0): \($1)\n" }.joined(), "\(result)")
  }

  @Test func curvesBecomeKeysWithinHalfAFrame() throws {
    let curves = [
      "--curve ramp:factor=3@1s..4s --curve constant:factor=2@5s..9s", "--curve tapered-sine --fit 7",
      "--curve power:factor=3", "--scale-expr '1+0.5*sin(3*t)'", "--curve triangle:factor=10,modifier=0.1",
    ]
    let result = try Shell.run(script: "CurvePageTests", ["become_keys"] + curves)
    let lines = result.output.split(separator: "\n").map(Self.numbers)
    #expect(lines.count == curves.count, "\(result)")
    for line in lines { #expect(line.count == 3 && line[0] == 1 && line[1] <= 0.5 && line[2] < 250, "\(result)") }
  }

  /// Measures how far the playing film strays from the map, in seconds, with freezes, cuts and backward play.
  @Test(
    .enabled(if: Campaign.isWhole, "how fast a browser plays is measured by scripts/test --long"),
    arguments: [
      ["--curve", "ramp:factor=2"], ["--freeze", "1=1", "--speed", "2x"], ["--play", "0..2", "--play", "6..4"],
      ["--reverse"],
    ])
  func theFilmFollowsTheCurve(_ words: [String]) throws {
    // Tries up to four times, because other tests run at the same time and may slow the browser down.
    var gap = Double.infinity
    for _ in 0..<4 where gap > 0.08 {
      let result = try Shell.run(script: "CurvePageTests", ["plays"] + words)
      let numbers = Self.numbers(result.output)
      try #require(numbers.count == 2 && numbers[0] == 1, "\(result)")
      gap = min(gap, numbers[1])
    }
    #expect(gap <= 0.08, "\(gap) s")
  }

  /// Measures the milliseconds of script and layout for each step of a drag, with 200 keyframes in an hour. Repeats
  /// slow runs, because other tests may disturb them.
  @Test(.enabled(if: Campaign.isWhole, "how fast a browser draws is measured by scripts/test --long"))
  func draggingIsSmooth() throws {
    var time = Double.infinity
    for _ in 0..<4 where time > 8 { time = min(time, Self.numbers(try run("drags").output).first ?? .infinity) }
    #expect(time <= 8, "\(time) ms")
  }

  @Test func everyControlHasANameAndNarrowScreensDo() throws {
    let result = try run("is_named")
    #expect(result.output == "done\n", "\(result)")
  }

  @Test func aPageIsSmallAndRefersToNothing() throws {
    let page = try Shell.run("warp-map --duration 10 --curve ramp --plot html")
    #expect(page.status == 0 && page.output.utf8.count < 230_000, "\(page.output.utf8.count) bytes")
    #expect(!page.output.contains(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/) && !page.output.contains("import "))
    // A file name with `</script>` must not end the script element that contains the name.
    let odd = try Shell.run("warp-map --duration 10 --plot html --clip '</script><b>.mp4'")
    #expect(odd.output.components(separatedBy: "</script>").count == 2)
    #expect(try Shell.run("warp-map --plot html").status == 2)
    #expect(try Shell.run("warp-map --duration 9 --plot svg --clip a.mp4").errors.contains("--clip needs --to"))
  }
}
