import Tool
import Warp

/// What `warp-film --silence` and `--still` make of what has been found in a film.
package struct FoundRanges {
  package let ranges: [Ranges.Range]

  /// Options that say more about the speeds of ranges, wherever these come from.
  static let paces = [MapCommand.rangeEase, MapCommand.elseSpeed]

  /// Options that say more about what these find; none for other families.
  static func details(of family: [Option]) -> [Option] {
    guard [WarpCommand.silence, WarpCommand.still].contains(where: family.contains) else { return [] }
    return [WarpCommand.silenceLevel, WarpCommand.silenceLength, WarpCommand.margin] + paces
  }

  /// Nil where nothing was to be found.
  ///
  /// - Parameter parts: what detectors have found, in source time.
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
        // There is nothing before the clip's start and after its end from which to keep a distance.
        let (isFirst, isLast) = (part.start < Self.brief, part.end > end - Self.brief)
        let start = isFirst ? 0 : Self.frame(at: part.start + margin, .up, on: clip)
        let stop = isLast ? end : Self.frame(at: part.end - margin, .down, on: clip)
        return start < stop ? Ranges.Range(start: start, end: stop, pace: pace) : nil
      }
    }
  }

  /// The start of the nearest frame not before or not after an instant: what is found begins and ends with whole frames.
  private static func frame(at instant: Double, _ rounding: FloatingPointRoundingRule, on clip: Clip) -> Double {
    // What is longer than a map may be is refused with it.
    guard let rate = clip.frameRate, instant > 0, instant <= TimeSyntax.longest else { return max(0, instant) }
    let grace = rounding == .up ? -1e-6 : 1e-6
    return rate.start(ofFrame: Int((rate.position(at: instant) + grace).rounded(rounding)))
  }

  /// In seconds: sound and picture do not begin and end to the sample together.
  private static let brief = 0.05
  private static let usualMargin = 0.2

  static func pace(_ text: String, of option: Option) throws -> Ranges.Pace {
    do throws(Refusal) { return try PaceSyntax.parse(text) } catch { throw error.within("--\(option.name)") }
  }
}
