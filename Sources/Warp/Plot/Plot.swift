/// The curve of a map as values that can be drawn at any size. The curve is the scale over source time, or over warped
/// time if the shown source time does not always rise.
package struct Plot: Sendable {
  /// x is a time in seconds. y is the scale, negative where the source plays backward.
  package struct Point: Equatable, Sendable {
    package let x: Double
    package let y: Double
  }

  /// A place where the map shows a requested source instant. The scale is nil in a freeze.
  package struct Mark: Equatable, Sendable {
    package let x: Double
    package let scale: Double?
  }

  /// The reason why a part of the time axis has no curve.
  package enum Gap: String, Sendable {
    case freeze, cut
  }

  package let time: PlotAxis
  package let scale: PlotAxis
  /// The curve. A new stroke begins after each jump of the scale, gap and change of direction.
  package let strokes: [[Point]]
  /// The two ends of the line that shows the open end; empty without an open end.
  package let openEnd: [Point]
  /// The freezes and cuts on the time axis. On an axis of warped time, a cut has no length.
  package let gaps: [PlotSpan<Gap>]
  /// The times that each curve of the map covers, with its index in `names`. A curve may appear more than once.
  package let ranges: [PlotSpan<Int>]
  package let names: [String]
  package let marks: [Mark]
  /// The clauses of the text below the plot, in one or more lines; a separator joins them.
  package let caption: [String]

  /// - Parameters:
  ///  - components: the curves that the map was made of, in source order. They are marked below the curve.
  ///  - sources: source instants to mark on the curve, at every visit.
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
    scale = PlotAxis(scales: (strokes.joined() + openEnd).lazy.map(\.y))
    marks = Self.distinct(visits.joined(), on: (time, scale))
    caption = PlotCaption.clauses(
      for: map, isSigned: scale.range.lowerBound < 0, unseenMarks: visits.count(where: \.isEmpty),
      ranges: summary)
  }

  /// The first of the marks at each visible place. A loop may show one instant millions of times.
  private static func distinct(_ marks: some Sequence<Mark>, on axes: (time: PlotAxis, scale: PlotAxis)) -> [Mark] {
    var cells: Set<[Int]> = []
    return marks.filter { mark in
      let row = mark.scale.map { axes.scale.cell(of: $0, among: 400) } ?? -1
      return axes.time.range.contains(mark.x)
        && cells.insert([axes.time.cell(of: mark.x, among: PlotPen.columnCount), row]).inserted
    }
  }
}

extension TimeMap.Visit {
  fileprivate func mark(of source: Double, on kind: PlotAxis.Kind) -> Plot.Mark {
    Plot.Mark(x: kind == .source ? source : warped, scale: scale)
  }
}
