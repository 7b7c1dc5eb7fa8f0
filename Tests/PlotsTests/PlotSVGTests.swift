import Foundation
import FoundationXML
import Testing

@testable import Plots
@testable import Values
@testable import Warp

@Suite struct PlotSVGTests {
  /// Every coordinate is a number within the page.
  @Test func picturesAreWellFormedAndOnThePage() throws {
    for (name, plot) in try PlotMaps.gallery() {
      let picture = try Picture(SVGPlot(plot).text)
      let box = try #require(picture.elements.first?["viewBox"]).split(separator: " ").compactMap { Double($0) }
      #expect(box.count == 4 && box[2] == 860)
      for label in picture.labels { #expect(label.start >= 0 && label.end <= box[2], "\(name): \(label.text)") }
      for element in picture.elements {
        for (key, limit) in [
          ("x", box[2]), ("x1", box[2]), ("x2", box[2]), ("cx", box[2]), ("y", box[3]), ("y1", box[3]), ("y2", box[3]),
          ("cy", box[3]),
        ] {
          guard let text = element[key] else { continue }
          let value = try #require(NumberSyntax.parse(text), "\(name): \(key)=\(text)")
          #expect((0...limit).contains(value), "\(name): \(key)=\(text)")
        }
        for point in try Picture.strokes(of: element["d"] ?? "").joined() {
          #expect((0...box[2]).contains(point.x) && (0...box[3]).contains(point.y), "\(name)")
        }
      }
    }
  }

  @Test func pictureContainsAxesCurveAndNames() throws {
    let components = try PlotMaps.components(["triangle:factor=2@2s..6s", "sine@8s..8.2s"])
    let plot = Plot(try components.map(), components: components.components, marking: [4])
    let picture = try Picture(SVGPlot(plot).text)
    for text in ["speed", "source time (s)", "0.5x", "1x", "0", "2", "4", "6", "8", "10", "triangle"] {
      #expect(picture.texts.contains(text), "\(text)")
    }
    #expect(!picture.texts.contains("sine"))
    #expect(picture.texts.contains("speed 0.27x to 1.33x · 10 s become 11.25 s"))
    #expect(picture.elements.count { $0["class"] == "warp-mark" } == 1)
    #expect(picture.elements.count { $0["class"]?.hasPrefix("warp-range") == true } == 2)
  }

  /// The lowest point of a known triangle is at the height of its speed's tick, above its time's tick.
  @Test func curveMatchesTheAxes() throws {
    let map = try PlotMaps.components(["triangle:factor=2,modifier=1@2s..6s"]).map()
    let picture = try Picture(SVGPlot(Plot(map, marking: [4])).text)
    let curve = try #require(picture.elements.first { $0["class"] == "warp-curve" }?["d"])
    let strokes = try Picture.strokes(of: curve)
    #expect(strokes.count == 1)
    let peak = try #require(strokes[0].max { $0.y < $1.y })
    let (left, bottom) = (51.0, 316.0)
    #expect(abs(peak.x - (left + 0.4 * (830 - left))) < 0.02)
    #expect(abs(peak.y - (bottom - 0.05 / 1.1 * 280)) < 0.02)
    #expect(strokes[0].first?.x == left && strokes[0].last?.x == 830)
    let mark = try #require(picture.elements.first { $0["class"] == "warp-mark" })
    #expect(mark["cx"] == NumberSyntax.print((peak.x * 100).rounded() / 100))
    #expect(mark["cy"] == NumberSyntax.print((peak.y * 100).rounded() / 100))
  }

  /// A straight line has only a few points, whatever its length.
  @Test func flatCurvesAreShort() throws {
    #expect(SVGPlot(Plot(try TimeMap(scale: 2, duration: 5000))).text.utf8.count < 5000)
  }

  /// Both themes define a colour for the same classes, and nothing is loaded from elsewhere.
  @Test func pictureIsSelfContainedAndThemed() throws {
    let text = SVGPlot(Plot(try TimeMap(scale: 2, duration: 5))).text
    for name in ["paper", "text", "quiet", "grid", "axis", "curve"] {
      #expect(text.contains("class=\"warp-\(name)\""))
      #expect(text.contains(".warp-\(name){"))
    }
    #expect(text.contains("prefers-color-scheme: dark"))
    for word in ["href", "url(", "@import", "@font-face", "<script"] { #expect(!text.contains(word)) }
  }

  @Test func textIsEscaped() throws {
    #expect(XMLText.escaped("a<b & \"c\" > 'd'") == "a&lt;b &amp; &quot;c&quot; &gt; &apos;d&apos;")
    #expect(try Picture("<svg a=\"\(XMLText.escaped("<&'\">"))\"/>").elements[0]["a"] == "<&'\">")
  }
}

/// An SVG document, parsed.
private final class Picture: NSObject, XMLParserDelegate {
  private(set) var elements: [[String: String]] = []
  /// The texts with their left and right ends.
  private(set) var labels: [(text: String, start: Double, end: Double)] = []
  private var text = ""

  var texts: [String] { labels.map(\.text) }

  init(_ source: String) throws {
    super.init()
    let parser = XMLParser(data: Data(source.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append(attributes)
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard name == "text", let attributes = elements.last, let x = attributes["x"].flatMap({ NumberSyntax.parse($0) })
    else {
      return
    }
    // At a font size of 12 units, no usual font is wider on average.
    let width = 6.8 * Double(text.count)
    let start = ["start": x, "middle": x - width / 2, "end": x - width][attributes["text-anchor"] ?? "start"]
    labels.append((text, start ?? x, (start ?? x) + width))
  }

  static func strokes(of path: String) throws -> [[(x: Double, y: Double)]] {
    try path.split(separator: "M").map { stroke in
      try stroke.split(separator: "L").map { pair in
        let numbers = pair.trimmingCharacters(in: .whitespaces).split(separator: ",").map { NumberSyntax.parse($0) }
        try #require(numbers.count == 2)
        return (x: try #require(numbers[0]), y: try #require(numbers[1]))
      }
    }
  }
}
