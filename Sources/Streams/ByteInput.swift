/// Reads a stream that alternates small headers with large payloads.
///
/// It reads ahead at most `lookAhead` bytes, so that when a header has been read most of its payload is still in the
/// source, from where the system can move it without copying. Calls that ask for several bytes return how many they
/// got: fewer than asked for means that the stream ended.
package struct ByteInput<Source: ByteSource & ~Copyable>: ~Copyable {
  package static var lookAhead: Int { 512 }

  private var source: Source
  private var block = [UInt8](repeating: 0, count: Self.lookAhead)
  /// The range of the block that has been read ahead and not yet handed out.
  private var pending = 0..<0

  /// How many bytes have been handed out, which is the offset of the next one in the stream.
  package private(set) var position = 0

  package init(_ source: consuming Source) {
    self.source = source
  }

  /// Returns the source. Bytes that were read ahead are lost.
  package consuming func intoSource() -> Source { source }

  /// Whether so many bytes can be read without waiting for them, as far as that is known.
  package func has(_ count: Int) -> Bool { count <= pending.count || source.has(count - pending.count) }

  /// How many bytes have been read ahead: as many as `takeBuffered` can return.
  package var buffered: Int { pending.count }

  /// The next byte, without taking it; nil at the end of the stream.
  package mutating func peekByte() throws(StreamFailure) -> UInt8? {
    if pending.isEmpty {
      // `pending` is set after the read has returned, so that it stays empty if the read throws.
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

  /// Fills `room`, or as much of it as there are bytes to the end of the stream.
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

  /// The next `count` bytes, or fewer at the end of the stream.
  package mutating func read(_ count: Int) throws(StreamFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var room = bytes.mutableSpan
    let arrived = try read(into: &room)
    bytes.removeLast(count - arrived)
    return bytes
  }

  /// Skips the next `count` bytes.
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

  /// Takes the next bytes that have been read ahead, at most `limit`.
  package mutating func takeBuffered(atMost limit: Int) -> [UInt8] {
    let taken = pending.prefix(limit)
    advance(taken.count)
    return Array(block[taken])
  }

  /// Lets the caller take the next `count` bytes from the source itself. Nothing may be read ahead, unless `count` is
  /// 0: take it first, with `takeBuffered`.
  ///
  /// - Parameter take: takes that many bytes of the source, or fewer at its end, and returns how many.
  package mutating func handOver(
    _ count: Int, to take: (Int, inout Source) throws(StreamFailure) -> Int
  ) throws(StreamFailure) -> Int {
    precondition(count == 0 || pending.isEmpty, "bytes that were read ahead would be passed over")
    let taken = try take(count, &source)
    position += taken
    return taken
  }

  /// Reads at least one byte, or returns 0 at the end of the stream. If `room` is at least as large as the block, it is
  /// read into directly; smaller reads go through the block, which may read ahead.
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
