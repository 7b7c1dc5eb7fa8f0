import Streams

/// Delivers the sample frames of an input in order. The protocol hides the type of the source, so that users of a feed
/// need not be generic over it. One dynamic call for each thousand frames costs nothing measurable.
package protocol SoundFeed: AnyObject {
  var format: SoundFormat { get }
  /// The ranges of source samples that the feed delivers, in rising order. Borders between two parts are multiples of
  /// `SoundSupply.unitLength`.
  var parts: [Range<Int>] { get }
  /// The offset of the first frame in the input, in bytes.
  var payloadStart: Int { get }
  /// The number of sample frames read.
  var frameCount: Int { get }
  /// The error to report if the input ended too early. Valid once the input has ended.
  var truncation: AudioError? { get }
  /// The amounts of silence inserted and of samples dropped between packets. Valid at the end of the input.
  var seams: SoundSeams { get }

  /// Whether `frames` sample frames can be read without waiting, as far as the source knows.
  func has(_ frames: Int) -> Bool

  /// Begins a part. Must be called before its first sample is read, after all earlier parts have been read.
  func begin(_ part: Range<Int>) throws(StreamFailure)

  /// Fills `room` with whole sample frames, and returns their number. Returns fewer than fit only at the end of a part
  /// or of the input.
  func read(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int

  /// Reads the rest of the part and drops it.
  func skipRest() throws(StreamFailure)
}

extension SoundFeed {
  /// Samples without timestamps follow one another, so nothing is inserted or dropped.
  package var seams: SoundSeams { .none }
}

/// A feed that delivers a whole input, read by a `SoundReader`.
package final class ReaderFeed: SoundFeed {
  private let reader: SoundReader

  package let parts: [Range<Int>]

  /// - Parameter start: the number of the input's first sample.
  package init(_ reader: SoundReader, from start: Int = 0) {
    self.reader = reader
    parts = [start..<Int.max]
  }

  package func begin(_ part: Range<Int>) {}

  package var format: SoundFormat { reader.format }
  package var payloadStart: Int { reader.payloadStart }
  package var frameCount: Int { reader.frameCount }
  package var truncation: AudioError? { reader.truncation }

  package func read(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    try reader.read(into: &room)
  }

  package func has(_ frames: Int) -> Bool { reader.has(frames) }

  package func skipRest() throws(StreamFailure) { try reader.skipRest() }
}
