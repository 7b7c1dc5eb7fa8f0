import Warp

/// The map of a film, and what follows from it for those who have to bring the film.
package struct FilmMap: Equatable, Sendable {
  package let map: TimeMap
  /// The table the filters read.
  package let table: Document

  package init(_ map: TimeMap, table: Document) {
    self.map = map
    self.table = table
  }

  /// Whether something is shown again or backward, so that the picture has to be had more than once.
  var returns: Bool { !map.neverReturns }

  /// How many seconds of the clip have to be decoded: what is behind the last instant shown need not be. Two seconds
  /// more are enough for what frames and samples need of their neighbours, and for stamps that are not quite in order.
  func neededLength(of clip: ClipSpan) -> Double { min(clip.length, (map.sourceRange.end ?? clip.length) + 2) }
}
