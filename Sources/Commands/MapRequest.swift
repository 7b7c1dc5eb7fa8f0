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
    if undoes { try Self.refuseUnknownDuration(arguments, found) }
    let source = undoes ? Clip(frameRate: clip.frameRate) : clip
    let family = try CurveFamily(arguments, on: source, found: found)
    components = family.components
    keys = family.keys
    let changes = try MapChanges(arguments, on: source)
    var map = try changes.applied(to: family.map)
    if undoes, let duration = clip.duration { map = try map.closed(at: duration) }
    self.map = map
    ranges = family.ranges.map { RangesSummary($0, in: map, of: clip.duration) }
    notes = family.notes + changes.notes(on: family.map)
  }

  /// Refuses what depends on a film that is not there: the one of which INPUT is the result.
  private static func refuseUnknownDuration(_ arguments: Arguments, _ found: FoundCurve?) throws(Refusal) {
    let needy = [
      MapCommand.curve, MapCommand.curves, MapCommand.scaleExpression, MapCommand.integralExpression, MapCommand.even,
      MapCommand.fit,
    ]
    guard let option = found?.options.first ?? needy.first(where: arguments.contains) else { return }
    throw .usage(
      "--invert cannot undo --\(option.name), because the film before it is not known",
      advice: "write the map to a file with --to table when you make the film, then type --map FILE --invert")
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
