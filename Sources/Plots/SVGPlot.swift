import Values

/// A plot as an SVG document without external references, with a light and a dark theme.
package struct SVGPlot {
  private let plot: Plot
  private let speedTicks: [PlotTick]
  private let captionLines: [String]
  private let left: Double
  private let width = 860.0
  private let right = 830.0
  private let top = 36.0
  private let bottom = 316.0

  package init(_ plot: Plot) {
    self.plot = plot
    speedTicks = plot.speed.ticks(atMost: 7)
    captionLines = PlotCaption.lines(plot.caption, separator: " · ", width: 110)
    left = 16 + 7 * Double(speedTicks.reduce(plot.speed.title.count) { max($0, $1.label.count) })
  }

  package var text: String {
    let height = captionTop + 20 * Double(captionLines.count)
    let title = "Speed over \(plot.time.kind.rawValue) time"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
      width="\(number(width))" height="\(number(height))" role="img" font-family="system-ui, sans-serif" font-size="12">
      <title>\(XMLText.escaped(title))</title>
      <desc>\(XMLText.escaped(plot.caption.joined(separator: ", ")))</desc>
      <style>@media (prefers-color-scheme: dark) {\(SVGInk.all.map(\.darkRule).joined())}</style>
      <rect width="100%" height="100%" \(SVGInk.paper.attributes)/>
      \((grid + gaps + axes + curve + marks + timeline + caption).joined(separator: "\n"))
      </svg>

      """
  }

  private let timelineTop = 372.0
  private var captionTop: Double { timelineTop + (plot.names.isEmpty ? 12 : 44) }

  /// An upper estimate of half the width of a text, because the viewer chooses the font.
  private func halfWidth(_ text: String) -> Double { 3.5 * Double(text.count) }

  private func x(_ time: Double) -> Double { left + plot.time.share(of: time) * (right - left) }

  private func y(_ speed: Double) -> Double { bottom - plot.speed.share(of: speed) * (bottom - top) }
}

extension SVGPlot {
  private var timeTicks: [PlotTick] { plot.time.ticks(atMost: 9) }

  private var grid: [String] {
    speedTicks.map { tick in
      let ink: SVGInk = plot.speed.normal.contains(tick.value) ? .axis : .grid
      return line((left, y(tick.value)), (right, y(tick.value)), ink)
    }
      + timeTicks.map { line((x($0.value), top), (x($0.value), bottom), .grid) }
  }

  private var axes: [String] {
    let edge = left - 8
    return [
      line((left, top), (left, bottom), .axis),
      line((left, bottom), (right, bottom), .axis),
      label(plot.speed.title, at: (edge, top - 14), anchor: "end"),
      label(plot.time.title, at: (right, bottom + 38), anchor: "end"),
    ]
      + speedTicks.map { label($0.label, at: (edge, y($0.value) + 4), anchor: "end") }
      + timeTicks.map { label($0.label, at: (min(x($0.value), width - halfWidth($0.label)), bottom + 18)) }
  }

  private var gaps: [String] {
    var free = left + 8
    return plot.gaps.flatMap { gap in
      let (start, end, name) = (x(gap.start), x(gap.end), gap.content.rawValue)
      let shape =
        gap.start == gap.end
        ? line((start, top), (start, bottom), .axis, "stroke-dasharray=\"4 4\"")
        : rectangle(from: (start, top), to: (max(end, start + 1), bottom), .gap)
      let (middle, half) = ((start + end) / 2, halfWidth(name))
      guard middle - half >= free else { return [shape] }
      free = middle + half + 4
      return [shape, label(name, at: (middle, top - 8))]
    }
  }

  private var curve: [String] {
    let strokes = plot.strokes.map(path).joined(separator: " ")
    let openEnd = plot.openEnd.isEmpty ? [] : [path(path(plot.openEnd), "stroke-dasharray=\"2 6\""), path(arrow, "")]
    return strokes.isEmpty ? openEnd : [path(strokes, "")] + openEnd
  }

  private var arrow: String {
    guard let end = plot.openEnd.last else { return "" }
    let (tip, height) = (x(end.x), y(end.y))
    return "M\(pair(tip - 8, height - 6)) L\(pair(tip, height)) L\(pair(tip - 8, height + 6))"
  }

  private func path(_ stroke: [Plot.Point]) -> String {
    "M" + stroke.map { pair(x($0.x), y($0.y)) }.joined(separator: " L")
  }

  private func path(_ data: String, _ more: String) -> String {
    """
    <path d="\(data)" fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" \
    \(SVGInk.curve.attributes) \(more)/>
    """
  }

  /// A mark in a freeze has no speed and is drawn on the time axis.
  private var marks: [String] {
    plot.marks.flatMap { mark in
      let height = mark.speed.map(y) ?? bottom
      return [
        line((x(mark.x), height), (x(mark.x), bottom), .markLine),
        "<circle cx=\"\(number(x(mark.x)))\" cy=\"\(number(height))\" r=\"4.5\" \(SVGInk.mark.attributes)/>",
      ]
    }
  }

  private var timeline: [String] {
    if plot.names.isEmpty { return [] }
    let middle = timelineTop + 11
    return [line((left, middle), (right, middle), .axis)]
      + plot.ranges.flatMap { range in
        let (start, end, name) = (x(range.start), x(range.end), plot.names[range.content])
        // Neighbours have different colours, so that their border is visible.
        let ink = range.content.isMultiple(of: 2) ? SVGInk.range : .otherRange
        let band = rectangle(from: (start, timelineTop), to: (max(end, start + 1), timelineTop + 22), ink)
        let fits = 2 * halfWidth(name) + 8 <= end - start
        return fits ? [band, label(name, at: ((start + end) / 2, middle + 4))] : [band]
      }
  }

  private var caption: [String] {
    captionLines.enumerated().map { label($1, at: (left, captionTop + 20 * Double($0) + 6), anchor: "start", .text) }
  }
}

extension SVGPlot {
  private func number(_ value: Double) -> String { NumberSyntax.print((value * 100).rounded() / 100) }

  private func pair(_ x: Double, _ y: Double) -> String { "\(number(x)),\(number(y))" }

  private func line(_ start: (Double, Double), _ end: (Double, Double), _ ink: SVGInk, _ more: String = "") -> String {
    """
    <line x1="\(number(start.0))" y1="\(number(start.1))" x2="\(number(end.0))" y2="\(number(end.1))" \
    \(ink.attributes) \(more)/>
    """
  }

  private func rectangle(from corner: (Double, Double), to other: (Double, Double), _ ink: SVGInk) -> String {
    """
    <rect x="\(number(corner.0))" y="\(number(corner.1))" width="\(number(other.0 - corner.0))" \
    height="\(number(other.1 - corner.1))" \(ink.attributes)/>
    """
  }

  private func label(
    _ text: String, at point: (Double, Double), anchor: String = "middle", _ ink: SVGInk = .quietText
  ) -> String {
    """
    <text x="\(number(point.0))" y="\(number(point.1))" text-anchor="\(anchor)" \(ink.attributes)>\
    \(XMLText.escaped(text))</text>
    """
  }
}

/// A colour, named by its purpose. The light colour is an attribute of each element, which every renderer supports. The
/// dark colour is a rule of the style sheet, which overrides the attribute.
private struct SVGInk: Sendable {
  let name: String
  let property: String
  let light: String
  let dark: String

  var attributes: String { "class=\"warp-\(name)\" \(property)=\"\(light)\"" }
  var darkRule: String { ".warp-\(name){\(property):\(dark)}" }

  static let paper = SVGInk(name: "paper", property: "fill", light: "#ffffff", dark: "#15181c")
  static let text = SVGInk(name: "text", property: "fill", light: "#1f2328", dark: "#e6e9ed")
  static let quietText = SVGInk(name: "quiet", property: "fill", light: "#4d5560", dark: "#b3bac4")
  static let grid = SVGInk(name: "grid", property: "stroke", light: "#e3e6ea", dark: "#2b3138")
  static let axis = SVGInk(name: "axis", property: "stroke", light: "#8b949e", dark: "#76808c")
  static let gap = SVGInk(name: "gap", property: "fill", light: "#eceff2", dark: "#242a31")
  static let range = SVGInk(name: "range", property: "fill", light: "#d3e5fb", dark: "#1d3d63")
  static let otherRange = SVGInk(name: "range2", property: "fill", light: "#b4d2f5", dark: "#285486")
  static let curve = SVGInk(name: "curve", property: "stroke", light: "#0b62c4", dark: "#6cb2ff")
  static let markLine = SVGInk(name: "markline", property: "stroke", light: "#dd8b85", dark: "#a4534d")
  static let mark = SVGInk(name: "mark", property: "fill", light: "#c4322b", dark: "#ff8178")

  static let all = [paper, text, quietText, grid, axis, gap, range, otherRange, curve, markLine, mark]
}
