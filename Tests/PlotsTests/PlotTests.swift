import Foundation
import Testing

@testable import Plots
@testable import Values
@testable import Warp

@Suite struct PlotTests {
  @Test(arguments: CurveSyntax.names.map(\.name))
  func strokesFollowTheCurve(_ name: String) throws {
    for settings in ["factor=1.5", "factor=4,modifier=1", "factor=0.2,modifier=0.06"] {
      let map = try PlotMaps.components(["\(name):\(settings)@20%..70%"]).map()
      try expectStrokesToFollow(map, "\(name):\(settings)")
      try expectStrokesToFollow(try map.reversed(), "\(name):\(settings) reversed")
    }
  }

  @Test(arguments: ["smooth", "linear", "ease-in", "ease-in-out", "bezier(0.3,-0.1,0.2,1.4)"])
  func strokesFollowSpeed(_ easing: String) throws {
    let clip = Clip(duration: 5)
    let map = try SpeedSyntax.keys("0=1x, 2s=0.25x \(easing), 4s=3x \(easing)", on: clip).map(duration: 5)
    try expectStrokesToFollow(map, easing, columns: 0.01)
    try expectStrokesToFollow(try map.reversed(), "\(easing) reversed", columns: 0.01)
  }

  /// Between its points, every stroke agrees with the speed to within some columns and 1/2000 of the speed.
  private func expectStrokesToFollow(_ map: TimeMap, _ name: String, columns: Double = 1) throws {
    let plot = Plot(map)
    #expect(plot.strokes.joined().count > 1)
    for stroke in plot.strokes {
      for (point, next) in zip(stroke, stroke.dropFirst()) {
        let x = point.x + 0.3 * (next.x - point.x)
        let y = point.y * pow(next.y / point.y, 0.3)
        let near = PlotMaps.speeds(of: map, within: columns, of: x, on: plot.time)
        let grace = 5e-4 * abs(y)
        #expect(near.lowerBound - grace <= y && y <= near.upperBound + grace, "\(name) at \(x)")
      }
    }
  }

  /// Strokes cover everything that plays, except for jumps and gaps.
  @Test func strokesEndAtStretches() throws {
    let plot = Plot(try PlotMaps.play(["5..7@2x", "4..1", "0..2@0.5x"]))
    #expect(plot.time.kind == .warped)
    #expect(plot.strokes.map { [$0.first!.x, $0.last!.x] } == [[0, 1], [1, 4], [4, 8]])
    #expect(plot.strokes.map { [$0.first!.y, $0.last!.y] } == [[2, 2], [-1, -1], [0.5, 0.5]])
    #expect(plot.gaps == [1, 4].map { PlotSpan(start: $0, end: $0, content: .cut) })
  }

  @Test func axisIsSourceTimeForForwardMaps() throws {
    let forward = Plot(try PlotMaps.play(["1..2", "5..7@2x"]), marking: [6, 3])
    #expect(forward.time.kind == .source)
    #expect(forward.time.range == 1...7)
    #expect(forward.gaps == [PlotSpan(start: 2, end: 5, content: .cut)])
    #expect(forward.marks == [Plot.Mark(x: 6, speed: 2)])
    #expect(forward.caption == ["speed 1x to 2x", "6 s become 2 s", "1 mark is never shown"])
  }

  @Test func aFreezeIsAGapWithoutACurve() throws {
    let map = try TimeMap(scale: 1, duration: 10).frozen(at: 4, for: 3)
    let plot = Plot(map, marking: [4, 5])
    #expect(plot.gaps == [PlotSpan(start: 4, end: 7, content: .freeze)])
    #expect(plot.strokes.map { [$0.first!.x, $0.last!.x] } == [[0, 4], [7, 13]])
    #expect(plot.marks == [Plot.Mark(x: 4, speed: nil), Plot.Mark(x: 8, speed: 1)])
    #expect(plot.caption.contains("10 s become 13 s"))
  }

  @Test func frozenMapHasNoCurve() throws {
    let plot = Plot(try TimeMap([Piece(holding: 1, from: 0, until: 5)]))
    #expect(plot.strokes.isEmpty)
    #expect(plot.gaps == [PlotSpan(start: 0, end: 5, content: .freeze)])
    #expect(plot.caption == ["stands still", "0 s become 5 s"])
  }

  @Test func openEndIsDrawn() throws {
    let map = try SpeedSyntax.keys("0=1x, 4s=0.5x hold", on: Clip()).map(duration: nil)
    let plot = Plot(map, marking: [40])
    #expect(plot.openEnd == [Plot.Point(x: 4, y: 0.5), Plot.Point(x: 46, y: 0.5)])
    #expect(plot.marks == [Plot.Mark(x: 40, speed: 0.5)])
    #expect(plot.caption == ["speed 0.5x to 1x", "goes on at 0.5x until the input ends"])
  }

