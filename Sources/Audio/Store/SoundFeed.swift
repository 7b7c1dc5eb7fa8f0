import Streams

/// The sample frames of an input, in order, whatever they come from.
///
/// A class behind a protocol: everything that reckons with samples is then the same code for every kind of source, and
/// one call for a thousand frames costs nothing.
package protocol SoundFeed: AnyObject {
  var format: SoundFormat { get }
  /// The byte of the input the first frame begins at.
  var payloadStart: Int { get }
  /// How many frames have been read.
  var frameCount: Int { get }
  /// What to report if the input broke off, once it has ended.
  var truncation: AudioError? { get }

  /// Fills `room` with frames and returns how many those are: fewer than it has room for where the input ends.
  func read(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int

  /// Passes over all that is left.
  func skipRest() throws(StreamFailure)
}

/// A reader as a feed.
package final class ReaderFeed<Source: ByteSource & ~Copyable>: SoundFeed {
  private var reader: SoundReader<Source>

  package init(_ reader: consuming SoundReader<Source>) { self.reader = reader }

  package var format: SoundFormat { reader.format }
  package var payloadStart: Int { reader.payloadStart }
  package var frameCount: Int { reader.frameCount }
  package var truncation: AudioError? { reader.truncation }

  package func read(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    try reader.read(into: &room)
  }

  package func skipRest() throws(StreamFailure) { try reader.skipRest() }
}
