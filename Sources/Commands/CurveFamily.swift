import Expressions
import Streams
import Tool
import Values
import Warp

/// The map of the curve options on the command line. Without any, the map has scale 1.
struct CurveFamily {
  let map: TimeMap
  /// The curves of `--curve` and `--curves` on their ranges; nil for other families.
  let components: Components?
  /// Nil unless the family is `--ranges`.
  let ranges: Ranges?
  /// Nil unless the family is `--speed` or `--speeds`.
  let keys: SpeedKeys?
  /// Warnings about probable mistakes.
  let notes: [String]

  init(_ arguments: Arguments, on clip: Clip, found: FoundCurve? = nil) throws {
    let given = Self.given(arguments, found: found?.options ?? [])
    try Self.refuseSeveral(arguments, found: found.map { [$0.options] } ?? [])
    try Self.refuseLeftovers(arguments, hasRanges: found?.ranges != nil)
    components = try Self.components(arguments, on: clip)
    ranges = try Self.ranges(arguments, on: clip, found: found?.ranges)
    let foundMap = try found?.map(on: clip)
    keys = try Self.keys(arguments, on: clip)
    let anchors = try Self.anchors(arguments, on: clip)
    notes = anchors?.notes ?? []
    map =
      try foundMap ?? components?.map() ?? ranges?.map(duration: clip.duration) ?? keys?.map(duration: clip.duration)
      ?? anchors?.map(duration: clip.duration) ?? given.first?.make?(arguments, clip)
      ?? TimeMap(scale: 1, duration: clip.duration)
  }

  /// The families on the command line, except those in `found`, which search a film.
  private static func given(_ arguments: Arguments, found: [Option]) -> [Family] {
    all.filter { family in
      family.options.contains(where: arguments.contains) && !family.options.contains(where: found.contains)
    }
  }

  /// Refuses more than one family.
  ///
  /// - Parameter found: the options on the command line that search a film, by family.
  static func refuseSeveral(_ arguments: Arguments, found: [[Option]]) throws(Refusal) {
    let given = given(arguments, found: found.flatMap(\.self)).map(\.options)
    guard found.count + given.count > 1 else { return }
    let names = (found.joined() + given.joined().filter(arguments.contains)).map { "--\($0.name)" }
    throw .usage(
      "\(names.joined(separator: " and ")) do not go together",
      advice: found.count > 1
        ? "choose one kind of curve" : succession(of: given, after: found.first, arguments))
  }

  /// The advice to apply one family after the other with `--then`, in the order typed. The family that searches the
  /// film comes first.
  private static func succession(
    of families: [[Option]], after found: [Option]?, _ arguments: Arguments
  ) -> String {
    func place(_ options: [Option]) -> Int {
      arguments.occurrences.firstIndex { options.contains($0.option) } ?? 0
    }
    let inOrder = (found.map { [$0] } ?? []) + families.sorted { place($0) < place($1) }
    let words = inOrder.map { ShellWords.quotedForSh(arguments.words(of: $0 + details(of: $0))) }
    let following = words.dropFirst().map { "--then \(ShellWords.quotedForSh($0))" }
    return "to apply one after the other, write \(([words[0]] + following).joined(separator: " "))"
  }

  /// Options that refine a curve. Each needs one of the options in its `families`.
  private static let details: [(option: Option, families: [Option])] =
    [
      (MapCommand.anchorEasing.option, [MapCommand.anchor, MapCommand.anchors]),
      (MapCommand.tempo, [MapCommand.anchors]),
      (MapCommand.rangeSpeed, [MapCommand.ranges]),
      (MapCommand.rangeMargin, [MapCommand.ranges]),
      (MapCommand.rangeEase, [MapCommand.ranges]),
      (MapCommand.elseSpeed, [MapCommand.ranges]),
    ] + MapCommand.evenOptions.dropFirst().map { ($0, [MapCommand.even]) }

  private static func details(of family: [Option]) -> [Option] {
    details.filter { $0.families.contains(where: family.contains) }.map(\.option) + FoundRanges.details(of: family)
  }

  /// Refuses options that refine a family if no option of the family is given.
  ///
  /// - Parameter hasRanges: whether the search of a film has found ranges.
  private static func refuseLeftovers(_ arguments: Arguments, hasRanges: Bool) throws {
    if arguments.contains(MapCommand.tempo), arguments.contains(MapCommand.anchor) {
      throw Refusal.usage(
        "--tempo and --anchor do not go together", advice: "--tempo takes all anchors from the beats of --anchors")
    }
    for (option, families) in details
    where arguments.contains(option) && !families.contains(where: arguments.contains)
      && !(hasRanges && FoundRanges.paces.contains(option))
    {
      let advice = option == MapCommand.tempo ? "for twice the speed, write --speed 2x" : nil
      throw Refusal.usage("--\(option.name) needs --\(families[0].name)", advice: advice)
    }
  }

  /// Options that make a map together.
  private struct Family {
    let options: [Option]
    /// Makes the map if one of the options was typed. Nil for the families that `init` makes itself, because it keeps
    /// their `components`, `keys`, `ranges` or notes.
    var make: ((Arguments, Clip) throws -> TimeMap)?
  }

