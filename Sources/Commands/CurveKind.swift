import Streams
import Tool
import Values

/// A kind of curve: the options that ask for it, and the options that refine it. A command may ask for one kind only.
enum CurveKind: CaseIterable {
  // Found in the film.
  case shot, parts, speech, alignment, growth
  // Typed, or read from files.
  case curves, constant, speed, speeds, anchors, ranges, play, scaleExpression, integralExpression, map, even, cues

  /// Each of these options asks for the kind.
  var options: [Option] {
    switch self {
    case .shot: [WarpCommand.asShot]
    case .parts: [WarpCommand.silence, WarpCommand.pauses, WarpCommand.still]
    case .speech: [WarpCommand.speech]
    case .alignment: [WarpCommand.align]
    case .curves: [MapCommand.curve, MapCommand.curves]
    case .constant: [MapCommand.constant]
    case .speed: [MapCommand.speed]
    case .speeds: [MapCommand.speeds]
    case .anchors: [MapCommand.anchor, MapCommand.anchors]
    case .ranges: [MapCommand.ranges]
    case .play: [MapCommand.play]
    case .scaleExpression: [MapCommand.scaleExpression]
    case .integralExpression: [MapCommand.integralExpression]
    case .map: [MapCommand.map]
    case .growth, .even: [MapCommand.even]
    case .cues: [MapCommand.fromCues]
    }
  }

  /// These options need one of `options`.
  var details: [Option] {
    switch self {
    case .parts:
      [
        WarpCommand.silenceLevel, WarpCommand.silenceLength, WarpCommand.margin, MapCommand.rangeEase,
        MapCommand.elseSpeed,
      ]
    case .anchors: [MapCommand.anchorEasing.option, MapCommand.tempo]
    case .ranges: [MapCommand.rangeSpeed, MapCommand.rangeMargin, MapCommand.rangeEase, MapCommand.elseSpeed]
    case .growth, .even: Array(MapCommand.evenOptions.dropFirst())
    case .cues: [MapCommand.toCues, MapCommand.speedLimits]
    case .shot, .speech, .alignment, .curves, .constant, .speed, .speeds, .play, .scaleExpression, .integralExpression,
      .map:
      []
    }
  }

  /// Whether `warp-film` finds the curve in the film.
  private var isFound: Bool {
    switch self {
    case .shot, .parts, .speech, .alignment, .growth: true
    case .curves, .constant, .speed, .speeds, .anchors, .ranges, .play, .scaleExpression, .integralExpression, .map,
      .even, .cues:
      false
    }
  }

  /// The kind that the options ask for; nil if they ask for none. Refuses several kinds.
  ///
  /// - Parameter isForFilm: whether a film can be searched.
  static func asked(_ arguments: Arguments, isForFilm: Bool) throws(Refusal) -> CurveKind? {
    let asked = allCases.filter { $0.isAsked(arguments, isForFilm: isForFilm) }
    guard asked.count < 2 else { throw several(asked, arguments) }
    return asked.first
  }

  private func isAsked(_ arguments: Arguments, isForFilm: Bool) -> Bool {
    let measuresFilm = isForFilm && EvenRequest.finder(arguments) != nil
    return switch self {
    case .growth: measuresFilm
    case .even where measuresFilm: false
    default: arguments.occurrences.contains { options.contains($0.option) }
    }
  }

  private static func several(_ asked: [CurveKind], _ arguments: Arguments) -> Refusal {
    func place(_ kind: CurveKind) -> Int {
      arguments.occurrences.firstIndex { kind.options.contains($0.option) } ?? 0
    }
    let names = asked.flatMap { kind in kind.options.filter { arguments.words(of: [$0]) != [] } }.map { "--\($0.name)" }
    let problem = "\(names.joined(separator: " and ")) do not go together"
    // What is found in the film applies first, then the rest in the order typed.
    let (found, typed) = (asked.filter(\.isFound), asked.filter { !$0.isFound })
    guard found.count < 2 else { return .usage(problem, advice: "choose one kind of curve") }
    let words = (found + typed.sorted { place($0) < place($1) }).map {
      ShellWords.quotedForSh(arguments.words(of: $0.options + $0.details))
    }
    let following = words.dropFirst().map { "--then \(ShellWords.quotedForSh($0))" }
    return .usage(
      problem, advice: "to apply one after the other, write \(([words[0]] + following).joined(separator: " "))")
  }

  /// Refuses options that refine another kind than the one asked for.
  static func refuseLeftovers(_ arguments: Arguments, besides asked: CurveKind?) throws(Refusal) {
    if arguments.contains(MapCommand.tempo), arguments.contains(MapCommand.anchor) {
      throw .usage(
        "--tempo and --anchor do not go together", advice: "--tempo takes all anchors from the beats of --anchors")
    }
    for kind in allCases where kind != asked && !kind.isFound {
      for option in kind.details where arguments.contains(option) && asked?.details.contains(option) != true {
        let isTempo = option == MapCommand.tempo
        let kinds = allCases.filter { !$0.isFound && $0.details.contains(option) }
        let needed = isTempo ? [MapCommand.anchors] : kinds.map { $0.options[0] }
        throw .usage(
          "--\(option.name) needs \(needed.map { "--\($0.name)" }.joined(separator: " or "))",
          advice: isTempo ? "for twice the speed, write --speed 2x" : nil)
      }
    }
  }
}
