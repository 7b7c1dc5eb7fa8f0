import Streams
import Warp

/// The parts of a clip that a map shows, read one after the other from a command that prints the clip from any position
/// on. What lies between them is not printed.
///
/// Few commands seek exactly. A part is begun again from further back until the frame on screen at its start has
/// come, and the one before it where a window cuts into what plays backward, since frames are mixed with the next in
/// order of play; one more where pictures depend on the frames beside those they lie between. Parts are gone on with
/// until a frame has come that begins after their end, but for the last where the map shows nothing later and
/// pictures do not depend on what is beyond: so the frames that are shown are those of the whole clip, and on screen
/// for as long. That the frames are whole, and none is made up by a decoder that began between key frames, is for the
/// command to see to.
package final class ClipParts<Source: ByteSource & ~Copyable> {
  private let open: (_ from: Double, _ length: Double) throws(StreamFailure) -> Source
  private let close: (consuming Source, _ hasEnded: Bool) throws(StreamFailure) -> Void
  /// Whether the command prints more than it is asked for, which is then passed over.
  private let printsMore: Bool
  /// In source time, in order; the first is the one being read.
  private var parts: ArraySlice<ClosedRange<Double>>
  /// Whether frames after the last part are needed: outside of the window the map shows what comes there, or pictures
  /// depend on them.
  private let goesOn: Bool
  /// How many frames are needed that come before the one on screen at the start of a part.
  private let framesBefore: Int
  /// Whether two frames are needed that begin after the end of a part, not only one.
  private let looksAround: Bool
  /// How long after its part a run ends.
  private var tail = 1.0

  /// By how many seconds a run begins before its part at first: enough for the frame on screen there at ten frames a
  /// second or more. The second run begins so much earlier, the third four times that.
  private static var leads: (first: Double, second: Double) { (0.1, 2) }
  private static var longestTail: Double { 64 }

  /// - Parameters:
  ///   - window: of warped time; parts that are shown outside of it are not read.
  ///   - reach: how many seconds before and after what is shown have to be read too.
  ///   - looksAround: whether a picture between two frames depends on the frames beside them, too.
  ///   - isCutOff: whether the clip may go on after all that the map shows.
  ///   - printsMore: whether the command prints more than it is asked for, which is then passed over.
  ///   - open: runs the command for a part of the clip, given in seconds.
  ///   - close: ends the command, and throws if it has come to its end and has failed.
  package init(
    of map: TimeMap, within window: ClosedRange<Double> = 0...Double.infinity,
    lookingAround reach: Double = 0, looksAround: Bool = false,
    isCutOff: Bool = false, printsMore: Bool = false,
    opening open: @escaping (_ from: Double, _ length: Double) throws(StreamFailure) -> Source,
    closing close: @escaping (consuming Source, _ hasEnded: Bool) throws(StreamFailure) -> Void
  ) {
    self.open = open
    self.close = close
    self.printsMore = printsMore
    let shown = map.shownParts(within: window)
    parts = shown.map { $0.lowerBound - reach...$0.upperBound + reach }[...]
    goesOn = looksAround && isCutOff || shown.last?.upperBound != map.shownParts().last?.upperBound
    let looksBack = shown.first?.lowerBound != map.sourceRange.start && !map.neverReturns(within: window)
    framesBefore = (looksBack ? 1 : 0) + (looksAround ? 1 : 0)
    self.looksAround = looksAround
  }

  /// The reader of the first part.
  package func begin() throws(VideoError) -> FrameReader<Source> {
    guard let part = parts.first else { return try reader(from: 0, to: TimeSyntax.longest) }
    return try reader(of: part)
  }

  /// What follows a reader that is at its end; nil after the last part.
  ///
  /// - Parameters:
  ///   - last: the stamp of the last frame that came, in seconds. Later readers may bring frames up to it again.
  ///   - earlier: that of the frame before it.
  func next(after last: Double, _ earlier: Double) throws(VideoError) -> FrameReader<Source>? {
    guard parts.count > 1 || goesOn, let part = parts.first else { return nil }
    // The frame that is shown last is on screen until the next begins, which therefore has to come too.
    if (looksAround ? earlier : last) <= part.upperBound, tail < Self.longestTail {
      tail *= 4
      return try reader(from: max(0, last - 1), to: part.upperBound + tail)
    }
    tail = 1
    parts.removeFirst()
    guard let next = parts.first else { return nil }
    return try reader(of: next)
  }

  /// Ends the command of a reader that brings no more frames.
  func finish(_ reader: consuming FrameReader<Source>) throws(VideoError) {
    let hasEnded = !reader.goesOn
    do throws(StreamFailure) { try close(reader.intoSource(), hasEnded) } catch { throw .stream(error) }
  }

  private func reader(of part: ClosedRange<Double>) throws(VideoError) -> FrameReader<Source> {
    var lead = Self.leads.first
    // The first frame of the reader has to begin before this: at the start of the part or earlier.
    var limit = part.lowerBound.nextUp
    var missing = framesBefore
    while true {
      let from = max(0, min(limit, part.lowerBound) - lead)
      var reader = try reader(from: from, to: part.upperBound + 1)
      if from == 0 { return reader }
      let start = try first(of: &reader)?.stamp.flatMap { reader.format.seconds(atStamp: $0) }
      if let start, start < limit {
        guard missing > 0 else { return reader }
        (limit, missing) = (start, missing - 1)
      } else {
        lead = max(Self.leads.second, 4 * lead)
      }
    }
  }

  private func reader(from: Double, to end: Double) throws(VideoError) -> FrameReader<Source> {
    let length = min(end - from, TimeSyntax.longest)
    return try FrameReader(try opened(from, length), within: printsMore ? from..<from + length : nil)
  }

  private func opened(_ from: Double, _ length: Double) throws(VideoError) -> Source {
    do throws(StreamFailure) { return try open(from, length) } catch { throw .stream(error) }
  }

  /// The head of the first frame; nil if there is none: a seek may have gone beyond the end.
  private func first(of reader: inout FrameReader<Source>) throws(VideoError) -> FrameHead? {
    do throws(VideoError) { return try reader.peekFrame() } catch .noFrame { return nil }
  }
}
