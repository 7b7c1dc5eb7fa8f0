/// Moves bytes by reading and writing them, between any source and any sink. It is the fallback of `SplicingMover` and
/// the reference that tests compare `SplicingMover` with.
package final class CopyingMover: Mover {
  /// Large enough that system calls cost little (measured: as fast as cat). Small enough that the block stays in the
  /// processor's cache between the read and the write.
  private static var blockSize: Int { 128 * 1024 }

  private var block: [UInt8] = []
  /// The first `heldCount` bytes are held. The rest is left over from larger holds and saves allocations.
  private var store: [UInt8] = []
  private var heldCount = 0

  package init() {}

  package func move<Sink: ByteSink & ~Copyable>(
    _ count: Int, from source: any ByteSource, to sink: inout Sink
  ) throws(StreamFailure) -> Int {
    var moved = 0
    while moved < count, case let arrived = try readBlock(atMost: count - moved, from: source), arrived > 0 {
      let block = block
      try sink.write(block.span.extracting(..<arrived))
      moved += arrived
    }
    return moved
  }

  package func discard(_ count: Int, from source: any ByteSource) throws(StreamFailure) -> Int {
    var discarded = 0
    while discarded < count, case let arrived = try readBlock(atMost: count - discarded, from: source), arrived > 0 {
      discarded += arrived
    }
    return discarded
  }

  /// Reads at most `count` bytes into the block: the bytes behind them belong to the next reader of the source.
  private func readBlock(atMost count: Int, from source: any ByteSource) throws(StreamFailure) -> Int {
    // Moved out of the object, because no span of a property outlives the access.
    var block: [UInt8] = []
    swap(&block, &self.block)
    defer { swap(&block, &self.block) }
    if block.isEmpty { block = [UInt8](repeating: 0, count: Self.blockSize) }
    var room = block.mutableSpan
    var part = room._mutatingExtracting(..<min(count, Self.blockSize))
    return try source.read(into: &part)
  }

  package func hold(_ head: Span<UInt8>, then count: Int, from source: any ByteSource) throws(StreamFailure) -> Int {
    drop()
    makeRoom(for: head.count)
    for index in head.indices { store[index] = head[index] }
    heldCount = head.count
    return try holdMore(count, from: source)
  }

  /// Appends the next `count` bytes of the source to the held bytes. Returns how many there were.
  package func holdMore(_ count: Int, from source: any ByteSource) throws(StreamFailure) -> Int {
    let end = heldCount + count
    while heldCount < end {
      // Grow by a block or by the number of bytes held so far. `count` is from a header, which may claim far more bytes
      // than the source has.
      makeRoom(for: min(end - heldCount, max(Self.blockSize, heldCount)))
      let arrived = try readHeld(upTo: min(end, store.count), from: source)
      if arrived == 0 { break }
      heldCount += arrived
    }
    return count - (end - heldCount)
  }

  private func readHeld(upTo end: Int, from source: any ByteSource) throws(StreamFailure) -> Int {
    let start = heldCount
    var store: [UInt8] = []
    swap(&store, &self.store)
    defer { swap(&store, &self.store) }
    var room = store.mutableSpan
    var part = room._mutatingExtracting(start..<end)
    return try source.read(into: &part)
  }

  private func makeRoom(for count: Int) {
    let missing = heldCount + count - store.count
    if missing > 0 { store += repeatElement(0, count: missing) }
  }

  package func drop() {
    heldCount = 0
  }

  package func emit<Sink: ByteSink & ~Copyable>(
    to sink: inout Sink, keeping: Bool
  ) throws(StreamFailure) {
    try emit(from: 0, to: &sink, keeping: keeping)
  }

  /// Writes the held bytes without the first `start`, which the caller has already written.
  package func emit<Sink: ByteSink & ~Copyable>(
    from start: Int, to sink: inout Sink, keeping: Bool
  ) throws(StreamFailure) {
    let store = store
    try sink.write(store.span.extracting(start..<heldCount))
    if !keeping { drop() }
  }

  package func unload(into room: inout MutableSpan<UInt8>) throws(StreamFailure) {
    precondition(room.count == heldCount, "there is another number of bytes held")
    for index in room.indices { room[index] = store[index] }
    drop()
  }
}
