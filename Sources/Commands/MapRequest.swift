import Streams
import Tool
import Warp

/// The map that warp-map's options ask for, on a clip: a curve and the changes to it.
package struct MapRequest {
  package let map: TimeMap
  /// The curves on their ranges, where the family is --curve.
  package let components: Components?
  /// The keyframes, where the family is --speed or --speeds.
  package let keys: SpeedKeys?
  /// What ranges come to, where the family is --ranges.
  package let ranges: RangesSummary?
  /// What of the request comes to nothing or may be a slip, a line each.
  package let notes: [String]

  /// - Parameter found: what has been found in the film, in place of a family of curves.
  package init(_ arguments: Arguments, on clip: Clip, found: FoundRanges? = nil) throws {
    let family = try CurveFamily(arguments, on: clip, found: found)
    components = family.components
    keys = family.keys
    let changes = try MapChanges(arguments, on: clip)
    let map = try changes.applied(to: family.map)
    self.map = map
    ranges = family.ranges.map { RangesSummary($0, in: map, of: clip.duration) }
    notes = family.notes + changes.notes(on: family.map)
  }

  /// The default of --tolerance, in seconds.
  package static let usualTolerance = 1e-11

  /// The table of the map, as the filters read it.
  package func write<Sink: ByteSink & ~Copyable>(
    _ format: ListingFormat, tolerance: Double, to output: inout Sink
  ) throws {
    let columns = MapTable.Column.allCases.map(\.rawValue)
    var listing = ListingWriter(format, columns: columns, title: MapTable.title)
    let table = try map.tabulated(tolerance: tolerance)
    try MapTable.forEachRow(of: table) { row in
      listing.add(row.source, row.warped, row.scale)
      if listing.isFull { try output.write(listing.take().span) }
    }
    try output.write(listing.finish().span)
  }
}
