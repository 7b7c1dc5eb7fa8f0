import Testing

@testable import Plots
@testable import Warp

@Suite struct PlotTextTests {
  @Test(arguments: [true, false])
  func noLineIsTooWide(_ unicode: Bool) throws {
    for (name, plot) in try PlotMaps.gallery() {
      for columns in [20, 21, 22, 23, 31, 40, 41, 79, 80, 132, 200] {
        for rows in [4, 14] {
          let text = TextPlot(plot, columns: columns, rows: rows, unicode: unicode).text
          for line in text.split(separator: "\n") { #expect(line.count <= columns, "\(name) at \(columns)") }
          #expect(text.hasSuffix("\n"))
          #expect(unicode || text.utf8.allSatisfy { $0 == 10 || 32..<127 ~= $0 }, "\(name) at \(columns)")
        }
      }
    }
  }

  @Test func widthIsLimitedToReadableValues() throws {
    let plot = Plot(try TimeMap(scale: 1, duration: 10))
    func widest(_ columns: Int) -> Int? {
      TextPlot(plot, columns: columns, unicode: true).text.split(separator: "\n").map(\.count).max()
    }
    #expect(widest(0) == 20)
    #expect(widest(1000) == 200)
  }

  /// A whole plot, as printed.
  @Test func matchesTheExpectedPlots() throws {
    let components = try PlotMaps.components(["triangle:factor=2,modifier=1@2s..8s"])
    let plot = Plot(try components.map(), components: components.components, marking: [5])
    let unicode = TextPlot(plot, columns: 44, rows: 8, unicode: true).text
    #expect(
      unicode == """
        speed
          1x ┤⠒⠒⠒⠒⠒⠒⠒⠲⡀┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄⢀⠖⠒⠒⠒⠒⠒⠒⠒
             │        ⠘⡄                  ⢠⠊
             │         ⠘⢄                ⢠⠃
             │           ⠣⡀             ⡔⠁
             │            ⠑⢄          ⡠⠊
             │              ⠑⣄      ⡠⠊
             │                ⠱⢄  ⡠⠜
        0.5x ┤                  ⠑●⠁
             └┬──────────────────┬─────────────────┬
              0                  5                10
                                     source time (s)
              ───────██████ triangle ███████────────
        speed 0.5x to 1x · 10 s become 13 s

        """)
    let ascii = TextPlot(plot, columns: 44, rows: 8, unicode: false).text
    #expect(
      ascii == """
        speed
          1x +--------.   -   -   -   -   -.--------
             |        '.                  .'
             |         '.                .'
             |           |.             |'
             |            '.          .'
             |              '.      .'
             |                |.  .|
        0.5x +                  'o'
             ++------------------+-----------------+
              0                  5                10
                                     source time (s)
              .......###### triangle #######........
        speed 0.5x to 1x; 10 s become 13 s

        """)
  }

  @Test func labelsDoNotTouchAndStayInTheirRow() {
    var grid = TextGrid(columns: 20, rows: 1)
    for (text, column) in [("100", 10), ("left", 7), ("right", 13), ("0", 0), ("far", 20), ("no", 2), ("ok", 4)] {
      grid.writeLabel(text, row: 0, around: column, style: .normal)
    }
    #expect(grid.lines(colour: false) == ["0  ok    100     far"])
  }

  /// A mark is in the column of its tick and the row of its speed, on the curve.
  @Test func marksStandOnTheCurve() throws {
    let map = try PlotMaps.components(["constant:factor=2@4s..6s"]).map()
    for columns in [40, 80, 200] {
      let lines = TextPlot(Plot(map, marking: [5, 8]), columns: columns, unicode: true).text.split(separator: "\n").map(
        Array.init)
      let fast = try #require(lines.first { $0.starts(with: "  1x ") })
      let slow = try #require(lines.first { $0.starts(with: "0.5x ") })
      let width = Double(columns - 6)
      #expect(slow.firstIndex(of: "●") == 6 + Int(0.5 * width))
      #expect(fast.firstIndex(of: "●") == 6 + Int(0.8 * width))
      #expect(lines.joined().count { $0 == "●" } == 2)
    }
  }

  /// Nothing is drawn between two levels.
  @Test func jumpsBreakTheCurve() throws {
    let map = try PlotMaps.components(["constant:factor=3@0.5..1"]).map()
    let lines = TextPlot(Plot(map), columns: 80, unicode: true).text.split(separator: "\n")
    let drawn = lines.filter { $0.unicodeScalars.contains { 0x2801...0x28FF ~= $0.value } }
    #expect(drawn.count == 2)
  }

  @Test func gapsAreMarkedAndNamed() throws {
    let frozen = Plot(try TimeMap(scale: 1, duration: 10).frozen(at: 5, for: 10))
    let freeze = TextPlot(frozen, columns: 80, unicode: true).text.split(separator: "\n")
    #expect(freeze[0].contains("freeze"))
    #expect((36...40).contains(freeze[3].count { $0 == "░" }))
    let cut = TextPlot(Plot(try PlotMaps.play(["5..7", "0..2"])), columns: 80, unicode: false).text.split(
      separator: "\n")
    #expect(cut[0].contains("cut"))
    #expect(cut[3].count { $0 == ":" } == 1)
  }

  @Test func anOpenEndHasAnArrow() throws {
    let map = try TimeMap(scale: 2, duration: nil)
    #expect(TextPlot(Plot(map), columns: 80, unicode: true).text.contains("→\n"))
    #expect(TextPlot(Plot(map), columns: 80, unicode: false).text.contains(">\n"))
  }

  /// Names are drawn only where they fit, but every range is drawn.
  @Test func namesAreDrawnWhereTheyFit() throws {
    let components = try PlotMaps.components(["ramp@0..0.5", "triangle@0.6..0.65"])
    let plot = Plot(try components.map(), components: components.components)
    let lines = TextPlot(plot, columns: 60, unicode: false).text.split(separator: "\n")
    let timeline = try #require(lines.first { $0.contains("#") })
    #expect(timeline.contains("# ramp #"))
    #expect(!timeline.contains("triangle"))
    #expect((2...3).contains(timeline.count { $0 == "=" }))
  }

  /// Colour adds only escape sequences.
  @Test func colourChangesNoCharacter() throws {
    for (name, plot) in try PlotMaps.gallery() {
      let uncoloured = TextPlot(plot, columns: 80, unicode: true).text
      let coloured = TextPlot(plot, columns: 80, unicode: true, colour: true).text
      #expect(coloured != uncoloured)
      #expect(Self.withoutEscapes(coloured) == uncoloured, "\(name)")
      for line in coloured.split(separator: "\n") where line.contains("\u{1B}") { #expect(line.hasSuffix("\u{1B}[0m")) }
    }
  }

  private static func withoutEscapes(_ text: String) -> String {
    var (kept, isEscape) = ("", false)
    for character in text {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape { kept.append(character) }
      if character == "m" { isEscape = false }
    }
    return kept
  }
}
