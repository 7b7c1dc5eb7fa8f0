import Values
import Warp

/// A map between two times: source time in a video or sound, and warped time in the result that plays it.
///
/// The result may play the source faster, slower, backward or in parts, and it may stand still. A map says when the
/// result shows each moment of the source, and which moment the result shows at each time:
///
/// ```swift
/// import WarpMap
///
/// // Ten seconds, in slow motion from 2 s to 4 s.
/// let map = try WarpMap(speed: "0=1x, 1.5s=1x, 2s=0.25x smooth, 4s=0.25x, 4.5s=1x smooth", duration: 10)
/// map.warpedDuration      // the length of the result
/// map.warped(at: 2.5)     // when the result shows the moment at 2.5 s
/// map.source(at: 8)       // which moment the result shows at 8 s
/// map.speed(at: 8)        // and how fast it plays there
/// ```
///
/// All times are in seconds, beginning at 0. Text is written as for the command `warp-map`, whose man page explains it.
/// Finding a time takes O(log n) steps, where n is the number of pieces of the map.
public struct WarpMap: Equatable, Sendable {
  let timeMap: TimeMap

  init(_ make: () throws(Refusal) -> TimeMap) throws(WarpMapError) {
    do throws(Refusal) { timeMap = try make() } catch { throw WarpMapError(error) }
  }
}

// MARK: - Making a map

extension WarpMap {
  /// Creates a map from one speed, such as `2x` or `50%`, or from keyframes of speed.
  ///
  /// A keyframe is `TIME=SPEED`, and the speed changes evenly between two keyframes. A word after the speed chooses
  /// another way to reach this speed: `smooth`, `hold`, `ease-in`, `ease-out`, `ease-in-out` or `bezier(X1,Y1,X2,Y2)`.
  /// Keyframes after the end of the source change nothing.
  ///
  /// - Parameters:
  ///   - speed: text as for `warp-map --speed`, such as `0=1x, 2s=0.25x smooth, 4s=1x`.
  ///   - duration: the length of the source. If it is nil, the map goes on at the last speed for ever.
  /// - Throws: an error if the text cannot be read, or if `duration` is not above 0 and at most 1e9.
  public init(speed: String, duration: Double? = nil) throws(WarpMapError) {
    let duration = try Self.checked(duration)
    try self.init { () throws(Refusal) in
      try SpeedSyntax.keys(speed, on: Clip(duration: duration)).map(duration: duration)
    }
  }

  /// Creates a map from built-in curves on ranges of the source. Outside these ranges, the speed is normal.
  ///
  /// - Parameters:
  ///   - curves: texts as for `warp-map --curve`, such as `ramp:factor=2@1s..3s`. The factor is a scale: 2 takes twice
  ///     as long.
  ///   - duration: the length of the source.
  /// - Throws: an error if a text cannot be read, if ranges overlap or leave the source, or if `duration` is not above
  ///   0 and at most 1e9.
  public init(curves: [String], duration: Double) throws(WarpMapError) {
    let duration = try Self.checked(duration)
    try self.init { () throws(Refusal) in
      var components: [Components.Component] = []
      for text in curves { components.append(try CurveSyntax.parse(text, on: Clip(duration: duration))) }
      return try Components(components, duration: duration ?? 0).map()
    }
  }

  /// Creates a map that plays parts of the source one after the other, in any order, forward or backward.
  ///
  /// - Parameters:
  ///   - parts: texts as for `warp-map --play`, such as `2s..5s` or `5s..2s@0.5x`, which plays backward.
  ///   - duration: the length of the source, which a part without an end needs.
  /// - Throws: an error if there is no part, if a text cannot be read, or if a part leaves the source.
  public init(playing parts: [String], duration: Double? = nil) throws(WarpMapError) {
    let duration = try Self.checked(duration)
    try self.init { () throws(Refusal) in
      var list: [PlayList.Part] = []
      for text in parts { list.append(try PlaySyntax.parse(text, on: Clip(duration: duration))) }
      return try PlayList(list).map()
    }
  }

  private static func checked(_ duration: Double?) throws(WarpMapError) -> Double? {
    guard let duration else { return nil }
    guard duration > 0, duration <= TimeSyntax.longest else {
      throw WarpMapError("the duration \(NumberSyntax.print(duration)) s is not above 0 and at most 1e9 s")
    }
    return duration
  }
}

// MARK: - Asking a map

extension WarpMap {
  /// The length of the result; nil if the map plays until its input ends.
  public var warpedDuration: Double? { timeMap.warpedLength }

  /// The earliest source time that the result shows.
  public var sourceStart: Double { timeMap.sourceRange.start }

  /// The latest source time that the result shows; nil if the map plays until its input ends.
  public var sourceEnd: Double? { timeMap.sourceRange.end }

  /// The warped time at which the result first shows the source time `source`; nil if the result never shows it.
  public func warped(at source: Double) -> Double? { timeMap.firstVisit(of: source)?.warped }

  /// All warped times at which the result shows the source time `source`, in order.
  ///
  /// There are several if the map plays a part again. Where the result stands still, only the first time counts.
  public func visits(of source: Double) -> [Double] { timeMap.visits(of: source).map(\.warped) }

  /// The source time that the result shows at the warped time `warped`; nil outside the result.
  ///
  /// At a cut, this is the source time after the cut.
  public func source(at warped: Double) -> Double? { timeMap.instant(at: warped)?.source }

  /// The speed at which the result plays the source at the warped time `warped`; nil outside the result.
  ///
  /// The speed 2 is twice as fast. It is 0 where the result stands still, and negative where it plays backward.
  public func speed(at warped: Double) -> Double? {
    timeMap.instant(at: warped).map { instant in instant.scale.map { 1 / $0 } ?? 0 }
  }
}
