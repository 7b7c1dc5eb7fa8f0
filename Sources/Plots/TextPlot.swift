package struct TextPlot {
  private let plot: Plot
  private let glyphs: Glyphs
  private let columns: Int
  private let rows: Int
  private let hasColour: Bool
  private let speedTicks: [PlotTick]
  /// The number of columns left of the curve, for labels and the axis.
  private let gutter: Int

  /// - Parameters:
  ///  - columns: the largest width of a line, limited to 20 to 200, so that the plot is readable.
  ///  - rows: the height of the curve, limited to 4 to 100.
  ///  - unicode: whether the terminal supports more than ASCII.
  package init(_ plot: Plot, columns: Int, rows: Int = 14, unicode: Bool, colour: Bool = false) {
    self.plot = plot
    self.columns = min(200, max(20, columns))
    self.rows = min(100, max(4, rows))
    glyphs = unicode ? .unicode : .ascii
    hasColour = colour
    speedTicks = plot.speed.ticks(atMost: self.rows / 2)
    gutter = 2 + speedTicks.reduce(0) { max($0, $1.label.count) }
  }

  /// Lines, each with its newline.
  package var text: String {
    var grid = TextGrid(columns: columns, rows: rows + (plot.names.isEmpty ? 4 : 5))
    drawAxes(on: &grid)
    drawGaps(on: &grid)
    drawCurve(on: &grid)
    drawMarks(on: &grid)
    if !plot.names.isEmpty { drawTimeline(on: &grid) }
    let caption = PlotCaption.lines(plot.caption, separator: glyphs.separator, width: columns)
    return (grid.lines(colour: hasColour) + caption).map { $0 + "\n" }.joined()
  }

  private var width: Int { columns - gutter }

  private func column(of time: Double) -> Int { gutter + plot.time.cell(of: time, among: width) }

  /// At least one cell, so that even the shortest span is visible.
  private func cells(from start: Double, to end: Double) -> Range<Int> {
    let first = column(of: start)
    return first..<max(first + 1, gutter + Int((plot.time.share(of: end) * Double(width)).rounded()))
  }

  private func row(of speed: Double) -> Int { rows - plot.speed.cell(of: speed, among: rows) }

  private func drawAxes(on grid: inout TextGrid) {
    grid.write(plot.speed.title, row: 0, column: 0, style: .axis)
    for row in 1...rows { grid.write(glyphs.upright, row: row, column: gutter - 1, style: .axis) }
    for tick in speedTicks {
      let label = tick.label + " " + glyphs.speedTick
      grid.write(label, row: row(of: tick.value), column: gutter - label.count, style: .axis)
    }
    for speed in plot.speed.normal {
      let line = String(String(repeating: glyphs.normal, count: width).prefix(width))
      grid.write(line, row: row(of: speed), column: gutter, style: .axis)
    }
    let base = glyphs.corner + String(repeating: glyphs.level, count: width)
    grid.write(base, row: rows + 1, column: gutter - 1, style: .axis)
    for tick in plot.time.ticks(atMost: max(2, width / 8)) {
      grid.write(glyphs.timeTick, row: rows + 1, column: column(of: tick.value), style: .axis)
      grid.writeLabel(tick.label, row: rows + 2, around: column(of: tick.value), style: .axis)
    }
    grid.writeLabel(plot.time.title, row: rows + 3, around: columns, style: .axis)
  }

  private func drawGaps(on grid: inout TextGrid) {
    for gap in plot.gaps {
      let cells = cells(from: gap.start, to: gap.end)
      let fill = gap.start == gap.end ? glyphs.cut : glyphs.gap
      let band = String(repeating: fill, count: cells.count)
      for row in 1...rows { grid.write(band, row: row, column: cells.lowerBound, style: .axis) }
      grid.writeLabel(gap.content.rawValue, row: 0, around: cells.lowerBound + cells.count / 2, style: .axis)
    }
  }

  private func drawCurve(on grid: inout TextGrid) {
    var canvas = BrailleCanvas(columns: width, rows: rows)
    func dot(_ point: Plot.Point) -> (Int, Int) {
      let rise = plot.speed.cell(of: point.y, among: canvas.height)
      return (plot.time.cell(of: point.x, among: canvas.width), canvas.height - 1 - rise)
    }
    for stroke in plot.strokes + [plot.openEnd] {
      for (point, next) in zip(stroke, stroke.dropFirst()) { canvas.drawLine(from: dot(point), to: dot(next)) }
    }
    for row in 0..<rows {
      for column in 0..<width {
        let dots = glyphs.isUnicode ? canvas.braille(column, row) : canvas.ascii(column, row)
        if let dots { grid.write(String(dots), row: row + 1, column: gutter + column, style: .curve) }
      }
    }
    if let end = plot.openEnd.last {
      grid.write(glyphs.arrow, row: row(of: end.y), column: column(of: end.x), style: .curve)
    }
  }

  /// A mark in a freeze has no speed and is drawn on the time axis.
  private func drawMarks(on grid: inout TextGrid) {
    for mark in plot.marks {
      grid.write(glyphs.mark, row: mark.speed.map(row) ?? rows + 1, column: column(of: mark.x), style: .mark)
    }
  }

  private func drawTimeline(on grid: inout TextGrid) {
    let row = rows + 4
    grid.write(String(repeating: glyphs.complement, count: width), row: row, column: gutter, style: .axis)
    for range in plot.ranges {
      let cells = cells(from: range.start, to: range.end)
      // Neighbours have different characters, so that their border is visible.
      let fill = glyphs.ranges[range.content % 2]
      grid.write(String(repeating: fill, count: cells.count), row: row, column: cells.lowerBound, style: .range)
      let name = " \(plot.names[range.content]) "
      guard name.count + 2 <= cells.count else { continue }
      grid.write(name, row: row, column: cells.lowerBound + (cells.count - name.count) / 2, style: .range)
    }
  }
}

private struct Glyphs: Sendable {
  let isUnicode: Bool
  let upright, speedTick, corner, level, timeTick, gap, cut, arrow, mark, complement, normal: String
  let ranges: [String]
  let separator: String

  static let unicode = Glyphs(
    isUnicode: true, upright: "│", speedTick: "┤", corner: "└", level: "─", timeTick: "┬",
    gap: "░", cut: "╎", arrow: "→", mark: "●", complement: "─", normal: "┄", ranges: ["█", "▓"], separator: " · ")

  static let ascii = Glyphs(
    isUnicode: false, upright: "|", speedTick: "+", corner: "+", level: "-", timeTick: "+",
    gap: ":", cut: ":", arrow: ">", mark: "o", complement: ".", normal: "-   ", ranges: ["#", "="], separator: "; ")
}
