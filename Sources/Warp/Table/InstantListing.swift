/// Rows that say where single instants go.
package enum InstantListing {
  package static let columns = ["source", "warped"]

  /// A row for each visit of a source time; one without a warped time where it is never shown.
  package static func rows(ofSource source: Double, in map: TimeMap) -> [[Double?]] {
    let visits = map.visits(of: source)
    return visits.isEmpty ? [[source, nil]] : visits.map { [source, $0.warped] }
  }

  /// What is shown at a warped time; no source time outside the map.
  package static func row(ofWarped warped: Double, in map: TimeMap) -> [Double?] {
    [map.instant(at: warped)?.source, warped]
  }
}
