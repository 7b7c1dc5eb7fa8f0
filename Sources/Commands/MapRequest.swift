import Streams
import Tool
import Values
import Warp

/// The map that warp-map's options describe: a family of curves on a clip, and changes.
package struct MapRequest {
  package let map: TimeMap
  /// What the map is made of, before the changes.
  package let family: CurveFamily
  /// Nil unless the family is `--ranges`.
  package let ranges: RangesSummary?
  /// Warnings about options without effect and probable mistakes.
  package let notes: [String]

  /// - Parameters:
  ///   - found: the result of searching the film, from which the map is made instead of curve options.
  ///   - isForFilm: whether `clip` is the film that warp-film retimes. With `--invert`, this film is a result of the
  ///     map that the other options describe, not its source. The duration of the source is then unknown.
  ///   - settling: the rate of a result whose parts at normal speed show frames of the clip; nil to leave the map.
  package init(
    _ arguments: Arguments, on clip: Clip, found: FoundCurve? = nil, isForFilm: Bool = false,
    settling: FrameRate? = nil
  ) throws {
    let undoes = isForFilm && arguments.contains(MapCommand.invert)
    if undoes, let option = found?.options.first { throw Clip.undoing("--\(option.name)") }
    let source = undoes ? Clip(frameRate: clip.frameRate, isUndone: true) : clip
    family = try found?.family ?? CurveFamily(arguments, on: source)
    let curve = try family.map(on: source)
    let unreached = try found == nil ? family.unreached(on: source, playing: curve) : []
    let changed = try MapChanges(arguments, on: source).applied(to: curve)
    var map = changed.map
    if undoes, let duration = clip.duration { map = try map.closed(at: duration) }
    if let settling {
      if let other = [MapCommand.map, MapCommand.invert].first(where: arguments.contains) {
        throw Refusal.usage("--settle and --\(other.name) do not go together", advice: "leave --settle out")
      }
      guard let rate = clip.frameRate else { throw Refusal.usage("--settle needs --fps") }
      map = try map.settled(on: FrameGrid(source: rate, result: settling), within: clip.duration)
    }
    self.map = map
    ranges = if case .ranges(let ranges) = family { RangesSummary(ranges, in: map, of: clip.duration) } else { nil }
    notes = family.notes + unreached + changed.notes
  }

  /// Refuses a wrong `--then` before anything is known about the clip.
  package static func checkFollowing(_ arguments: Arguments) throws { _ = try FollowingMap.all(arguments) }

  /// The default of --tolerance, in seconds.
  package static let usualTolerance = 1e-11

  /// Writes the table that warp-video and warp-audio read.
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
