import Tool
import Warp

/// What was found in a film and makes its map, in place of a family of curves.
package enum FoundCurve {
  case ranges(FoundRanges)
  case speech(FoundSpeech)

  /// Nil where nothing was to be found.
  ///
  /// - Parameters:
  ///   - parts: what detectors have found, in source time.
  ///   - paces: how fast each part of the sound can be played.
  package init?(_ arguments: Arguments, in parts: [FoundPart], _ paces: SpeechPaces, on clip: Clip) throws {
    try CurveFamily.refuseSeveral(arguments)
    let changes = try MapChanges(arguments, on: clip)
    if let speech = try FoundSpeech(arguments, paces, changes) {
      self = .speech(speech)
    } else if let ranges = try FoundRanges(arguments, in: parts, on: clip) {
      self = .ranges(ranges)
    } else {
      return nil
    }
  }

  /// Refuses what is wrong with the options, before the film is read.
  package static func check(_ arguments: Arguments) throws {
    _ = try FoundCurve(arguments, in: [], SpeechPaces(), on: Clip())
  }

  var ranges: [Ranges.Range]? {
    if case .ranges(let found) = self { found.ranges } else { nil }
  }

  func speechMap(on clip: Clip) throws -> TimeMap? {
    if case .speech(let found) = self { try found.map(on: clip) } else { nil }
  }
}
