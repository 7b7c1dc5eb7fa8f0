import Streams
import Tool
import Warp

/// Times on standard input, one to a line.
enum TimeLines {
  /// Calls `body` with the text of each, and with whether no further line is at hand yet. Blank lines are passed over.
  static func read(_ body: (_ time: String, _ isLastAtHand: Bool) throws -> Void) throws {
    var lines = LineReader(FileSource(.input))
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
