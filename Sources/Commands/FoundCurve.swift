import Tool
import Values
import Warp

/// The result of searching a film, such as silences, from which the map is made.
package struct FoundCurve {
  /// The options on the command line that ask for a search.
  let options: [Option]
  /// The words of all search options on the command line.
  package let words: [String]
  /// Silences and stills; nil without `--silence` and `--still`.
  let ranges: [Ranges.Range]?
  private let speech: FoundSpeech?
  /// The map onto the clock of another recording.
  private let alignment: TimeMap?
  /// Makes the map from the motion in the picture; nil without `--even motion`.
  private let motion: ((Clip) throws -> TimeMap)?

  /// Returns nil if no option asks for a search.
  ///
  /// - Parameters:
  ///   - parts: silences and stills in source time, as ffmpeg's detectors found them.
  ///   - paces: how fast each part of the sound can be played.
  ///   - points: how much the picture has changed up to each time.
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

  /// The options that search a film. Options in one list can be combined.
  private static func families(_ arguments: Arguments) -> [[Option]] {
    [[WarpCommand.silence, WarpCommand.still], [WarpCommand.speech], [WarpCommand.align]]
      + (EvenRequest.wantsMotion(arguments) ? [[MapCommand.even]] : [])
  }

  /// Refuses wrong options before the film is read.
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

  /// The map of speech, motion or an alignment; nil if ranges make the map.
  func map(on clip: Clip) throws -> TimeMap? {
    try speech?.map(on: clip) ?? motion?(clip) ?? aligned(on: clip)
  }

  /// The map of the alignment. It ends where the clip ends, if the duration of the clip is known.
  private func aligned(on clip: Clip) throws -> TimeMap? {
    try alignment.map { map in try clip.duration.map { try map.closed(at: $0) } ?? map }
  }
}
