import Tool
import Warp

/// What was found in a film and makes its map, in place of a family of curves.
package struct FoundCurve {
  /// The options that asked for it.
  let options: [Option]
  /// All that was typed to find it.
  package let words: [String]
  /// Silences and stills; nil where speech decides.
  let ranges: [Ranges.Range]?
  private let speech: FoundSpeech?

  /// Nil where nothing was to be found.
  ///
  /// - Parameters:
  ///   - parts: what detectors have found, in source time.
  ///   - paces: how fast each part of the sound can be played.
  package init?(_ arguments: Arguments, in parts: [FoundPart], _ paces: SpeechPaces, on clip: Clip) throws {
    try Self.refuseSeveral(arguments)
    options = [WarpCommand.silence, WarpCommand.still, WarpCommand.speech].filter(arguments.contains)
    words = arguments.words(of: WarpCommand.searchOptions)
    guard !options.isEmpty else { return nil }
    speech = try FoundSpeech(arguments, paces, try MapChanges(arguments, on: clip))
    ranges = try FoundRanges(arguments, in: parts, on: clip)?.ranges
  }

  /// Refuses what is wrong with the options, before the film is read.
  package static func check(_ arguments: Arguments) throws {
    try refuseSeveral(arguments)
    _ = try FoundSpeech(arguments, SpeechPaces(), nil)
    _ = try FoundRanges(arguments, in: [], on: Clip())
  }

  private static func refuseSeveral(_ arguments: Arguments) throws(Refusal) {
    let families = [[WarpCommand.silence, WarpCommand.still], [WarpCommand.speech]]
    let typed = families.map { $0.filter(arguments.contains) }.filter { !$0.isEmpty }
    try CurveFamily.refuseSeveral(arguments, found: typed)
  }

  func speechMap(on clip: Clip) throws -> TimeMap? { try speech?.map(on: clip) }
}
