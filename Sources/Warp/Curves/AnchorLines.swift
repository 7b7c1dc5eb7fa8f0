/// Lines that name anchors: `SOURCE WARPED`; or beats, `SOURCE`, that are to land on an even grid.
package struct AnchorLines: Sendable {
  private let clip: Clip
  /// Seconds from one beat of the result to the next; nil where the lines say themselves where they land.
  private let beat: Double?
  package private(set) var anchors: [Anchors.Anchor] = []

  /// - Parameter tempo: beats a minute.
  package init(on clip: Clip, tempo: Double?) {
    self.clip = clip
    beat = tempo.map { 60 / $0 }
  }

  /// The first beat stays where it is, and each of the others is one beat later than the one before. Whatever else
  /// stands on its line is passed over.
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

  /// Beside tabs or semicolons a comma is a decimal one, as in a table from a spreadsheet.
  private static func fields(of line: some StringProtocol) -> [String] {
    let hasDecimalCommas = line.contains { $0 == "\t" || $0 == ";" }
    let fields = line.split { " \t;=\r\"".contains($0) || ($0 == "," && !hasDecimalCommas) }
    return fields.map { field in String(field.map { $0 == "," ? "." : $0 }) }
  }
}
