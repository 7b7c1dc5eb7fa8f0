import Tool
import Values
import Warp

/// The ranges of `warp-film --silence` and `--still`, from silences and stills found in a film.
package struct FoundRanges {
  package let ranges: [Ranges.Range]

  /// Options for the speeds of ranges, whether from `--ranges` or from a search.
  static let paces = [MapCommand.rangeEase, MapCommand.elseSpeed]

  /// Options that refine `--silence` and `--still`; none for other families.
  static func details(of family: [Option]) -> [Option] {
    guard [WarpCommand.silence, WarpCommand.still].contains(where: family.contains) else { return [] }
    return [WarpCommand.silenceLevel, WarpCommand.silenceLength, WarpCommand.margin] + paces
  }

  /// Returns nil without `--silence` and `--still`.
  ///
  /// - Parameter parts: silences and stills in source time, as ffmpeg's detectors found them.
  package init?(_ arguments: Arguments, in parts: [FoundPart], on clip: Clip) throws {
    let asked: [(kind: Detection.Kind, option: Option)] = [
      (.silence, WarpCommand.silence), (.freeze, WarpCommand.still),
    ]
    guard asked.map(\.option).contains(where: arguments.contains) else { return nil }
    let margin = try arguments.value(of: WarpCommand.margin).map { try TimeSyntax.seconds($0) } ?? Self.usualMargin
    let end = clip.duration ?? .infinity
    ranges = try asked.flatMap { kind, option in
      guard let text = arguments.value(of: option) else { return [Ranges.Range]() }
      let pace = try Self.pace(text, of: option)
      return parts.filter { $0.kind == kind }.compactMap { part in
        // A silence or still at the start or end of the clip has no margin there.
        let (isFirst, isLast) = (part.start < Self.brief, part.end > end - Self.brief)
        let start = isFirst ? 0 : Self.frame(at: part.start + margin, .up, on: clip)
        let stop = isLast ? end : Self.frame(at: part.end - margin, .down, on: clip)
        return start < stop ? Ranges.Range(start: start, end: stop, pace: pace) : nil
      }
    }
  }

  /// Rounds an instant to the start of a frame, so that ranges contain whole frames.
  private static func frame(at instant: Double, _ rounding: FloatingPointRoundingRule, on clip: Clip) -> Double {
    // The map itself refuses times beyond the limit.
    guard let rate = clip.frameRate, instant > 0, instant <= TimeSyntax.longest else { return max(0, instant) }
    let grace = rounding == .up ? -1e-6 : 1e-6
    return rate.start(ofFrame: Int((rate.position(at: instant) + grace).rounded(rounding)))
  }

  /// In seconds. A silence or still that begins within this of the clip's start counts as beginning there, because
  /// sound and picture of a film differ that much. The same applies at the end.
  private static let brief = 0.05
  private static let usualMargin = 0.2

  static func pace(_ text: String, of option: Option) throws -> Ranges.Pace {
    do throws(Refusal) { return try PaceSyntax.parse(text) } catch { throw error.within("--\(option.name)") }
  }
}
