import Values
import Warp

/// Tables as text.
package enum TableText {
  /// Reads `bytes` in chunks of the given sizes, which repeat.
  package static func map(_ bytes: [UInt8], chunks sizes: [Int] = [.max]) throws(Refusal) -> TimeMap {
    var reader = TableReader(name: "map.tsv")
    var (start, chunk) = (0, 0)
    while start < bytes.count {
      let count = min(bytes.count - start, sizes[chunk % sizes.count])
      try reader.read(bytes.span.extracting(start..<start + count))
      start += count
      chunk += 1
    }
    return try reader.finish()
  }

  package static func map(_ text: String) throws(Refusal) -> TimeMap { try map(Array(text.utf8)) }

  package static func text(of rows: [MapTable.Row], _ format: ListingFormat = .tsv) -> String {
    var listing = ListingWriter(format, columns: MapTable.Column.allCases.map(\.rawValue), title: MapTable.title)
    for row in rows { listing.add([row.source, row.warped, row.scale]) }
    return String(decoding: listing.finish(), as: UTF8.self)
  }

  /// The table that warp-map prints for `map`.
  package static func text(of map: TimeMap, tolerance: Double = 1e-11, _ format: ListingFormat = .tsv) throws -> String
  {
    text(of: MapTable.rows(of: try map.tabulated(tolerance: tolerance)), format)
  }
}

extension Refusal {
  /// The source time that the refusal's place contains, such as 1.5 in `map.tsv:3:5, source 1.5 s`.
  package var source: Double? {
    guard let place else { return nil }
    if let mark = place.firstRange(of: " s in the source") {
      return place[..<mark.lowerBound].split(separator: " ").last.flatMap { Double($0) }
    }
    guard let mark = place.firstRange(of: "source ") else { return nil }
    return Double(place[mark.upperBound...].prefix { $0 != " " })
  }
}
