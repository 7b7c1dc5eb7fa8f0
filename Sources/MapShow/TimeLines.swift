import Streams
import Tool
import Values

/// Reads times from a stream, one per line.
package enum TimeLines {
  /// Calls `body` with each time, and with whether no further line has arrived yet: the writer may be waiting for the
  /// answer. Skips blank lines. Adds the line number to a `Refusal` of `body`.
  package static func read(
    _ source: any ByteSource, _ body: (_ time: String, _ isLastAtHand: Bool) throws -> Void
  ) throws {
    var lines = LineReader(source)
    while let line = try lines.next() {
      let text = String(decoding: line, as: UTF8.self).drop { $0 == " " || $0 == "\t" }
      let word = String(text.prefix { $0 != " " && $0 != "\t" })
      if word.isEmpty { continue }
      do {
        try body(word, !lines.holdsLine)
      } catch let refusal as Refusal {
        throw Failure(.input, refusal.within("\(lines.name):\(lines.lineNumber)").description)
      }
    }
  }
}
