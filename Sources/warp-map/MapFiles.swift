import Streams
import Tool
import Warp

/// What is read from files: tables and lists of curves.
enum MapFiles {
  /// Reads a table once, from start to end; `-` is standard input.
  static func map(_ path: String) throws -> TimeMap {
    var source = try FileSource(path: path)
    return try TableReader.map(named: source.name) { try source.read(into: &$0) }
  }

  /// A curve to a line; blank lines and comments are passed over.
  static func components(_ path: String, on clip: Clip) throws -> [Components.Component] {
    var lines = LineReader(try FileSource(path: path))
    var components: [Components.Component] = []
    while let line = try lines.next() {
      let text = String(decoding: line.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
      let spec = text.drop { $0 == " " || $0 == "\t" }.split(separator: " ").first.map(String.init)
      guard let spec else { continue }
      do throws(Refusal) {
        components.append(try CurveSyntax.parse(spec, on: clip))
      } catch {
        throw error.within("\(lines.name):\(lines.lineNumber)")
      }
      guard components.count <= mostComponents else {
        throw Refusal.usage("there are more than \(mostComponents) curves", at: lines.name)
      }
    }
    return components
  }

  private static let mostComponents = 100_000
}