  private static var all: [Family] {
    [
      Family(options: [MapCommand.curve, MapCommand.curves]),
      Family(options: [MapCommand.constant], make: constant),
      Family(options: [MapCommand.speed]),
      Family(options: [MapCommand.speeds]),
      Family(options: [MapCommand.anchor, MapCommand.anchors]),
      Family(options: [MapCommand.ranges]),
      Family(options: [MapCommand.play], make: playList),
      Family(options: [MapCommand.scaleExpression], make: scaleExpression),
      Family(options: [MapCommand.integralExpression], make: integralExpression),
      Family(options: [MapCommand.map], make: table),
      Family(options: [MapCommand.even], make: { try EvenRequest($0).map(on: $1) }),
    ]
  }

  private static func components(_ arguments: Arguments, on clip: Clip) throws -> Components? {
    let specs = arguments.values(of: MapCommand.curve)
    let files = arguments.values(of: MapCommand.curves)
    guard !specs.isEmpty || !files.isEmpty else { return nil }
    let duration = try clip.requiredDuration(for: "a curve")
    let listed = try files.flatMap { try MapFiles.components($0, on: clip) }
    return try Components(try specs.map { try CurveSyntax.parse($0, on: clip) } + listed, duration: duration)
  }

  private static func constant(_ arguments: Arguments, _ clip: Clip) throws -> TimeMap {
    let text = arguments.value(of: MapCommand.constant) ?? ""
    guard let scale = NumberSyntax.parse(text), scale > 0, scale <= Curve.largestFactor else {
      let isSpeed = (try? SpeedSyntax.speed(text)) != nil
      let limits = "write a number above 0 and at most \(NumberSyntax.print(Curve.largestFactor))"
      throw Refusal.usage(
        "'\(text)' is not a scale", at: "--constant",
        advice: isSpeed ? "for a speed, write --speed \(text)" : "\(limits); 2 takes twice as long")
    }
    return try TimeMap(scale: scale, duration: clip.duration)
  }

  private static func keys(_ arguments: Arguments, on clip: Clip) throws -> SpeedKeys? {
    try arguments.value(of: MapCommand.speed).map { try keys($0, on: clip) }
      ?? arguments.value(of: MapCommand.speeds).map { try MapFiles.speeds($0, on: clip) }
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

  /// The ranges of `--ranges` with the options that refine it.
  ///
  /// - Parameter found: ranges found in the film, which replace the file and already have their margins.
  static func ranges(_ arguments: Arguments, on clip: Clip, found: [Ranges.Range]? = nil) throws -> Ranges? {
    func pace(_ option: Option) throws -> Ranges.Pace? {
      try arguments.value(of: option).map { try FoundRanges.pace($0, of: option) }
    }
    func time(_ option: Option) throws -> Double {
      try arguments.value(of: option).map { try TimeSyntax.seconds($0, on: clip) } ?? 0
    }
    let (usual, otherwise) = (try pace(MapCommand.rangeSpeed), try pace(MapCommand.elseSpeed))
    let file = arguments.value(of: MapCommand.ranges)
    let listed = try file.map { try MapFiles.ranges($0, on: clip, usual: usual) }
    return try (found ?? listed).map {
      Ranges(
        $0, otherwise: otherwise ?? .speed(1), margin: try time(MapCommand.rangeMargin),
        ease: try time(MapCommand.rangeEase))
    }
  }

  private static func tempo(_ arguments: Arguments) throws -> Double? {
    try arguments.value(of: MapCommand.tempo).map { text in
      guard let tempo = NumberSyntax.parse(text), tempo >= 1, tempo <= 100_000 else {
        throw Refusal.usage("'\(text)' is not a tempo", at: "--tempo", advice: "write beats per minute, such as 120")
      }
      return tempo
    }
  }

  private static func anchors(_ arguments: Arguments, on clip: Clip) throws -> Anchors? {
    guard arguments.contains(MapCommand.anchor) || arguments.contains(MapCommand.anchors) else { return nil }
    let listed = try arguments.value(of: MapCommand.anchors).map {
      try MapFiles.anchors($0, on: clip, tempo: tempo(arguments))
    }
    let anchors =
      try arguments.values(of: MapCommand.anchor).map { try AnchorSyntax.parse($0, on: clip) } + (listed ?? [])
    guard !anchors.isEmpty else { throw Refusal.usage("the list has no anchors", at: "--anchors") }
    let easing = try MapCommand.anchorEasing.choice(arguments) ?? .linear
    return try Anchors(anchors, easing: easing)
  }

  private static func playList(_ arguments: Arguments, _ clip: Clip) throws -> TimeMap {
    try PlayList(arguments.values(of: MapCommand.play).map { try PlaySyntax.parse($0, on: clip) }).map()
  }

  private static func scaleExpression(_ arguments: Arguments, _ clip: Clip) throws -> TimeMap {
    try ExpressionCurve.map(
      scale: arguments.value(of: MapCommand.scaleExpression) ?? "",
      duration: clip.requiredDuration(for: "--scale-expr"))
  }

  private static func integralExpression(_ arguments: Arguments, _ clip: Clip) throws -> TimeMap {
    try ExpressionCurve.map(
      integral: arguments.value(of: MapCommand.integralExpression) ?? "",
      duration: clip.requiredDuration(for: "--integral-expr"))
  }

  /// Closes the open end of a table at the end of the clip, if the duration is known.
  private static func table(_ arguments: Arguments, _ clip: Clip) throws -> TimeMap {
    let map = try MapFiles.map(arguments.value(of: MapCommand.map) ?? "", on: clip)
    return try clip.duration.map { try map.closed(at: $0) } ?? map
  }
}
