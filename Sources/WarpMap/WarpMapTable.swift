import Values
import Warp

/// Tables: the text in which `warp-map` writes a map, and which all commands of warp read.
extension WarpMap {
  /// Creates a map from the text of a table.
  ///
  /// Each line has a source time, a warped time and, if wanted, a scale: warped seconds for a source second. The man
  /// page `warp-map(5)` describes the format, which may also be CSV.
  ///
  /// - Throws: an error with line and column if the text is not a table.
  public init(table: String) throws(WarpMapError) {
    try self.init { () throws(Refusal) in
      var reader = TableReader(name: "table")
      try reader.read(Array(table.utf8).span)
      return try reader.finish()
    }
  }

  /// Returns the text of a table that differs from the map by at most `tolerance` seconds of warped time.
  ///
  /// A smaller tolerance makes a longer table. A table that was read is written as it was, apart from its layout.
  ///
  /// - Throws: an error if the table would have more than ten million rows.
  public func table(tolerance: Double = 1e-11) throws(WarpMapError) -> String {
    let rows = try WarpMap { () throws(Refusal) in try timeMap.tabulated(tolerance: tolerance) }
    return MapTable.text(of: rows.timeMap)
  }
}
