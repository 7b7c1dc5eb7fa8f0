import Glibc

/// The summary of a map as text: lines for people, or one row for programs.
package struct SummaryText {
  private let summary: MapSummary

  package init(_ summary: MapSummary) { self.summary = summary }

  /// Lines of name and value for people, where no format is asked for; else one row, in JSON one object.
  package func text(_ format: ListingFormat?) -> String {
    guard let format else { return lines }
    if format == .json { return object }
    var listing = ListingWriter(format, columns: summary.entries.map(\.name))
    listing.add(summary.entries.map(\.value))
    return String(decoding: listing.finish(), as: UTF8.self)
  }

  private var lines: String {
    summary.entries.map { entry in
      let name = String(entry.name.map { $0 == "_" ? " " : $0 })
      let padding = String(repeating: " ", count: max(1, 20 - name.count))
      return "\(name)\(padding)\(text(entry.value, unit: entry.unit))\n"
    }.joined()
  }

  /// A length is missing where the map has an open end, anything else where nothing plays.
  private func text(_ value: Double?, unit: String) -> String {
    guard let value else { return unit == "s" ? "open, until the input ends" : "none, nothing plays" }
    guard value.isFinite else { return "unbounded" }
    return NumberSyntax.print(Self.rounded(value)) + (unit.isEmpty || unit == "x" ? unit : " \(unit)")
  }

  /// To twelve digits: those after them are rounding.
  private static func rounded(_ value: Double) -> Double {
    guard value != 0 else { return 0 }
    let unit = pow(10, 11 - log10(abs(value)).rounded(.down))
    return unit.isFinite && unit > 0 ? (value * unit).rounded() / unit : value
  }

  /// JSON knows no infinity: it becomes null, as what is missing does.
  private var object: String {
    let members = summary.entries.map { entry in
      let value = entry.value.flatMap { $0.isFinite ? NumberSyntax.print($0) : nil }
      return "  \"\(entry.name)\": \(value ?? "null")"
    }
    return "{\n\(members.joined(separator: ",\n"))\n}\n"
  }
}
