import Streams
import Tool
import Warp

/// Times in a stream, one to a line.
package enum TimeLines {
  /// Calls `body` with the text of each time, and with whether it is the last for now: whoever feeds the stream may
  /// wait for the answer before sending the next line. Blank lines are passed over. What `body` refuses is told with
  /// the line.
  package static func read<Source: ByteSource & ~Copyable>(
    _ source: consuming Source, _ body: (_ time: String, _ isLastAtHand: Bool) throws -> Void
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
