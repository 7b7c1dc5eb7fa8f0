import Cues
import Streams
import Tool
import Values
import Warp

/// The map that warp-map's options describe: a family of curves on a clip, and changes.
package struct MapRequest {
  package private(set) var map: TimeMap
  /// What the map is made of, before the changes.
  package let family: CurveFamily
  /// Nil unless the family is `--ranges`.
  package private(set) var ranges: RangesSummary?
  /// The file of `--words`.
  package let transcript: Transcript?
  /// Warnings about options without effect and probable mistakes.
  package let notes: [String]

  /// - Parameters:
  ///   - found: the result of searching the film, from which the map is made instead of curve options.
  ///   - isForFilm: whether `clip` is the film that warp-film retimes. With `--invert`, this film is a result of the
  ///     map that the other options describe, not its source. The duration of the source is then unknown.
  package init(
    _ arguments: Arguments, on clip: Clip, found: FoundCurve? = nil, isForFilm: Bool = false
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
    self.map = map
    ranges = if case .ranges(let ranges) = family { RangesSummary(ranges, in: map, of: clip.duration) } else { nil }
    transcript = changed.transcript
    notes = family.notes + (found?.notes ?? []) + unreached + changed.notes + TimecodeNotes.lines(arguments, on: source)
  }

  /// The request with a map whose parts at normal speed show frames of the clip, in a result with this rate. Reads no
  /// file again: it may be a pipe.
  package func settled(for rate: FrameRate, _ arguments: Arguments, on clip: Clip) throws -> MapRequest {
    if let other = [MapCommand.map, MapCommand.invert].first(where: arguments.contains) {
      throw Refusal.usage("--settle and --\(other.name) do not go together", advice: "leave --settle out")
    }
    guard let source = clip.frameRate else { throw Refusal.usage("--settle needs --fps") }
    var settled = self
    settled.map = try map.settled(on: FrameGrid(source: source, result: rate), within: clip.duration)
    if case .ranges(let ranges) = family {
      settled.ranges = RangesSummary(ranges, in: settled.map, of: clip.duration)
    }
    return settled
  }

  /// The request with a map that plays nearly the same, on whole frames of the clip.
  package func playing(_ map: TimeMap) -> MapRequest {
    var request = self
    request.map = map
    return request
  }

  /// Whether options ask for a curve.
  package static func hasCurve(_ arguments: Arguments) throws(Refusal) -> Bool {
    try CurveKind.asked(arguments, isForFilm: true) != nil
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
