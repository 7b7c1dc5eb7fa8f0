import Warp

/// A page for a browser in which a curve is drawn over its film, which plays along it. It refers to nothing but the film.
package struct CurvePage: Sendable {
  /// The film, as commands are to name it.
  package let clip: String
  /// Seconds of source.
  package let duration: Double
  package let frameRate: FrameRate?
  package let start: Start
  /// Seconds to which the result is stretched; nil for its own length. The rows of a table are stretched already.
  package let fit: Double?
  /// How loud the film is along the way, up to 255; empty if that is not to be drawn.
  package let peaks: [UInt8]
  /// When the clip begins on the film's own clock, in seconds: the picture may begin later than the sound.
  package let clipStart: Double

  /// What the page begins with.
  package enum Start: Sendable {
    case curves([Components.Component])
    case keys(SpeedKeys)
    /// A map that the page shows and plays, and does not change: its rows, and the options that make it.
    case table([MapTable.Row], words: [String])
  }

  package init(
    of clip: String, duration: Double, frameRate: FrameRate?, start: Start, fit: Double? = nil, peaks: [UInt8] = [],
    clipStart: Double = 0
  ) {
    self.clip = clip
    self.duration = duration
    self.frameRate = frameRate
    self.start = start
    self.fit = fit
    self.peaks = peaks
    self.clipStart = clipStart
  }

  package var text: String {
    Self.source.page
      .replacing("/*STYLE*/", with: Self.source.style)
      .replacing("/*SCRIPT*/", with: Self.source.script)
      .replacing("/*FILM*/", with: film)
  }

  /// What the page is made of: the files in `Page`, which the package embeds.
  private static let source = (
    page: text(PackageResources.page_html), style: text(PackageResources.page_css),
    script: [
      PackageResources.maths_js, PackageResources.maps_js, PackageResources.model_js, PackageResources.player_js,
      PackageResources.plot_js,
      PackageResources.rows_js, PackageResources.page_js,
    ].map(text).joined(separator: "\n")
  )

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// What the page is told of its film.
extension CurvePage {
  private var film: String {
    var (rows, words) = ([MapTable.Row](), [String]())
    if case .table(let tableRows, let tableWords) = start { (rows, words) = (tableRows, tableWords) }
    let numbers = rows.map { row in
      "[\(NumberSyntax.print(row.source)),\(NumberSyntax.print(row.warped)),\(row.scale.map(NumberSyntax.print) ?? "null")]"
    }
    return """
      {clip: \(JSONText.quoted(clip)), url: \(JSONText.quoted(clip.contains("://") ? clip : FileURL.text(clip))),
      clipStart: \(NumberSyntax.print(clipStart)), duration: \(NumberSyntax.print(duration)), fps: \(frameRate.map { NumberSyntax.print($0.value) } ?? "0"),
      rate: \(JSONText.quoted(frameRate?.description ?? "")), rows: [\(numbers.joined(separator: ","))],
      words: [\(words.map(JSONText.quoted).joined(separator: ", "))], wave: "\(Self.base64(peaks))",
      state: \(state)}
      """
  }

  private var state: String {
    var (family, curves, keys) = ("curves", [String](), [String]())
    switch start {
    case .curves(let components): curves = components.map(Self.curve)
    case .keys(let speeds): (family, keys) = ("speed", speeds.keys.map(Self.key))
    case .table: family = "table"
    }
    return """
      {"family": "\(family)", "curves": [\(curves.joined(separator: ", "))], "keys": [\(keys.joined(separator: ", "))],
      "fit": \(family == "table" ? "null" : fit.map(NumberSyntax.print) ?? "null"), "keepsPitch": false}
      """
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    return stride(from: 0, to: bytes.count, by: 3).map { start in
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      let text = [18, 12, 6, 0].prefix(group.count + 1).map { String(digits[bits >> $0 & 63]) }.joined()
      return text + String(repeating: "=", count: 3 - group.count)
    }.joined()
  }

  private static func curve(_ component: Components.Component) -> String {
    let (curve, range) = (component.curve, component.range)
    return """
      {"name": "\(CurveSyntax.name(of: curve))", "factor": \(NumberSyntax.print(curve.factor)), \
      "modifier": \(NumberSyntax.print(curve.modifier)), "from": \(NumberSyntax.print(range.lowerBound)), \
      "to": \(NumberSyntax.print(range.upperBound))}
      """
  }

  private static func key(_ key: SpeedKeys.Key) -> String {
    """
    {"at": \(NumberSyntax.print(key.source)), "speed": \(NumberSyntax.print(key.speed)), \
    "easing": "\(SpeedSyntax.print(key.easing))"}
    """
  }
}
