/// Rows that convert single instants between source time and warped time.
package enum InstantListing {
  package static let columns = ["source", "warped"]

  /// One row for each time at which the map shows `source`. If there is none, one row without a warped time.
  package static func rows(ofSource source: Double, in map: TimeMap) -> [[Double?]] {
    let visits = map.visits(of: source)
    return visits.isEmpty ? [[source, nil]] : visits.map { [source, $0.warped] }
  }

  /// The source time shown at a warped time; empty outside the map.
  package static func row(ofWarped warped: Double, in map: TimeMap) -> [Double?] {
    [map.instant(at: warped)?.source, warped]
  }
}
