import Streams
import Values
import Warp

/// The parts of a clip that a map shows. A command that can print the clip from any position prints each part; the rest
/// of the clip is not printed.
///
/// Few commands seek exactly. A part is therefore read again from further back until the frame on screen at its start
/// has come. One frame before that is needed if only part of backward play is made, because each frame is mixed with
/// the next in playing order. Another one is needed if pictures depend on neighbouring frames (`looksAround`).
///
/// A part is read on until a frame begins after its end. The last part needs no such frame if the map shows nothing
/// later and pictures do not depend on later frames. The shown frames and their durations are thus those of the whole
/// clip. The command must not print frames that a decoder has made up after starting between keyframes.
package final class ClipParts {
  private let command: any ClipCommand
  /// The parts in source time, in order. The first is the one being read.
  private var parts: ArraySlice<ClosedRange<Double>>
  /// Whether frames after the last part are needed: the map shows later ones outside the window, or pictures depend on
  /// them.
  private let goesOn: Bool
  /// The number of frames needed before the one on screen at the start of a part.
  private let framesBefore: Int
  /// Whether two frames after the end of a part are needed, not only one.
  private let looksAround: Bool
  /// How long after the end of its part a run continues, in seconds.
  private var tail = 1.0

  /// How long before a part the first and the second run of the command for it begin, in seconds. Each later run
  /// begins four times as long before the part. At ten frames per second or more, the first run contains the frame on
  /// screen at the start of the part.
  private static var leads: (first: Double, second: Double) { (0.1, 2) }
  private static var longestTail: Double { 64 }

  /// - Parameters:
  ///   - crossfades: the soft joins of the map. They show more than the map does.
  ///   - window: the range of warped time. Parts that are shown only outside it are not read.
  ///   - reach: how many seconds before and after each shown part must also be read.
  ///   - looksAround: whether a picture between two frames also depends on the frames beside these two.
  ///   - isCutOff: whether the clip may continue after everything that the map shows.
  package init(
    of crossfades: Crossfades, within window: ClosedRange<Double> = 0...Double.infinity,
    lookingAround reach: Double = 0, looksAround: Bool = false, isCutOff: Bool = false,
    printedBy command: any ClipCommand
  ) {
    self.command = command
    let map = crossfades.extended
    let shown = map.shownParts(within: crossfades.extendedWindow(window))
    parts = shown.map { $0.lowerBound - reach...$0.upperBound + reach }[...]
    goesOn = looksAround && isCutOff || shown.last?.upperBound != map.shownParts().last?.upperBound
    let looksBack = shown.first?.lowerBound != map.sourceRange.start && !crossfades.map.neverReturns(within: window)
    framesBefore = (looksBack ? 1 : 0) + (looksAround ? 1 : 0)
    self.looksAround = looksAround
  }

  package func begin() throws(VideoError) -> FrameReader {
    guard let part = parts.first else { return try reader(from: 0, to: TimeSyntax.longest) }
    return try reader(of: part)
  }

  /// The reader after one that has ended; nil after the last part.
  ///
  /// - Parameters:
  ///   - last: the time of the last frame read, in seconds. Later readers may return frames up to it again.
  ///   - earlier: the time of the frame before it.
  func next(after last: Double, _ earlier: Double) throws(VideoError) -> FrameReader? {
    guard parts.count > 1 || goesOn, let part = parts.first else { return nil }
    // The last shown frame is on screen until the next one begins, so the next one is needed too.
    if (looksAround ? earlier : last) <= part.upperBound, tail < Self.longestTail {
      tail *= 4
      return try reader(from: max(0, last - 1), to: part.upperBound + tail)
    }
    tail = 1
    parts.removeFirst()
    guard let next = parts.first else { return nil }
    return try reader(of: next)
  }

  private func reader(of part: ClosedRange<Double>) throws(VideoError) -> FrameReader {
    var lead = Self.leads.first
    // The first frame must begin before this time, that is, at the start of the part or earlier.
    var limit = part.lowerBound.nextUp
    var missing = framesBefore
    while true {
      let from = max(0, min(limit, part.lowerBound) - lead)
      let reader = try reader(from: from, to: part.upperBound + 1)
      if from == 0 { return reader }
      let start = try first(of: reader)?.stamp.flatMap { reader.format.seconds(atStamp: $0) }
      if let start, start < limit {
        guard missing > 0 else { return reader }
        (limit, missing) = (start, missing - 1)
      } else {
        lead = max(Self.leads.second, 4 * lead)
      }
    }
  }

  private func reader(from: Double, to end: Double) throws(VideoError) -> FrameReader {
    try FrameReader(printedBy: command, from: from, for: min(end - from, TimeSyntax.longest))
  }

  /// The head of the first frame; nil if there is none because the seek went beyond the end.
  private func first(of reader: FrameReader) throws(VideoError) -> FrameHead? {
    do throws(VideoError) { return try reader.peekFrame() } catch .noFrame { return nil }
  }
}

extension FrameReader {
  /// Reads a run of a command, without what it prints beyond the part.
  convenience init(printedBy command: any ClipCommand, from: Double, for length: Double) throws(VideoError) {
    let source: any ByteSource
    do throws(StreamFailure) { source = try command.run(from: from, for: length) } catch { throw .stream(error) }
    try self.init(source, within: command.printsMore ? from..<from + length : nil)
  }
}
