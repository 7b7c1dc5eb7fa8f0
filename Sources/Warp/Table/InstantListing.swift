/// Rows with the counterparts of single instants.
package enum InstantListing {
  package static let columns = ["source", "warped"]

  /// One row per visit of a source time. If it is never shown, one row without a warped time.
  package static func rows(ofSource source: Double, in map: TimeMap) -> [[Double?]] {
    let visits = map.visits(of: source)
    return visits.isEmpty ? [[source, nil]] : visits.map { [source, $0.warped] }
  }

  /// The source time shown at a warped time; empty outside the map.
  package static func row(ofWarped warped: Double, in map: TimeMap) -> [Double?] {
    [map.instant(at: warped)?.source, warped]
  }
}
