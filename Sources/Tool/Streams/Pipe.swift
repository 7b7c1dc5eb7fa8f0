import Streams

/// A wide pipe with both ends in this process. To write never waits; to read more than is inside would wait for ever.
final class Pipe: ByteSource {
  let name = "a pipe of our own"
  private let readingEnd: Descriptor
  private let writingEnd: Descriptor
  private let reading: CInt
  private let writing: CInt

  init() throws(SystemError) {
    (reading, writing) = try Linux.pipe()
    readingEnd = Descriptor(reading, called: name)
    writingEnd = Descriptor(writing, called: name)
    try Linux.widen(pipe: writing)
    try Linux.neverWait(writing)
  }

  var channel: Channel? { readingEnd.channel }

  func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    try readingEnd.read(into: &buffer)
  }

  func write(_ bytes: Span<UInt8>) throws(StreamFailure) {
    try writingEnd.write(bytes)
  }

  /// Whether it can take more; its room is counted in pages, which need not be full, so bytes do not tell.
  func hasRoom() throws(SystemError) -> Bool { try Linux.hasRoom(writing) }

  /// Takes in up to `count` bytes. Zero is the end of the source; EAGAIN says that this pipe has no room or that nothing
  /// has come yet.
  func take(_ count: Int, from source: Channel) throws(SystemError) -> Int {
    try Linux.splice(count, from: source.descriptor, to: writing)
  }

  /// Puts the first `count` bytes inside into another pipe as well.
  func copy(_ count: Int, into other: Pipe) throws(SystemError) -> Int {
    try Linux.tee(count, from: reading, to: other.writing)
  }
}
