import Found
import Tool
import Values
import Warp

/// The curve that a search of the film has found.
package struct FoundCurve {
  let family: CurveFamily
  /// The options on the command line that ask for the search.
  let options: [Option]
  /// The words of all search options on the command line.
  package let words: [String]
  /// Notes on options that found nothing.
  let notes: [String]

  /// Returns nil if no option asks for a search.
  package init?(_ arguments: Arguments, from evidence: Evidence, on clip: Clip) throws {
    guard let kind = try CurveKind.asked(arguments, isForFilm: true),
      let family = try Self.family(kind, arguments, from: evidence, on: clip)
    else { return nil }
    try CurveKind.refuseLeftovers(arguments, besides: kind)
    self.family = family
    options = kind.options.filter(arguments.contains)
    words = arguments.words(of: WarpCommand.searchOptions)
    notes = Self.fruitless.filter { kind, option, _ in
      arguments.contains(option) && !evidence.parts.contains { $0.kind == kind }
    }.map(\.2)
  }

  /// What to say if a search finds nothing.
  private static let fruitless: [(FoundPart.Kind, Option, String)] = [
    (
      .silence, WarpCommand.silence,
      "the sound is nowhere silent (--silence); raise --silence-level, lower --silence-length, or take --pauses"
    ),
    (.pause, WarpCommand.pauses, "there is no pause between words (--pauses); lower --silence-length"),
    (.still, WarpCommand.still, "the picture is nowhere still (--still)"),
  ]

  /// Returns nil for a kind that is not found in a film.
  private static func family(
    _ kind: CurveKind, _ arguments: Arguments, from evidence: Evidence, on clip: Clip
  ) throws -> CurveFamily? {
    switch kind {
    case .parts:
      .ranges(
        try CurveFamily.ranges(arguments, on: clip) { _ in try partRanges(arguments, in: evidence.parts, on: clip) })
    case .speech:
      .speech(
        evidence.paces, try SpeechRequest(arguments, try MapChanges(arguments, on: clip)).wish(on: clip))
    case .alignment: evidence.alignment.map { .table($0) } ?? .normal
    case .growth: try EvenRequest(arguments).family(through: evidence.growth, on: clip)
    // `--as-shot` becomes `--speed` before.
    case .shot, .curves, .constant, .speed, .speeds, .anchors, .ranges, .play, .scaleExpression, .integralExpression,
      .map,
      .even, .cues:
      nil
    }
  }

  /// The ranges of `--silence`, `--pauses` and `--still`.
  private static func partRanges(
    _ arguments: Arguments, in parts: [FoundPart], on clip: Clip
  ) throws -> [Ranges.Range] {
    let margin = try length(WarpCommand.margin, arguments) ?? usualMargin
    let asked: [(kind: FoundPart.Kind, option: Option, whole: String, advice: String)] = [
      (.silence, WarpCommand.silence, "the sound is silent throughout", otherTrack),
      (.pause, WarpCommand.pauses, "nobody speaks in the sound", otherTrack),
      (.still, WarpCommand.still, "the picture is still throughout", "write a speed instead of cut"),
    ]
    return try asked.flatMap { kind, option, whole, advice in
      guard let text = arguments.value(of: option) else { return [Ranges.Range]() }
      let pace = try CurveFamily.pace(text, of: option)
      let ranges = parts.filter { $0.kind == kind }.compactMap { $0.range(margin: margin, pace: pace, on: clip) }
      if pace == .cut, ranges.contains(where: { $0.start <= 0 && $0.end >= clip.duration ?? .infinity }) {
        throw Refusal.map("\(whole), so nothing would be left", at: "--\(option.name)", advice: advice)
      }
      return ranges
    }
  }

  private static let otherTrack = "write a speed instead of cut, or choose another track with --listen"

  private static func length(_ option: Option, _ arguments: Arguments) throws -> Double? {
    try arguments.value(of: option).map { text throws(Refusal) in
      do throws(Refusal) { return try TimeSyntax.seconds(text) } catch { throw error.within("--\(option.name)") }
    }
  }

  private static let usualMargin = 0.2

  /// The searches that the options ask for. Refuses wrong options before the film is read.
  package static func finders(_ arguments: Arguments) throws -> [Finder] {
    var finders: [Finder] = []
    if arguments.contains(WarpCommand.silence) { finders.append(try silences(arguments)) }
    if arguments.contains(WarpCommand.pauses) { finders.append(.pauses(length: try leastLength(arguments))) }
    if arguments.contains(WarpCommand.still) { finders.append(.stills) }
    if arguments.contains(WarpCommand.speech) { finders.append(.speech) }
    if let finder = EvenRequest.finder(arguments) { finders.append(finder) }
    if let reference = arguments.value(of: WarpCommand.align) { finders.append(.alignment(reference: reference)) }
    if arguments.contains(WarpCommand.silenceLevel), !arguments.contains(WarpCommand.silence) {
      throw Failure(.usage, "--silence-level needs --silence")
    }
    if arguments.contains(WarpCommand.silenceLength),
      ![WarpCommand.silence, WarpCommand.pauses].contains(where: arguments.contains)
    {
      throw Failure(.usage, "--silence-length needs --silence or --pauses")
    }
    if arguments.contains(WarpCommand.margin),
      !(WarpCommand.marginSearches + [MapCommand.words]).contains(where: arguments.contains)
    {
      throw Failure(.usage, "--\(WarpCommand.margin.name) needs --silence, --pauses, --still or --words")
    }
    try check(arguments)
    return finders
  }

  /// The sound tracks that are searched.
  package static func listening(_ arguments: Arguments, for finders: [Finder]) throws -> Listening {
    guard let text = arguments.value(of: WarpCommand.listen) else { return .kept }
    guard finders.contains(where: { $0.track == .sound }) else {
      throw Failure(.usage, "--listen needs --silence, --pauses, --speech or --align")
    }
    guard text == "all" else {
      return .track(try TrackSyntax.number(text, of: WarpCommand.listen, advice: "; for all tracks, write all"))
    }
    if let finder = finders.first(where: { $0.track == .sound && !$0.findsNoSpeech }) {
      throw Failure(.usage, "--listen all finds silences and pauses, not \(finder.noun); give the number of one track")
    }
    return .all
  }

  private static func silences(_ arguments: Arguments) throws -> Finder {
    let text = arguments.value(of: WarpCommand.silenceLevel) ?? "-35dB"
    let isDecibels = text.hasSuffix("dB")
    let number = NumberSyntax.parse(isDecibels ? String(text.dropLast(2)) : text)
    guard let number, isDecibels ? number <= 0 : (0...1).contains(number) else {
      let decibels = number.map { NumberSyntax.print(-abs($0)) } ?? "-35"
      throw Failure(
        .usage,
        "'\(text)' is not a sound level (--\(WarpCommand.silenceLevel.name)); write \(decibels)dB, "
          + "or a share of full scale such as 0.02")
    }
    return .silences(level: text, length: try leastLength(arguments))
  }

  /// The length of the shortest silence or pause, in seconds.
  private static func leastLength(_ arguments: Arguments) throws -> Double {
    try length(WarpCommand.silenceLength, arguments) ?? 0.5
  }

  private static func check(_ arguments: Arguments) throws {
    let kind = try CurveKind.asked(arguments, isForFilm: true)
    if kind == .speech { _ = try SpeechRequest(arguments) }
    if kind == .parts { _ = try partRanges(arguments, in: [], on: Clip()) }
    _ = try EvenRequest(arguments)
  }
}
