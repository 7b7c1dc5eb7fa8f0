import Streams

/// Reads the source at control points.
package protocol PointReader: Sendable {
  associatedtype Element: SoundElement

  /// Reads `points` into each plane from `start` on.
  mutating func read(
    _ points: [ControlPoint], from supply: inout SoundSupply, into sound: inout Planes<Element>, at start: Int
  ) throws(StreamFailure)

  /// How far before a point samples may be looked at while the sound goes by at up to `speed`.
  func reach(atSpeed speed: Double) -> Int
}
