import Values
import Warp

/// The map of a film, with what it means for decoding.
package struct FilmMap: Equatable, Sendable {
  package let map: TimeMap
  /// The map with what crossfades show beyond the cuts.
  let shown: TimeMap
  /// The option of the filters for crossfades; empty without any.
  let joins: [String]
  /// The table that the filters read.
  package let table: Document

  package init(_ crossfades: Crossfades, table: Document) {
    (map, shown, self.table) = (crossfades.map, crossfades.extended, table)
    joins = crossfades.isEmpty ? [] : ["--crossfade", NumberSyntax.print(crossfades.length)]
  }

  package init(_ map: TimeMap, table: Document) { self.init(Crossfades(map), table: table) }

  /// Whether the map repeats or reverses a part, so that the picture must be decoded more than once.
  var returns: Bool { !map.neverReturns }

  /// Whether to decode the picture in parts, each with its own seek. This helps if a part plays twice or backward, or
  /// if much of the film is not shown.
  var isDecodedInParts: Bool {
    returns || shown.shownParts().count > 1 || soughtStart != nil
  }

  /// The earliest shown source time; nil if it is so early that a seek does not pay.
  var soughtStart: Double? {
    shown.shownParts().first.flatMap { $0.lowerBound > Self.unsoughtSeconds ? $0.lowerBound : nil }
  }

  /// Whether to decode the sound in parts.
  var isHeardInParts: Bool {
    soughtStart != nil || shown.shownParts(apart: TimeMap.leastGapBetweenSounds).count > 1
  }

  /// The seconds that are decoded and dropped, because a seek would not be faster.
  static let unsoughtSeconds = 5.0

  /// The seconds of the clip to decode, up to the last shown instant. Two more seconds provide the neighbours that
  /// frames and samples are made of, and allow for unsorted timestamps.
  func neededLength(of clip: ClipSpan) -> Double { min(clip.length, (shown.sourceRange.end ?? clip.length) + 2) }
}
