/// The rows of a map: source, warped, scale. `ListingWriter` prints them, and `TableReader` reads them.
package enum MapTable {
  package enum Column: String, CaseIterable, Sendable {
    case source, warped, scale
  }

  /// The first line of a table in tab-separated text.
  package static let title = "# warp time map 1"

  package struct Row: Equatable, Sendable {
    /// In seconds. Both times are infinite in the last row of a map with an open end.
    package let source: Double
    package let warped: Double
    /// Negative if the source plays backward. If nil, straight lines join the row to its neighbours.
    package let scale: Double?
  }

  /// The rows of a map that consists of freezes and cubics. Each piece has a row at its start and at its end, and equal
  /// neighbouring rows become one.
  package static func rows(of map: TimeMap) -> [Row] {
    var rows: [Row] = []
    forEachRow(of: map) { rows.append($0) }
    return rows
  }

  /// The text of a table, as warp-map writes it. The map consists of freezes and cubics.
  package static func text(of map: TimeMap) -> String {
    var listing = ListingWriter(.tsv, columns: Column.allCases.map(\.rawValue), title: title)
    forEachRow(of: map) { listing.add($0.source, $0.warped, $0.scale) }
    return String(decoding: listing.finish(), as: UTF8.self)
  }

  /// Calls `body` with each row, without an array of all rows.
  package static func forEachRow<Failure: Error>(
    of map: TimeMap, _ body: (Row) throws(Failure) -> Void
  ) throws(Failure) {
    var written: Row?
    func add(_ row: Row) throws(Failure) {
      if written != row { try body(row) }
      written = row
    }
    for (index, piece) in map.pieces.enumerated() {
      let last = index > 0 ? map.pieces[index - 1] : nil
      // Without a cut, a freeze starts at the row that ends the previous piece. This row contains that piece's scale.
      if piece.law != nil || last?.sourceEnd != piece.sourceStart {
        try add(Row(piece.sourceStart, piece.warpedStart, piece.startScale))
      }
      try add(Row(piece.sourceEnd, piece.warpedEnd, piece.endScale ?? map.startScale(after: index)))
    }
    if let openEnd = map.openEnd {
      try add(Row(openEnd.source, openEnd.warped, openEnd.scale))
      try add(Row(.infinity, .infinity, openEnd.scale))
    }
  }
}

extension MapTable.Row {
  package init(_ source: Double, _ warped: Double, _ scale: Double?) {
    self.source = source
    self.warped = warped
    self.scale = scale
  }
}

extension Piece {
  fileprivate var startScale: Double? { signedScale(at: sourceStart) }
  fileprivate var endScale: Double? { signedScale(at: sourceEnd) }
}

extension TimeMap {
  /// The scale with which the map continues after a piece. Nil at the end of the map, at a cut, and before a freeze.
  fileprivate func startScale(after index: Int) -> Double? {
    let source = pieces[index].sourceEnd
    if index + 1 < pieces.count {
      let next = pieces[index + 1]
      return next.sourceStart == source ? next.startScale : nil
    }
    return openEnd?.source == source ? openEnd?.scale : nil
  }
}
