/// Reads a stream that alternates small headers with large payloads.
///
/// It reads ahead a few hundred bytes at most, so that most of a payload is still in the source when its header has
/// been read, where the system can move it without looking at it. Calls that ask for several bytes return how many
/// came; fewer than asked for means that the stream ended among them.
package struct ByteInput<Source: ByteSource & ~Copyable>: ~Copyable {
  package static var lookAhead: Int { 512 }

  private var source: Source
  private var block = [UInt8](repeating: 0, count: Self.lookAhead)
  /// Which bytes of the block have been read but not yet handed out.
  private var pending = 0..<0

  /// How many bytes have been handed out: the place of the next one in the stream.
  package private(set) var position = 0

  package init(_ source: consuming Source) {
    self.source = source
  }

  /// Gives back the source; what was read ahead is gone.
  package consuming func intoSource() -> Source { source }

  /// How many bytes `takeBuffered` could give.
  package var buffered: Int { pending.count }

  /// The next byte, which stays the next; nil at the end of the stream.
  package mutating func peekByte() throws(StreamFailure) -> UInt8? {
    if pending.isEmpty {
      // Only once the read has come back, so that a failure leaves nothing pending.
      let arrived = try source.read(into: &block)
      pending = 0..<arrived
    }
    return pending.isEmpty ? nil : block[pending.lowerBound]
  }

  /// The next byte; nil at the end of the stream.
  package mutating func readByte() throws(StreamFailure) -> UInt8? {
    let byte = try peekByte()
    if byte != nil { advance(1) }
    return byte
  }

  /// Fills `room`, unless the stream ends first.
  package mutating func read(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    var count = 0
    while count < room.count {
      var rest = room._mutatingExtracting(count...)
      let arrived = try readSome(into: &rest)
      if arrived == 0 { break }
      count += arrived
    }
    return count
  }

  /// The next `count` bytes, or those there are.
  package mutating func read(_ count: Int) throws(StreamFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var room = bytes.mutableSpan
    let arrived = try read(into: &room)
    bytes.removeLast(count - arrived)
    return bytes
  }

  /// Passes over the next `count` bytes.
  package mutating func skip(_ count: Int) throws(StreamFailure) -> Int {
    var skipped = takeBuffered(atMost: count).count
    var scrap = [UInt8](repeating: 0, count: min(count - skipped, 64 * 1024))
    var room = scrap.mutableSpan
    while skipped < count {
      var part = room._mutatingExtracting(..<min(count - skipped, room.count))
      let arrived = try readSome(into: &part)
      if arrived == 0 { break }
      skipped += arrived
    }
    return skipped
  }

  /// The first bytes of what is to come, as many as have been read already.
  package mutating func takeBuffered(atMost limit: Int) -> [UInt8] {
    let taken = pending.prefix(limit)
    advance(taken.count)
    return Array(block[taken])
  }

  /// Lets somebody else take the next bytes from the source itself: once what is buffered has been taken, they are
  /// all there.
  ///
  /// - Parameter take: takes as many bytes as it is told, or those there are, and returns their number.
  package mutating func handOver(
    _ count: Int, to take: (Int, inout Source) throws(StreamFailure) -> Int
  ) throws(StreamFailure) -> Int {
    precondition(count == 0 || pending.isEmpty, "bytes that were read ahead would be passed over")
    let taken = try take(count, &source)
    position += taken
    return taken
  }

  /// At least one byte, or 0 at the end of the stream. What would not fit in the block goes straight to where it is
  /// wanted; less than that comes with what follows it.
  private mutating func readSome(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    if pending.isEmpty && room.count >= Self.lookAhead {
      let arrived = try source.read(into: &room)
      position += arrived
      return arrived
    }
    guard try peekByte() != nil else { return 0 }
    let count = min(pending.count, room.count)
    for index in 0..<count { room[index] = block[pending.lowerBound + index] }
    advance(count)
    return count
  }

  private mutating func advance(_ count: Int) {
    pending = pending.dropFirst(count)
    position += count
  }
}
