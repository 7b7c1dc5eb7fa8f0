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

  /// - Parameters:
  ///   - found: what has been found in the film, in place of a family of curves.
  ///   - isForFilm: whether the clip is the film that is to be retimed. With --invert, that is the result of the map
  ///     that is turned round, and its duration is not that of the map's source.
  package init(
    _ arguments: Arguments, on clip: Clip, found: FoundCurve? = nil, isForFilm: Bool = false
  ) throws {
    let undoes = isForFilm && arguments.contains(MapCommand.invert)
    if undoes, let option = found?.options.first { throw Clip.undoing("--\(option.name)") }
    let source = undoes ? Clip(frameRate: clip.frameRate, isUndone: true) : clip
    let family = try CurveFamily(arguments, on: source, found: found)
    components = family.components
    keys = family.keys
    let changed = try MapChanges(arguments, on: source).applied(to: family.map)
    var map = changed.map
    if undoes, let duration = clip.duration { map = try map.closed(at: duration) }
    self.map = map
    ranges = family.ranges.map { RangesSummary($0, in: map, of: clip.duration) }
    notes = family.notes + changed.notes
  }

  /// Refuses words in --then that cannot be understood, without a clip.
  package static func checkFollowing(_ arguments: Arguments) throws { _ = try FollowingMap.all(arguments) }

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
