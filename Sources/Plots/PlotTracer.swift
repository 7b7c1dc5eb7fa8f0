import Glibc
import Warp

/// Walks through a map piece by piece and collects the curve and gaps of its plot, and the spans of named curves.
struct PlotTracer {
  private let axis: PlotAxis
  private let components: [Components.Component]
  private var pen: PlotPen
  private(set) var gaps: PlotSpans<Plot.Gap>
  private(set) var ranges: PlotSpans<Int>
  private var last: Piece?

  /// `axis` is a time axis. `components` are sorted by source time.
  init(_ axis: PlotAxis, components: [Components.Component]) {
    self.axis = axis
    self.components = components
    pen = PlotPen(axis)
    gaps = PlotSpans(axis)
    ranges = PlotSpans(axis)
  }

  mutating func strokes() -> [[Plot.Point]] { pen.strokes() }

  mutating func add(_ piece: Piece) {
    noteSurroundings(of: piece)
    if piece.direction == .still {
      gaps.add(.freeze, from: piece.warpedStart, to: piece.warpedEnd)
    } else {
      if !goesOn(in: piece) { pen.lift() }
      draw(piece)
    }
    last = piece
  }

  /// Returns the straight line for the endless last part of the map. Call this after all pieces have been added.
  mutating func addOpenEnd(_ openEnd: TimeMap.OpenEnd) -> [Plot.Point] {
    let end = axis.kind == .source ? axis.range.upperBound : openEnd.source(at: axis.range.upperBound)
    let line = Cubic(line: openEnd.scale, from: openEnd.source, to: end)
    let piece = Piece(.cubic(line), from: openEnd.source, to: end, at: openEnd.warped)
    noteSurroundings(of: piece)
    return [point(at: openEnd.source, in: piece), point(at: end, in: piece)]
  }

  private mutating func noteSurroundings(of piece: Piece) {
    if let last, last.sourceEnd != piece.sourceStart {
      gaps.add(.cut, from: time(of: last.sourceEnd, in: last), to: time(of: piece.sourceStart, in: piece))
    }
    noteRanges(of: piece)
  }

  /// Whether the scale continues from the previous piece without a jump, except for the rounding of a table's scales.
  private func goesOn(in piece: Piece) -> Bool {
    guard let last, last.sourceEnd == piece.sourceStart,
      let end = last.signedScale(at: last.sourceEnd), let start = piece.signedScale(at: piece.sourceStart)
    else { return false }
    return abs(end - start) <= 1e-3 * max(abs(end), abs(start))
  }

  /// The time on the plot's axis at which `piece` shows a source instant.
  private func time(of source: Double, in piece: Piece) -> Double {
    axis.kind == .source ? source : piece.warped(at: source)
  }

  private func point(at source: Double, in piece: Piece) -> Plot.Point {
    let scale = abs(piece.signedScale(at: source) ?? 0) * (piece.direction == .backward ? -1 : 1)
    return Plot.Point(x: time(of: source, in: piece), y: Plot.speed(atScale: scale))
  }
}

extension PlotTracer {
  private typealias Sample = (source: Double, point: Plot.Point)

  private mutating func draw(_ piece: Piece) {
    var last = Sample(piece.sourceStart, point(at: piece.sourceStart, in: piece))
    pen.draw(to: last.point)
    for bend in piece.bends {
      let next = Sample(bend, point(at: bend, in: piece))
      draw(piece, from: last, to: next, splits: 20)
      last = next
    }
  }

  /// Draws a part of a piece. Splits it in two, repeatedly, until the chord looks like the curve or is no wider than a
  /// column.
  private mutating func draw(_ piece: Piece, from start: Sample, to end: Sample, splits: Int) {
    let width = axis.share(of: end.point.x) - axis.share(of: start.point.x)
    guard splits > 0, width * Double(PlotPen.columnCount) > 1 else { return pen.draw(to: end.point) }
    // The middle is unsuitable: if a part is symmetric about a point, its chord meets the curve there.
    let source = start.source + 0.4 * (end.source - start.source)
    let middle = Sample(source, point(at: source, in: piece))
    if middle.point.isOn(start.point, end.point) { return pen.draw(to: end.point) }
    draw(piece, from: start, to: middle, splits: splits - 1)
    draw(piece, from: middle, to: end, splits: splits - 1)
  }

  private mutating func noteRanges(of piece: Piece) {
    let (low, high) = (min(piece.sourceStart, piece.sourceEnd), max(piece.sourceStart, piece.sourceEnd))
    let first = components.borderIndex { $0.range.upperBound > low }
    let touched = components.indices[first...].prefix { components[$0].range.lowerBound < max(high, low.nextUp) }
    for index in piece.direction == .backward ? Array(touched.reversed()) : Array(touched) {
      let range = components[index].range.clamped(to: low..<high)
      let ends = [range.lowerBound, range.upperBound].map { time(of: $0, in: piece) }.sorted()
      ranges.add(index, from: ends[0], to: piece.direction == .still ? piece.warpedEnd : ends[1])
    }
  }
}

extension Plot.Point {
  /// Whether this point is so near the chord between two others that the distance is invisible. The axis of speeds is
  /// logarithmic, and the three speeds have the same sign.
  fileprivate func isOn(_ start: Plot.Point, _ end: Plot.Point) -> Bool {
    let share = end.x > start.x ? (x - start.x) / (end.x - start.x) : 0.5
    return abs(log(start.y / y) + share * log(end.y / start.y)) <= 2e-4
  }
}

extension Piece {
  /// Source times in playing order, so close that splitting the parts between them finds every peak of the speed. The
  /// last one is the end of the piece.
  fileprivate var bends: [Double] {
    let (low, high) = (min(sourceStart, sourceEnd), max(sourceStart, sourceEnd))
    let inner =
      switch law {
      case nil: [Double]()
      case .cubic(let cubic): [cubic.turningPoint].compactMap(\.self)
      case .some(let law): law.landmarks(between: low, and: high) + (1...7).map { low + (high - low) * Double($0) / 8 }
      }
    let sorted = inner.filter { $0 > low && $0 < high }.sorted()
    return (sourceStart < sourceEnd ? sorted : sorted.reversed()) + [sourceEnd]
  }
}
