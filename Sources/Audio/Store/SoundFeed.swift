import Streams

/// The sample frames of an input, in order, from any kind of source.
///
/// A protocol for classes, so that the code that uses it need not be generic over the source. The dynamic call per
/// thousand frames costs nothing measurable.
package protocol SoundFeed: AnyObject {
  var format: SoundFormat { get }
  /// Which samples of the source it brings, in rising order; after the first part each begins with a whole unit of
  /// `SoundSupply.unitLength`, and so ends each but the last.
  var parts: [Range<Int>] { get }
  /// The offset of the first frame in the input, in bytes.
  var payloadStart: Int { get }
  /// How many frames have been read.
  var frameCount: Int { get }
  /// The error to report if the input ended too early; to be asked once it has ended.
  var truncation: AudioError? { get }
  /// What has been made of packets that lie apart or overlap; to be asked at the end.
  var seams: SoundSeams { get }

  /// Whether so many frames can be read without waiting for them, as far as that is known.
  func has(_ frames: Int) -> Bool

  /// To be called before the first sample of a part is read, once all before it have been.
  func begin(_ part: Range<Int>) throws(StreamFailure)

  /// Fills `room` with whole frames of the part begun last and returns their number, which is smaller than there is room
  /// for only where the input ends.
  func read(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int

  /// Reads the rest of the part and drops it.
  func skipRest() throws(StreamFailure)
}

extension SoundFeed {
  /// Samples without timestamps follow one another, so nothing is inserted or dropped.
  package var seams: SoundSeams { .none }
}

/// The feed of a `SoundReader`: all of an input.
package final class ReaderFeed<Source: ByteSource & ~Copyable>: SoundFeed {
  private var reader: SoundReader<Source>

  package let parts: [Range<Int>]

  /// - Parameter start: the number of the input's first sample.
  package init(_ reader: consuming SoundReader<Source>, from start: Int = 0) {
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
