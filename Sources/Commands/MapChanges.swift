import Cues
import Tool
import Values
import Warp

/// Changes to a finished map. `applied(to:)` gives their order, which does not depend on the order typed.
struct MapChanges {
  private let trim: (start: Double, end: Double?)?
  private let kept: KeptParts
  private let freezes: [(source: Double, length: Double)]
  private let fit: Double?
  private let isReversed: Bool
  private let following: [FollowingMap]
  private let isInverted: Bool
  private let trimCount: Int
  private let clip: Clip

  init(_ arguments: Arguments, on clip: Clip) throws {
    trim = try arguments.value(of: MapCommand.trim).map { try ChangeSyntax.part($0, on: clip) }
    kept = try KeptParts(arguments, on: clip)
    freezes = try arguments.values(of: MapCommand.freeze).map { try ChangeSyntax.freeze($0, on: clip) }
    fit = try arguments.value(of: MapCommand.fit).map { try Self.length($0, on: clip) }
    isReversed = arguments.contains(MapCommand.reverse)
    following = try FollowingMap.all(arguments)
    isInverted = arguments.contains(MapCommand.invert)
    self.clip = clip
    trimCount = arguments.values(of: MapCommand.trim).count
  }

  private static func length(_ text: String, on clip: Clip) throws -> Double {
    if (try? SpeedSyntax.speed(text)) != nil {
      throw Refusal.usage("'\(text)' is not a length", at: "--fit", advice: "for a speed, write --speed \(text)")
    }
    return try TimeSyntax.seconds(text, on: clip)
  }

  /// Returns the changed map, warnings about options without effect or probable mistakes, and the file of `--words`.
  func applied(to source: TimeMap) throws -> (map: TimeMap, notes: [String], transcript: Transcript?) {
    var (map, notes) = (source, notes(on: source))
    if let trim { map = try map.trimmed(from: trim.start, to: trim.end) }
    let left = try kept.applied(to: map)
    (map, notes) = (left.map, notes + left.notes)
    for freeze in freezes { map = try map.frozen(at: freeze.source, for: freeze.length) }
    if let fit { map = try map.fitted(to: fit, on: clip) }
    if isReversed { map = try map.reversed(on: clip) }
    for next in following {
      let result = try next.applied(to: map, on: clip)
      map = result.map
      notes += result.notes
    }
    return (isInverted ? try map.inverted() : map, notes, left.transcript)
  }

  /// The part of a clip that `--trim` keeps.
  func shown(of duration: Double) -> (start: Double, end: Double) {
    let start = trim?.start ?? 0
    let end = min(duration, trim?.end ?? duration)
    // `applied(to:)` refuses a part outside the clip.
    return start < end ? (start, end) : (0, duration)
  }

  /// The duration of `--fit`.
  var fitted: Double? { fit }

  /// The duration that the map needs before `--freeze` lengthens it to the duration of `--fit`.
  var lengthBeforeFreezes: Double? { fit.map { fit in fit - freezes.reduce(0) { $0 + $1.length } } }

  private func notes(on map: TimeMap) -> [String] {
    var notes: [String] = []
    if trimCount > 1 {
      notes.append("--trim is given \(trimCount) times, and only the last one counts; for several parts, use --play")
    }
    if let wanted = trim?.end, let end = map.sourceRange.end, wanted > end + 1e-6 {
      let (late, early) = BriefNumber.print(wanted, besides: end)
      notes.append("--trim ends at \(late) s, but the source ends at \(early) s")
    }
    return notes
  }
}
