import Streams
import Tool
import Warp

/// Reads the files that options name: tables and lists of curves.
package enum MapFiles {
  /// A table is read once, from start to end; `-` is standard input.
  package static func map(_ path: String) throws -> TimeMap {
    var source = try FileSource(path: path)
    return try TableReader.map(named: source.name) { try source.read(into: &$0) }
  }

  /// A curve to a line; blank lines and comments are passed over.
  package static func components(_ path: String, on clip: Clip) throws -> [Components.Component] {
    var lines = LineReader(try FileSource(path: path))
    var components: [Components.Component] = []
    while let line = try lines.next() {
      let spec = Self.trimmed(line.prefix { $0 != UInt8(ascii: "#") })
      guard !spec.isEmpty else { continue }
      do throws(Refusal) {
        components.append(try CurveSyntax.parse(String(decoding: spec, as: UTF8.self), on: clip))
      } catch {
        throw error.within("\(lines.name):\(lines.lineNumber)")
      }
      guard components.count <= mostComponents else {
        throw Refusal.usage("there are more than \(mostComponents) curves", at: lines.name)
      }
    }
    return components
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let rest = line.drop(while: isBlank)
    return rest.prefix((rest.lastIndex { !isBlank($0) } ?? rest.startIndex - 1) + 1 - rest.startIndex)
  }

  private static let mostComponents = 100_000
}
