import Streams

/// Moves bytes with `splice`, which moves pages instead of copying bytes, if one of the ends is a pipe.
///
/// Bytes that cannot be spliced are copied. The reason for a failed splice does not matter, because a failed call has
/// moved nothing. If an end is really broken, reading or writing fails too, and names that end.
package final class SplicingMover: Mover {
  private let smallestSplice: Int
  private let copying = CopyingMover()
  private var holder: PipeHolder
  /// `/dev/null`, where discarded bytes are spliced to. If it cannot be opened, they are read and dropped.
  private var null = try? Linux.null()

  /// - Parameters:
  ///   - holdingPipes: the most pipes of 1 MiB to hold bytes in; memory holds the rest. The default is half of the 64
  ///     MiB that Linux allows an unprivileged user.
  ///   - smallestSplice: smaller amounts are copied, so that sinks can collect them into blocks.
  package init(holdingPipes: Int = 32, smallestSplice: Int = 16 * 1024) {
    holder = PipeHolder(limit: holdingPipes)
    self.smallestSplice = smallestSplice
  }

  package func move<Sink: ByteSink & ~Copyable>(
    _ count: Int, from source: any ByteSource, to sink: inout Sink
  ) throws(StreamFailure) -> Int {
    if count < smallestSplice { return try copying.move(count, from: source, to: &sink) }
    // The sink has collected earlier bytes, which must be written before the spliced bytes.
    try sink.flush()
    let moved = splice(count, from: source.channel, to: sink.channel)
    return moved + (try copying.move(count - moved, from: source, to: &sink))
  }

  package func discard(_ count: Int, from source: any ByteSource) throws(StreamFailure) -> Int {
    let discarded = discard(count, from: source.channel)
    return discarded + (try copying.discard(count - discarded, from: source))
  }

  private func discard(_ count: Int, from source: Channel?) -> Int {
    guard let source, source.kind == .regularFile else { return splice(count, from: source, to: null?.channel) }
    return (try? Linux.skip(count, in: source.descriptor)) ?? 0
  }

  /// Splices until `count` bytes have been moved, the source ends or a call fails. Returns the number of bytes moved,
  /// which is 0 if neither end is a pipe.
  private func splice(_ count: Int, from source: Channel?, to sink: Channel?) -> Int {
    guard let source, let sink, source.kind == .pipe || sink.kind == .pipe else { return 0 }
    var moved = 0
    while moved < count,
      let arrived = try? Linux.spliceWhenReady(count - moved, from: source.descriptor, to: sink.descriptor),
      arrived > 0
    { moved += arrived }
    return moved
  }

  package func hold(_ head: Span<UInt8>, then count: Int, from source: any ByteSource) throws(StreamFailure) -> Int {
    try drop()
    guard count >= smallestSplice, let channel = source.channel, holder.begin(head, expecting: count) else {
      return try copying.hold(head, then: count, from: source)
    }
    let taken = holder.take(count, from: channel)
    if taken == count { return count }
    try moveToMemory()
    return taken + (try copying.holdMore(count - taken, from: source))
  }

  private func drop() throws(StreamFailure) {
    copying.drop()
    for part in holder.parts {
      _ = try discard(part.count, from: part.pipe)
    }
    holder.forget()
  }

  private func moveToMemory() throws(StreamFailure) {
    for part in holder.parts {
      _ = try copying.holdMore(part.count, from: part.pipe)
    }
    holder.forget()
  }

  package func emit<Sink: ByteSink & ~Copyable>(
    to sink: inout Sink, keeping: Bool
  ) throws(StreamFailure) {
    if holder.isEmpty { return try copying.emit(to: &sink, keeping: keeping) }
    var written = 0
    for part in holder.parts {
      let copy = keeping ? holder.copy(of: part) : part
      written += try move(copy.count, from: copy.pipe, to: &sink)
      guard copy.count == part.count else {
        try moveToMemory()
        return try copying.emit(from: written, to: &sink, keeping: true)
      }
    }
    if !keeping { holder.forget() }
  }

  package func unload(into room: inout MutableSpan<UInt8>) throws(StreamFailure) {
    if holder.isEmpty { return try copying.unload(into: &room) }
    var filled = 0
    for part in holder.parts {
      let end = filled + part.count
      while filled < end {
        var rest = room._mutatingExtracting(filled..<end)
        filled += try part.pipe.read(into: &rest)
      }
    }
    holder.forget()
  }
}
