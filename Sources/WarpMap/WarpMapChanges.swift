import Values
import Warp

/// Changes. Each returns a new map.
extension WarpMap {
  /// Returns the map of only the source from `start` to `end`. What remains is played without a gap.
  ///
  /// - Parameter end: a source time; nil to keep everything after `start`.
  /// - Throws: an error if nothing would remain.
  public func trimmed(from start: Double = 0, to end: Double? = nil) throws(WarpMapError) -> WarpMap {
    try changed(or: "the map plays nothing between these source times") { map throws(Refusal) in
      try map.trimmed(from: start, to: end)
    }
  }

  /// Returns the map that stands still for `length` seconds wherever it shows the source time `source`.
  ///
  /// - Throws: an error if the map never shows `source`, or if `length` is not above 0.
  public func frozen(at source: Double, for length: Double) throws(WarpMapError) -> WarpMap {
    guard length > 0 else { throw WarpMapError("a freeze needs a length above 0") }
    return try changed(or: "the map never shows this source time") { map throws(Refusal) in
      try map.frozen(at: source, for: length)
    }
  }

  /// Returns the map whose result lasts exactly `length` seconds. All speeds change by the same factor.
  ///
  /// - Throws: an error if the map plays until its input ends, or if `length` is not above 0.
  public func fitted(to length: Double) throws(WarpMapError) -> WarpMap {
    guard length > 0 else { throw WarpMapError("a result needs a length above 0") }
    return try changed(or: "the map has no end") { map throws(Refusal) in
      try map.fitted(to: length)
    }
  }

  /// Returns the map whose result plays backward: its last moment comes first.
  ///
  /// - Throws: an error if the map plays until its input ends.
  public func reversed() throws(WarpMapError) -> WarpMap {
    try changed(or: "the map has no end") { map throws(Refusal) in try map.reversed() }
  }

  /// Returns the map that restores the source from the result: source time and warped time change places.
  ///
  /// - Throws: an error if the result shows a moment of the source twice or plays backward.
  public func inverted() throws(WarpMapError) -> WarpMap {
    try changed { map throws(Refusal) in try map.inverted() }
  }

  /// Returns the map that plays the result of this map along `next`.
  ///
  /// - Throws: an error if `next` goes on after the end of this map's result.
  public func followed(by next: WarpMap) throws(WarpMapError) -> WarpMap {
    try changed(or: "the second map goes on after the end of the first map's result") { map throws(Refusal) in
      try map.followed(by: next.timeMap)
    }
  }

  /// - Parameter problem: replaces the message of an error that names an option of warp-map.
  private func changed(
    or problem: String? = nil, _ change: (TimeMap) throws(Refusal) -> TimeMap
  ) throws(WarpMapError) -> WarpMap {
    do throws(WarpMapError) {
      return try WarpMap { () throws(Refusal) in try change(timeMap) }
    } catch {
      throw error.namesOption ? problem.map { WarpMapError($0) } ?? error : error
    }
  }
}
