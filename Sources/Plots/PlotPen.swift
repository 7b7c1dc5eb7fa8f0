/// Receives the points of a curve from left to right and keeps the visible ones.
///
/// The time axis is divided into columns that are narrower than a pixel or dot. If a column has many points, only the
/// first, lowest, highest and last point are kept. Therefore millions of points become few, and narrow peaks remain.
struct PlotPen {
  static let columnCount = 1200

  private struct Stop {
    let point: Plot.Point
    /// Whether a stroke begins at this point.
    var isStart: Bool
  }

  /// The number of points at which a column is thinned. At most 16 remain: four points in each of four strokes.
  private static let full = 24
  /// Within a column, more strokes than this are drawn as one vertical bar.
  private static let visibleStrokes = 4

  private let axis: PlotAxis
  private var stops: [Stop] = []
  private var column: [Stop] = []
  private var columnIndex = 0
  private var isUp = true

  init(_ axis: PlotAxis) { self.axis = axis }

  mutating func lift() { isUp = true }

  mutating func draw(to point: Plot.Point) {
    let index = axis.cell(of: point.x, among: Self.columnCount)
    if index != columnIndex {
      endColumn()
      columnIndex = index
    }
    column.append(Stop(point: point, isStart: isUp))
    isUp = false
    if column.count == Self.full { column = Self.thinned(column) }
  }

  mutating func strokes() -> [[Plot.Point]] {
    endColumn()
    return Self.strokes(of: stops).map { $0.map(\.point) }
  }

  private mutating func endColumn() {
    stops += column
    column.removeAll(keepingCapacity: true)
  }

  private static func strokes(of stops: [Stop]) -> [ArraySlice<Stop>] {
    let starts = stops.indices.filter { $0 == 0 || stops[$0].isStart }
    return zip(starts, starts.dropFirst() + [stops.count]).map { stops[$0..<$1] }
  }

  private static func thinned(_ stops: [Stop]) -> [Stop] {
    let strokes = strokes(of: stops)
    return strokes.count > visibleStrokes ? outline(of: stops[...]) : strokes.flatMap(outline)
  }

  /// The first, lowest, highest and last point, in their order and as one stroke.
  private static func outline(of stops: ArraySlice<Stop>) -> [Stop] {
    let heights = stops.indices.sorted { stops[$0].point.y < stops[$1].point.y }
    guard let lowest = heights.first, let highest = heights.last else { return [] }
    return Set([stops.startIndex, lowest, highest, stops.endIndex - 1]).sorted().map { index in
      Stop(point: stops[index].point, isStart: index == stops.startIndex && stops[index].isStart)
    }
  }
}
