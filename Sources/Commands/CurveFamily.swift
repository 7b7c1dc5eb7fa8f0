import Tool
import Warp

/// The map of the one family of curves that was typed; if none was, the map at scale 1.
struct CurveFamily {
  let map: TimeMap
  /// The curves on their ranges, where the family is --curve and --curves; nil otherwise.
  let components: Components?

  init(_ arguments: Arguments, on clip: Clip) throws {
    let given = Self.all.filter { $0.options.contains(where: arguments.contains) }
    if given.count > 1 {
      let names = given.flatMap(\.options).filter(arguments.contains).map { "--\($0.name)" }
      throw Refusal.usage(
        "\(names.joined(separator: " and ")) do not go together", advice: "choose one family of curve")
    }
    if arguments.contains(MapCommand.anchorEasing.option), !arguments.contains(MapCommand.anchor) {
      throw Refusal.usage("--anchor-easing needs --anchor")
    }
    components = try Self.components(arguments, on: clip)
    map = try components?.map() ?? (given.first ?? .identity).make(arguments, clip)
  }

  /// Options that make a map together, and how they do.
  private struct Family {
    let options: [Option]
    let make: (Arguments, Clip) throws -> TimeMap

    static var identity: Family { Family(options: []) { _, clip in try TimeMap(scale: 1, duration: clip.duration) } }
  }

  /// One row for each family; `make` is called only if one of its options was typed. The row of --curve is there to be
  /// counted: its map is made by `components`, which is kept for the plot.
  private static var all: [Family] {
    [
      Family(options: [MapCommand.curve, MapCommand.curves], make: Family.identity.make),
      Family(options: [MapCommand.constant], make: constant),
      Family(options: [MapCommand.speed], make: speed),
      Family(options: [MapCommand.anchor], make: anchors),
      Family(options: [MapCommand.play], make: playList),
      Family(options: [MapCommand.scaleExpression], make: scaleExpression),
      Family(options: [MapCommand.integralExpression], make: integralExpression),
      Family(options: [MapCommand.map], make: table),
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
      throw Refusal.usage(
        "'\(text)' is not a scale", at: "--constant",
        advice: "write a number above 0 and at most \(NumberSyntax.print(Curve.largestFactor)); 2 takes twice as long")
    }
    return try TimeMap(scale: scale, duration: clip.duration)
  }

  private static func speed(_ arguments: Arguments, _ clip: Clip) throws -> TimeMap {
    try SpeedSyntax.keys(arguments.value(of: MapCommand.speed) ?? "", on: clip).map(duration: clip.duration)
  }

  private static func anchors(_ arguments: Arguments, _ clip: Clip) throws -> TimeMap {
    let anchors = try arguments.values(of: MapCommand.anchor).map { try AnchorSyntax.parse($0, on: clip) }
    let easing = try MapCommand.anchorEasing.choice(arguments) ?? .linear
    return try Anchors(anchors, easing: easing).map(duration: clip.duration)
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

  /// Where the clip's length is given, it closes the open end of a table.
  private static func table(_ arguments: Arguments, _ clip: Clip) throws -> TimeMap {
    let map = try MapFiles.map(arguments.value(of: MapCommand.map) ?? "")
    return try clip.duration.map { try map.closed(at: $0) } ?? map
  }
}
