import Tool
import Warp

/// What is to be done to a finished map. The order is fixed, however the options are typed: `applied(to:)`.
struct MapChanges {
  private let trim: (start: Double, end: Double?)?
  private let freezes: [(source: Double, length: Double)]
  private let fit: Double?
  private let isReversed: Bool

  init(_ arguments: Arguments, on clip: Clip) throws {
    trim = try arguments.value(of: MapCommand.trim).map { try ChangeSyntax.trim($0, on: clip) }
    freezes = try arguments.values(of: MapCommand.freeze).map { try ChangeSyntax.freeze($0, on: clip) }
    fit = try arguments.value(of: MapCommand.fit).map { try TimeSyntax.seconds($0) }
    isReversed = arguments.contains(MapCommand.reverse)
  }

  func applied(to map: TimeMap) throws -> TimeMap {
    var map = map
    if let trim { map = try map.trimmed(from: trim.start, to: trim.end) }
    for freeze in freezes { map = try map.frozen(at: freeze.source, for: freeze.length) }
    if let fit { map = try map.fitted(to: fit) }
    return isReversed ? try map.reversed() : map
  }
}
