/// A colour by its purpose. The light one is an attribute, which every renderer knows; the dark one a rule of style.
struct SVGInk: Sendable {
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
