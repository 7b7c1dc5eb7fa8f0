@testable import Plots
@testable import Values
@testable import Warp

enum PlotMaps {
  static func components(_ specs: [String], duration: Double = 10) throws -> Components {
    let clip = Clip(duration: duration)
    return try Components(specs.map { try CurveSyntax.parse($0, on: clip) }, duration: duration)
  }

  static func play(_ specs: [String]) throws -> TimeMap {
    try PlayList(specs.map { try PlaySyntax.parse($0, on: Clip(duration: 10)) }).map()
  }

  /// A map of `count` pieces, each with a second of source and its own scale.
  static func rows(_ count: Int, scale: (Int) -> Double) throws -> TimeMap {
    var pieces: [Piece] = []
    for index in 0..<count {
      let (start, end) = (Double(index), Double(index + 1))
      let line = Cubic(line: scale(index), from: start, to: end)
      pieces.append(Piece(.cubic(line), from: start, to: end, at: pieces.last?.warpedEnd ?? 0))
    }
    return try TimeMap(pieces)
  }

  /// The range of the map's speeds within `columns` columns of a time on the axis.
  static func speeds(
    of map: TimeMap, within columns: Double, of time: Double, on axis: PlotAxis
  ) -> ClosedRange<Double> {
    let reach = columns * (axis.range.upperBound - axis.range.lowerBound) / Double(PlotPen.columnCount)
    let times = (-10...10).map { time + Double($0) / 10 * reach }.filter(axis.range.contains)
    var scales = times.compactMap { time in
      axis.kind == .source ? map.visits(of: time).first?.scale : map.instant(at: time)?.scale
    }
    // Where a curve is vertical, only the end of a piece has its lowest speed.
    for piece in map.pieces {
      for source in [piece.sourceStart, piece.sourceEnd] {
        let end = axis.kind == .source ? source : piece.warped(at: source)
        if abs(end - time) <= reach { scales += [piece.signedScale(at: source)].compactMap(\.self) }
      }
    }
    let speeds = scales.map(Plot.speed(atScale:))
    return speeds.min()!...speeds.max()!
  }

  /// Plots of all kinds of maps, usual and extreme.
  static func gallery() throws -> [(name: String, plot: Plot)] {
    let waves = try components(["triangle:factor=2@10%..40%", "sine:factor=0.8@50%..75%", "ramp@75%..80%"])
    let crowd = try components(
      (0..<2000).map { "triangle:factor=\($0 % 7 + 1)@\(Double($0) / 2000)..\(Double($0 + 1) / 2000)" })
    let long = try components(["tapered-sine:factor=0.6,modifier=1@20%..90%"], duration: 5400)
    let clip = Clip(duration: 10)
    let late = try PlayList([try PlaySyntax.parse("999999990s..999999990.5s", on: Clip())]).map()
    return [
      ("waves", Plot(try waves.map(), components: waves.components, marking: [2.5, 6, 99])),
      ("reversed", Plot(try waves.map().reversed(), components: waves.components, marking: [2.5])),
      ("frozen", Plot(try waves.map().frozen(at: 4.5, for: 3), components: waves.components, marking: [4.5])),
      ("crowd", Plot(try crowd.map(), components: crowd.components)),
      ("long", Plot(try long.map(), components: long.components, marking: [1200])),
      ("constant", Plot(try TimeMap(scale: 1, duration: 10))),
      ("tiny", Plot(try TimeMap(scale: 1e-12, duration: 1e-12))),
      ("late", Plot(late)),
      ("endless", Plot(try TimeMap(scale: 2, duration: nil), marking: [30, 1e9])),
      ("open", Plot(try SpeedSyntax.keys("0=1x, 2s=0.25x smooth, 4s=1x", on: Clip()).map(duration: nil))),
      ("huge", Plot(try SpeedSyntax.keys("0=1000000x, 10s=0.000001x", on: clip).map(duration: 10))),
      ("still", Plot(try TimeMap([Piece(holding: 1, from: 0, until: 5)]), marking: [1])),
      ("play", Plot(try play(["5..7@2x", "4..1", "0..2@0.5x", "8..10"]), marking: [1.5, 6])),
      ("forward", Plot(try play(["0..2", "5..7@2x", "8..10"]))),
      ("decades", Plot(try TimeMap(scale: 1, duration: 9e8))),
    ]
  }
}
