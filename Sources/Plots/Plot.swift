import Values
import Warp

/// The curve of a map as values that can be drawn at any size. The vertical axis is the speed. The horizontal axis is
/// source time or, if the shown source time does not always rise, time in the result.
package struct Plot: Sendable {
  /// x is a time in seconds. y is a speed, negative where the source plays backward.
  package struct Point: Equatable, Sendable {
    package let x: Double
    package let y: Double
  }

  /// A point of the curve at which the map shows a requested source time. `speed` is its height, nil in a freeze.
  package struct Mark: Equatable, Sendable {
    package let x: Double
    package let speed: Double?
  }

  /// The reason why a part of the time axis has no curve.
  package enum Gap: String, Sendable {
    case freeze, cut
  }

  package let time: PlotAxis
  package let speed: SpeedAxis
  /// The lines that form the curve. A new line begins after each jump of the speed, gap and change of direction.
  package let strokes: [[Point]]
  /// The two ends of the line for the last part of a map that plays until the input ends. Empty for other maps.
  package let openEnd: [Point]
  /// The freezes and cuts on the time axis. On an axis of warped time, a cut has no length.
  package let gaps: [PlotSpan<Gap>]
  /// The span of time that each named curve covers, with the curve's index in `names`. A curve may appear repeatedly.
  package let ranges: [PlotSpan<Int>]
  package let names: [String]
  package let marks: [Mark]
  /// The clauses of the text below the plot, in one or more lines; a separator joins them.
  package let caption: [String]

  /// - Parameters:
  ///  - components: the curves that the map was made of, in source order. They are marked below the curve.
  ///  - sources: source times to mark on the curve, wherever the map shows them.
  ///  - summary: the facts about the map's ranges, for the caption.
  package init(
    _ map: TimeMap, components: [Components.Component] = [], marking sources: [Double] = [],
    ranges summary: RangesSummary? = nil
  ) {
    let kind: PlotAxis.Kind = map.onlyPlaysForward ? .source : .warped
    let visits = sources.map { source in map.visits(of: source).map { $0.mark(of: source, on: kind) } }
    time = PlotAxis(
      kind, of: map, reaching: visits.joined().reduce(0) { $1.x <= TimeSyntax.longest ? max($0, $1.x) : $0 })
    var tracer = PlotTracer(time, components: components)
    for piece in map.pieces { tracer.add(piece) }
    openEnd = map.openEnd.map { tracer.addOpenEnd($0) } ?? []
    strokes = tracer.strokes()
    gaps = tracer.gaps.spans
    ranges = tracer.ranges.spans
    names = components.map { CurveSyntax.name(of: $0.curve) }
    speed = SpeedAxis(fitting: (strokes.joined() + openEnd).map(\.y))
    marks = Self.distinct(visits.joined(), on: (time, speed))
    caption = PlotCaption.clauses(
      for: map, playsBackward: speed.showsBackward, unseenMarks: visits.count(where: \.isEmpty),
      ranges: summary)
  }

  /// The speed at a signed scale, which may be zero at an instant. The limits keep products of speeds from overflowing.
  static func speed(atScale scale: Double) -> Double {
    let size = min(1e100, max(1e-100, 1 / abs(scale)))
    return scale < 0 ? -size : size
  }

  /// Drops marks that would be drawn over an earlier mark. A loop may show one instant millions of times.
  private static func distinct(_ marks: some Sequence<Mark>, on axes: (time: PlotAxis, speed: SpeedAxis)) -> [Mark] {
    var cells: Set<[Int]> = []
    return marks.filter { mark in
      let row = mark.speed.map { axes.speed.cell(of: $0, among: 400) } ?? -1
      return axes.time.range.contains(mark.x)
        && cells.insert([axes.time.cell(of: mark.x, among: PlotPen.columnCount), row]).inserted
    }
  }
}

extension TimeMap.Visit {
  fileprivate func mark(of source: Double, on kind: PlotAxis.Kind) -> Plot.Mark {
    Plot.Mark(x: kind == .source ? source : warped, speed: scale.map(Plot.speed(atScale:)))
  }
}