  /// Ranges follow the map: mirrored if the map is reversed, longer if it contains a freeze.
  @Test func rangesLieWhereTheMapShowsThem() throws {
    let components = try PlotMaps.components(["constant:factor=2@1s..3s", "constant:factor=0.5@3s..5s"])
    let map = try components.map()
    func ranges(_ map: TimeMap) -> [[Double]] {
      Plot(map, components: components.components).ranges.map { [Double($0.content), $0.start, $0.end] }
    }
    #expect(ranges(map) == [[0, 1, 3], [1, 3, 5]])
    #expect(ranges(try map.reversed()) == [[1, 5, 6], [0, 6, 10]])
    #expect(ranges(try map.frozen(at: 2, for: 1)) == [[0, 1, 6], [1, 6, 7]])
    #expect(ranges(try map.frozen(at: 1, for: 1)) == [[0, 1, 6], [1, 6, 7]])
    #expect(ranges(try map.trimmed(from: 2, to: 4)) == [[0, 2, 3], [1, 3, 4]])
    #expect(ranges(try PlotMaps.play(["10..0"])) == [[1, 5, 7], [0, 7, 9]])
    #expect(ranges(try PlotMaps.play(["0..10", "2..4"])) == [[0, 1, 3], [1, 3, 5], [0, 10, 11], [1, 11, 12]])
  }

  /// A peak as short as 1/100,000 of the clip is drawn at its full depth.
  @Test func narrowFeaturesAreNotMissed() throws {
    let map = try PlotMaps.components(["triangle:factor=3,modifier=1@0.5..0.50001"]).map()
    let heights = Plot(map).strokes.joined().map(\.y)
    #expect(heights.max() == 1)
    #expect(heights.min() == 1 / 3.0)
  }

  /// A peak within a piece of a table is drawn at its full depth, even if the speed is high at both ends of the piece.
  @Test func peaksWithinRowsAreNotMissed() throws {
    let cubic = try #require(Cubic(from: 5, to: 5.001, rise: 0.001, startScale: 0.5, endScale: 0.5))
    let pieces = [
      Piece(.cubic(Cubic(line: 0.5, from: 0, to: 5)), from: 0, to: 5, at: 0),
      Piece(.cubic(cubic), from: 5, to: 5.001, at: 2.5),
      Piece(.cubic(Cubic(line: 0.5, from: 5.001, to: 10)), from: 5.001, to: 10, at: 2.501),
    ]
    let heights = Plot(try TimeMap(pieces)).strokes.joined().map(\.y)
    #expect(abs(try #require(heights.min()) - 0.8) < 1e-12)
  }

  /// Of ranges that begin within one column, the longest is shown.
  @Test func aLongRangeIsNotHiddenByAShortOne() throws {
    let components = try PlotMaps.components(["ramp@1s..1.00001s", "ramp@1.00001s..3s", "ramp@3s..3.00001s"])
    let ranges = Plot(try components.map(), components: components.components).ranges
    #expect(ranges.map(\.content) == [1, 2])
  }

  @Test func tinyMapsHaveAnAxis() throws {
    #expect(Plot(try TimeMap(scale: 1, duration: 5e-324)).time.range == 0...1e-9)
  }

  /// A long table of jumps is drawn as a bar of the right height, with a limited number of points.
  @Test func longTablesAreReduced() throws {
    let plot = Plot(try PlotMaps.rows(60_000) { $0 % 3 == 0 ? 0.5 : 2 })
    let points = Array(plot.strokes.joined())
    #expect(points.count < 24 * PlotPen.columnCount)
    let columns = Dictionary(grouping: points) { plot.time.cell(of: $0.x, among: 100) }
    for column in 0..<100 { #expect(Set(columns[column, default: []].map(\.y)) == [0.5, 2], "column \(column)") }
  }

  /// A row that is the lowest or highest in its column is shown.
  @Test func rareRowsAreNotThinnedAway() throws {
    let map = try PlotMaps.rows(60_000) { $0 == 20_025 ? 0.25 : $0 == 40_025 ? 9 : 1 + Double($0 % 2) }
    let heights = Plot(map).strokes.joined().map(\.y)
    #expect(heights.min() == 1 / 9.0)
    #expect(heights.max() == 4)
  }

  @Test func aFewJumpsInALongTableStayJumps() throws {
    let strokes = Plot(try PlotMaps.rows(24_000) { $0 < 12_000 ? 1 : 2 }).strokes
    #expect(strokes.map { [$0.first!.x, $0.last!.x] } == [[0, 12_000], [12_000, 24_000]])
  }

  /// In loops, gaps, ranges and marks that would cover each other become one.
  @Test func manyVisitsAreReduced() throws {
    let components = try PlotMaps.components(["constant:factor=2@1s..3s"])
    let map = try PlotMaps.play(Array(repeating: ["2..4", "5..6"], count: 4000).flatMap(\.self))
    let plot = Plot(map, components: components.components, marking: [2.5])
    let most = PlotPen.columnCount + 1
    for count in [plot.gaps.count, plot.ranges.count, plot.marks.count] { #expect((500...most).contains(count)) }
  }
}
