import Values

/// The summary of a map as text: lines for people, or one row for programs.
package struct SummaryText {
  private let summary: MapSummary
  private let details: [(name: String, text: String)]

  /// - Parameter details: more lines for people.
  package init(_ summary: MapSummary, details: [(name: String, text: String)] = []) {
    (self.summary, self.details) = (summary, details)
  }

  /// Lines of name and value if `format` is nil; otherwise one row, or one object in JSON.
  package func text(_ format: ListingFormat?) -> String {
    guard let format else { return lines }
    if format == .json { return object }
    var listing = ListingWriter(format, columns: summary.entries.map(\.name))
    listing.add(summary.entries.map(\.value))
    return String(decoding: listing.finish(), as: UTF8.self)
  }

  private var lines: String {
    (rows + details).map { name, text in
      "\(name)\(String(repeating: " ", count: max(1, 20 - name.count)))\(text)\n"
    }.joined()
  }

  private var rows: [(name: String, text: String)] {
    var rows = [("source duration", Self.seconds(summary.sourceDuration))]
    if let shown = summary.shownDuration, let source = summary.sourceDuration, source - shown > 1e-6 {
      rows.append(("shown of it", Self.seconds(shown)))
    }
    rows.append(("result duration", Self.seconds(summary.warpedDuration)))
    if let ranges = summary.ranges {
      rows += [("saved duration", Self.seconds(ranges.saved)), ("ranges", "\(ranges.count)")]
      rows.append(("range duration", Self.seconds(ranges.source)))
    }
    if summary.cutCount > 0 { rows.append(("cuts", "\(summary.cutCount)")) }
    let scales = summary.scaleRange
    rows += [
      ("lowest speed", Self.speed(scales.map { 1 / $0.upperBound })),
      ("highest speed", Self.speed(scales.map { 1 / $0.lowerBound })),
    ]
    if let rate = summary.sourceRate {
      let result = summary.result.rate.map { Self.frames(summary.resultFrameCount, $0) }
      rows.append(("source frames", Self.frames(summary.sourceFrameCount, rate)))
      rows.append(("result frames", result ?? "with times of their own"))
    }
    if let size = summary.result.size { rows.append(("size", "\(size.width)x\(size.height)")) }
    return rows
  }

  private static func seconds(_ value: Double?) -> String {
    value.map { "\(BriefNumber.print($0)) s" } ?? "open, until the input ends"
  }

  private static func speed(_ value: Double?) -> String {
    guard let value else { return "none, nothing plays" }
    return value.isFinite ? BriefNumber.print(value) + "x" : "unbounded"
  }

  private static func frames(_ count: Int?, _ rate: FrameRate) -> String {
    (count.map { "\($0) at " } ?? "") + "\(BriefNumber.print(rate.value)) fps"
  }

  /// JSON has no infinity. Infinite values become null, like missing values.
  private var object: String {
    let members = summary.entries.map { entry in
      let value = entry.value.flatMap { $0.isFinite ? NumberSyntax.print($0) : nil }
      return "  \"\(entry.name)\": \(value ?? "null")"
    }
    return "{\n\(members.joined(separator: ",\n"))\n}\n"
  }
}
