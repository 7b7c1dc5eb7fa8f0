/// Reads a stream that alternates small headers with large payloads. It reads ahead at most `lookAhead` bytes. After a
/// header, most of the payload is therefore still in the source, and the system can move it from there without copying.
/// A call that asks for several bytes returns fewer only at the end of the stream.
package struct ByteInput: ~Copyable {
  package static var lookAhead: Int { 512 }

  private let source: any ByteSource
  private var block = [UInt8](repeating: 0, count: Self.lookAhead)
  /// The part of `block` that has been read ahead and not yet returned.
  private var pending = 0..<0

  /// The offset in the stream of the next byte to return.
  package private(set) var position = 0

  package init(_ source: any ByteSource) { self.source = source }

  /// Ends the source. Bytes that were read ahead are lost.
  package func close(hasEnded: Bool) throws(StreamFailure) { try source.close(hasEnded: hasEnded) }

  /// Whether `count` bytes can be read without waiting, as far as the source knows.
  package func has(_ count: Int) -> Bool { count <= pending.count || source.has(count - pending.count) }

  /// The number of bytes that have been read ahead: the most that `takeBuffered` can return.
  package var buffered: Int { pending.count }

  /// Returns the next byte without consuming it; nil at the end of the stream.
  package mutating func peekByte() throws(StreamFailure) -> UInt8? {
    if pending.isEmpty {
      // `pending` is set after the read has returned, so that it stays empty if the read throws.
      let arrived = try source.read(into: &block)
      pending = 0..<arrived
    }
    return pending.isEmpty ? nil : block[pending.lowerBound]
  }

  /// Returns the next byte; nil at the end of the stream.
  package mutating func readByte() throws(StreamFailure) -> UInt8? {
    let byte = try peekByte()
    if byte != nil { advance(1) }
    return byte
  }

  /// Fills `room`, or the front of `room` if the stream ends first. Returns the number of bytes read.
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

  /// Returns the next `count` bytes, or fewer at the end of the stream.
  package mutating func read(_ count: Int) throws(StreamFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var room = bytes.mutableSpan
    let arrived = try read(into: &room)
    bytes.removeLast(count - arrived)
    return bytes
  }

  /// Skips the next `count` bytes and returns how many it skipped.
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

  /// Returns and consumes bytes that have been read ahead, at most `limit`.
  package mutating func takeBuffered(atMost limit: Int) -> [UInt8] {
    let taken = pending.prefix(limit)
    advance(taken.count)
    return Array(block[taken])
  }

  /// Lets `take` read the next `count` bytes from the source itself. Unless `count` is 0, the caller must first empty
  /// the read-ahead with `takeBuffered`.
  ///
  /// - Parameter take: takes `count` bytes from the source, or fewer at its end, and returns how many.
  package mutating func handOver(
    _ count: Int, to take: (Int, any ByteSource) throws(StreamFailure) -> Int
  ) throws(StreamFailure) -> Int {
    precondition(count == 0 || pending.isEmpty, "bytes that were read ahead would be passed over")
    let taken = try take(count, source)
    position += taken
    return taken
  }

  /// Reads at least one byte, or returns 0 at the end of the stream. If `room` is at least as large as the block, the
  /// bytes go directly into `room`. Otherwise they go through the block, which may read ahead.
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
