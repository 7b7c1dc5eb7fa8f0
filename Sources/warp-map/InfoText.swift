import Streams
import Tool
import Warp

/// The summary of a map, for people or for programs.
struct InfoText {
  private let summary: MapSummary

  init(_ map: TimeMap, frameRate: FrameRate?) { summary = MapSummary(map, frameRate: frameRate) }

  /// Lines of name and value without a format; with one, a single row.
  func write(_ format: ListingFormat?, to output: inout FileSink) throws {
    guard let format else { return try output.write(lines) }
    if format == .json { return try output.write(object) }
    var listing = ListingWriter(format, columns: summary.entries.map(\.name))
    listing.add(summary.entries.map(\.value))
    try output.write(listing.finish().span)
  }

  private var lines: String {
    summary.entries.map { entry in
      let name = String(entry.name.map { $0 == "_" ? " " : $0 })
      let padding = String(repeating: " ", count: max(1, 20 - name.count))
      return "\(name)\(padding)\(text(entry.value, unit: entry.unit))\n"
    }.joined()
  }

  private func text(_ value: Double?, unit: String) -> String {
    guard let value else { return unit == "s" ? "open, until the input ends" : "none, nothing plays" }
    guard value.isFinite else { return "unbounded" }
    return NumberSyntax.print(value) + (unit.isEmpty || unit == "x" ? unit : " \(unit)")
  }

  private var object: String {
    let members = summary.entries.map { entry in
      let value = entry.value.flatMap { $0.isFinite ? NumberSyntax.print($0) : nil }
      return "  \"\(entry.name)\": \(value ?? "null")"
    }
    return "{\n\(members.joined(separator: ",\n"))\n}\n"
  }
}
