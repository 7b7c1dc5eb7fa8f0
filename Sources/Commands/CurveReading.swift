import Found
import Tool
import Values
import Warp

/// From the options of a kind of curve to the curve.
extension CurveFamily {
  /// Reads a curve that no film has to be searched for.
  init(_ arguments: Arguments, on clip: Clip) throws {
    let kind = try CurveKind.asked(arguments, isForFilm: false)
    try CurveKind.refuseLeftovers(arguments, besides: kind)
    func text(_ option: Option) -> String { arguments.value(of: option) ?? "" }
    self =
      switch kind {
      case .shot, .parts, .speech, .alignment, .growth, nil: .normal
      case .curves: .components(try Self.components(arguments, on: clip))
      case .constant: .constant(scale: try Self.scale(arguments))
      case .speed: .keys(try Self.keys(text(MapCommand.speed), on: clip))
      case .speeds: .keys(try MapFiles.speeds(text(MapCommand.speeds), on: clip))
      case .anchors: .anchors(try Self.anchors(arguments, on: clip))
      case .ranges:
        .ranges(
          try Self.ranges(arguments, on: clip) { usual in
            try MapFiles.ranges(text(MapCommand.ranges), on: clip, usual: usual)
          })
      case .play:
        .playList(try PlayList(arguments.values(of: MapCommand.play).map { try PlaySyntax.parse($0, on: clip) }))
      case .scaleExpression: .scale(expression: text(MapCommand.scaleExpression))
      case .integralExpression: .integral(expression: text(MapCommand.integralExpression))
      case .map: .table(try MapFiles.map(text(MapCommand.map), on: clip))
      case .even: try EvenRequest(arguments).family(on: clip)
      case .cues: .lines(try FollowedLines(arguments))
      }
  }

  private static func components(_ arguments: Arguments, on clip: Clip) throws -> Components {
    let specs = arguments.values(of: MapCommand.curve)
    let files = arguments.values(of: MapCommand.curves)
    let duration = try clip.requiredDuration(for: "a curve")
    let listed = try files.flatMap { try MapFiles.components($0, on: clip) }
    return try Components(try specs.map { try CurveSyntax.parse($0, on: clip) } + listed, duration: duration)
  }

  private static func scale(_ arguments: Arguments) throws(Refusal) -> Double {
    let text = arguments.value(of: MapCommand.constant) ?? ""
    guard let scale = NumberSyntax.parse(text), scale > 0, scale <= Curve.largestFactor else {
      let isSpeed = (try? SpeedSyntax.speed(text)) != nil
      let limits = "write a number above 0 and at most \(NumberSyntax.print(Curve.largestFactor))"
      throw .usage(
        "'\(text)' is not a scale", at: "--constant",
        advice: isSpeed ? "for a speed, write --speed \(text)" : "\(limits); 2 takes twice as long")
    }
    return scale
  }

  /// Refuses a single keyframe: one keyframe cannot change the speed.
  private static func keys(_ text: String, on clip: Clip) throws -> SpeedKeys {
    let keys = try SpeedSyntax.keys(text, on: clip)
    guard keys.keys.count > 1 || !text.contains("=") else {
      let speed = NumberSyntax.print(keys.keys[0].speed)
      throw Refusal.usage(
        "'\(text)' needs a second keyframe, e.g. '0=1x, 2s=0.5x'",
        advice: "for one speed throughout, write --speed \(speed)x")
    }
    return keys
  }

  /// The ranges of a list or of a search, with the options for ranges.
  ///
  /// - Parameter listed: returns the ranges, given the pace of those that have none of their own.
  static func ranges(
    _ arguments: Arguments, on clip: Clip, listed: (Ranges.Pace?) throws -> [Ranges.Range]
  ) throws -> Ranges {
    func pace(_ option: Option) throws -> Ranges.Pace? {
      try arguments.value(of: option).map { try Self.pace($0, of: option) }
    }
    func time(_ option: Option) throws -> Double {
      try arguments.value(of: option).map { try TimeSyntax.seconds($0, on: clip) } ?? 0
    }
    let otherwise = try pace(MapCommand.elseSpeed)
    // Ranges without a speed beside parts with one play normally.
    let usual = try pace(MapCommand.rangeSpeed) ?? (otherwise == nil ? nil : .speed(1))
    return Ranges(
      try listed(usual), otherwise: otherwise ?? .speed(1), margin: try time(MapCommand.rangeMargin),
      ease: try time(MapCommand.rangeEase))
  }

  static func pace(_ text: String, of option: Option) throws(Refusal) -> Ranges.Pace {
    do throws(Refusal) { return try PaceSyntax.parse(text) } catch { throw error.within("--\(option.name)") }
  }

  private static func tempo(_ arguments: Arguments) throws -> Double? {
    try arguments.value(of: MapCommand.tempo).map { text in
      guard let tempo = NumberSyntax.parse(text), tempo >= 1, tempo <= 100_000 else {
        throw Refusal.usage("'\(text)' is not a tempo", at: "--tempo", advice: "write beats per minute, such as 120")
      }
      return tempo
    }
  }

  private static func anchors(_ arguments: Arguments, on clip: Clip) throws -> Anchors {
    let listed = try arguments.value(of: MapCommand.anchors).map {
      try MapFiles.anchors($0, on: clip, tempo: tempo(arguments))
    }
    let anchors =
      try arguments.values(of: MapCommand.anchor).map { try AnchorSyntax.parse($0, on: clip) } + (listed ?? [])
    guard !anchors.isEmpty else { throw Refusal.usage("the list has no anchors", at: "--anchors") }
    let easing = try MapCommand.anchorEasing.choice(arguments) ?? .linear
    return try Anchors(anchors, easing: easing)
  }
}
