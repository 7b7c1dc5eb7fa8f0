import Values
import Warp

/// Anchors from lines of text: each line is `SOURCE WARPED` or, with a tempo, only the `SOURCE` time of a beat.
package struct AnchorLines: Sendable {
  private let clip: Clip
  /// The seconds between two beats of the result. Nil if each line has its own warped time.
  private let beat: Double?
  package private(set) var anchors: [Anchors.Anchor] = []

  /// - Parameter tempo: beats per minute.
  package init(on clip: Clip, tempo: Double?) {
    self.clip = clip
    beat = tempo.map { 60 / $0 }
  }

  /// Reads one line. With a tempo, the first beat keeps its source time, and each later beat follows 60 / tempo seconds
  /// after the previous one. With a tempo, further fields of a line are ignored.
  package mutating func take(_ line: some StringProtocol) throws(Refusal) {
    let fields = Self.fields(of: line)
    guard let first = fields.first, !first.hasPrefix("#") else { return }
    let source = try TimeSyntax.instant(first, inside: clip)
    guard anchors.count < TimeMap.mostRows else { throw .usage("there are more than \(TimeMap.mostRows) anchors") }
    if let beat {
      if let last = anchors.last, source <= last.source {
        throw .usage("the beat is not later than the beat before it")
      }
      let warped = (anchors.first?.source ?? source) + Double(anchors.count) * beat
      anchors.append(Anchors.Anchor(source: source, warped: warped))
    } else {
      guard fields.count == 2 else {
        throw .usage(
          "the line is not an anchor", advice: "write SOURCE WARPED, as in '2 5'; for a list of beats, add --tempo 120")
      }
      anchors.append(Anchors.Anchor(source: source, warped: try TimeSyntax.seconds(fields[1], on: clip)))
    }
  }

  /// In a line with tabs or semicolons, as a spreadsheet writes it, a comma is a decimal comma.
  private static func fields(of line: some StringProtocol) -> [String] {
    let hasDecimalCommas = line.contains { $0 == "\t" || $0 == ";" }
    let fields = line.split { " \t;=\r\"".contains($0) || ($0 == "," && !hasDecimalCommas) }
    return fields.map { field in String(field.map { $0 == "," ? "." : $0 }) }
  }
}
