import Values

/// Converts `NAME[:factor=F,modifier=M][@FROM..TO]` to a curve on a range, and curves to names.
package enum CurveSyntax {
  /// All names with a description of the scale, in the order of `Curve.Shape` and of `--list-curves`.
  package static let names: [(name: String, summary: String)] = [
    ("constant", "F from start to end"),
    ("double-smoothstep", "from 1 smoothly to F at 25 %, back to 1 at 75 %; each change lasts M/2 × the range"),
    ("smoothstep", "from 1 smoothly to F at the middle; the change lasts M × the range"),
    ("smoothstep-flipped", "from F smoothly to 1, likewise"),
    ("triangle", "from 1 evenly to F at the middle, and back to 1; both changes take M of the range"),
    ("ramp", "from 1 evenly to F at the middle; the change lasts M × the range"),
    ("ramp-flipped", "from F evenly to 1, likewise"),
    ("cosine", "F (cos(12 pi M u) + 1) + F/2, with u from 0 to 1 along the range"),
    ("cosine-flipped", "cosine, with u from 1 to 0"),
    ("sine", "F (sin(12 pi M u) + 1) + F/2, with u from 0 to 1 along the range"),
    ("sine-flipped", "sine, with u from 1 to 0"),
    ("tapered-cosine", "from 1 gradually to cosine"),
    ("tapered-cosine-flipped", "from cosine gradually to 1"),
    ("tapered-sine", "from 1 gradually to sine"),
    ("tapered-sine-flipped", "from sine gradually to 1"),
    ("power", "2 M u^F + M/2, with u from 0 to 1 along the range"),
    ("power-flipped", "power, with u from 1 to 0"),
  ]

  package static func name(of curve: Curve) -> String { curve.shape.rawValue + (curve.isFlipped ? flippedMark : "") }

  private static let flippedMark = "-flipped"

  /// Reads a curve on a range of the clip, or on the whole clip. An error quotes `text`.
  package static func parse(_ text: String, on clip: Clip) throws(Refusal) -> Components.Component {
    do throws(Refusal) {
      let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
      let curve = try curve(parts[0])
      let range = try parts.count == 2 ? range(parts[1], on: clip) : 0..<clip.requiredDuration(for: "a curve")
      return Components.Component(curve: curve, range: range)
    } catch {
      throw error.within("curve '\(text)'")
    }
  }

  private static func curve(_ text: Substring) throws(Refusal) -> Curve {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let (shape, isFlipped) = try shape(parts[0])
    var (factor, modifier): (Double?, Double?)
    if parts.count == 2 {
      for setting in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
        let pair = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, let value = NumberSyntax.parse(pair[1]) else {
          throw .usage("'\(setting)' is not a setting of a curve", advice: "write factor=2 or modifier=0.5")
        }
        switch pair[0] {
        case "factor" where factor == nil: factor = value
        case "modifier" where modifier == nil: modifier = value
        case "factor", "modifier": throw .usage("'\(pair[0])' is given twice")
        default: throw .usage("'\(pair[0])' is not a setting of a curve", advice: "write factor or modifier")
        }
      }
    }
    return try Curve(
      shape, flipped: isFlipped, factor: factor ?? Curve.defaultFactor, modifier: modifier ?? Curve.defaultModifier)
  }

  private static func shape(_ name: Substring) throws(Refusal) -> (Curve.Shape, isFlipped: Bool) {
    let isFlipped = name.hasSuffix(flippedMark)
    let baseName = isFlipped ? name.dropLast(flippedMark.count) : name
    guard let shape = Curve.Shape(rawValue: String(baseName)), shape.isAsymmetric || !isFlipped else {
      let meant = Spelling.nearest(to: String(name), among: names.map(\.name)).map { "did you mean \($0)? " } ?? ""
      throw .usage("'\(name)' is not a curve", advice: "\(meant)to see all curves, write --list-curves")
    }
    return (shape, isFlipped)
  }

  /// Reads `20%..50%` or `0.2..0.5` as parts of the clip, or times with a unit. FROM defaults to 0, and TO to the end
  /// of the clip.
  private static func range(_ text: Substring, on clip: Clip) throws(Refusal) -> Range<Double> {
    let duration = try clip.requiredDuration(for: "a curve")
    guard let ends = RangeSyntax.ends(of: text) else {
      throw .usage("'\(text)' is not a range", advice: "write FROM..TO, as in 20%..50%")
    }
    let start = try ends.from.isEmpty ? 0 : instant(ends.from, on: clip, duration)
    let end = try ends.to.isEmpty ? duration : instant(ends.to, on: clip, duration)
    guard start < end else {
      throw .usage("the range '\(text)' has no length", advice: "write FROM..TO with FROM before TO")
    }
    return start..<end
  }

  private static func instant(_ text: Substring, on clip: Clip, _ duration: Double) throws(Refusal) -> Double {
    guard let share = TimeSyntax.bareNumber(text) else { return try TimeSyntax.instant(text, inside: clip) }
    guard share <= 1 else {
      throw .usage(
        "'\(text)' has no unit and is above 1, the whole video",
        advice: "write \(text)s for seconds or \(text)% for percent")
    }
    return share * duration
  }
}
