import Tool
import Warp

/// What was found in a film and makes its map, in place of a family of curves.
package struct FoundCurve {
  /// The options that asked for it.
  let options: [Option]
  /// All that was typed to find it.
  package let words: [String]
  /// Silences and stills; nil without --silence and --still.
  let ranges: [Ranges.Range]?
  private let speech: FoundSpeech?
  /// The map onto the clock of another recording.
  private let alignment: TimeMap?
  /// How the motion in the picture makes the map; nil where it does not.
  private let motion: ((Clip) throws -> TimeMap)?

  /// Nil where nothing was to be found.
  ///
  /// - Parameters:
  ///   - parts: what detectors have found, in source time.
  ///   - paces: how fast each part of the sound can be played.
  ///   - points: how much the picture has changed.
  ///   - alignment: the map onto the clock of another recording.
  package init?(
    _ arguments: Arguments, in parts: [FoundPart], _ paces: SpeechPaces, moving points: [EvenCurve.Point] = [],
    aligned alignment: TimeMap? = nil, on clip: Clip
  ) throws {
    try Self.refuseSeveral(arguments)
    options = Self.families(arguments).joined().filter(arguments.contains)
    words = arguments.words(of: WarpCommand.searchOptions)
    guard !options.isEmpty else { return nil }
    speech = try FoundSpeech(arguments, paces, try MapChanges(arguments, on: clip))
    ranges = try FoundRanges(arguments, in: parts, on: clip)?.ranges
    self.alignment = alignment
    let request = try EvenRequest.wantsMotion(arguments) ? EvenRequest(arguments) : nil
    motion = request.map { request in { clip in try request.map(through: points, on: clip) } }
  }

  /// What may be found in a film, by the options that ask for it.
  private static func families(_ arguments: Arguments) -> [[Option]] {
    [[WarpCommand.silence, WarpCommand.still], [WarpCommand.speech], [WarpCommand.align]]
      + (EvenRequest.wantsMotion(arguments) ? [[MapCommand.even]] : [])
  }

  /// Refuses what is wrong with the options, before the film is read.
  package static func check(_ arguments: Arguments) throws {
    try refuseSeveral(arguments)
    _ = try FoundSpeech(arguments, SpeechPaces(), nil)
    _ = try FoundRanges(arguments, in: [], on: Clip())
    _ = try EvenRequest(arguments)
  }

  private static func refuseSeveral(_ arguments: Arguments) throws(Refusal) {
    let typed = families(arguments).map { $0.filter(arguments.contains) }.filter { !$0.isEmpty }
    try CurveFamily.refuseSeveral(arguments, found: typed)
  }

  /// The map of speech, motion or an alignment; nil where ranges make the map.
  func map(on clip: Clip) throws -> TimeMap? {
    try speech?.map(on: clip) ?? motion?(clip) ?? aligned(on: clip)
  }

  /// The alignment up to the end of the clip.
  private func aligned(on clip: Clip) throws -> TimeMap? {
    try alignment.map { map in try clip.duration.map { try map.closed(at: $0) } ?? map }
  }
}
