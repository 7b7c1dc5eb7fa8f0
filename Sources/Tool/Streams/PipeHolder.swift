import Streams

/// Holds bytes in a series of pipes. Linux moves pages into a pipe without copying them (`splice`). It shares pages
/// with another pipe by counting references (`tee`).
struct PipeHolder: ~Copyable {
  /// A pipe and the number of bytes in it.
  struct Part {
    let pipe: WidePipe
    var count = 0
  }

  /// The most pipes to create. Linux limits the pipe memory of a user, over all processes.
  private let limit: Int
  private var pipes: [WidePipe] = []
  /// The held bytes, in order. The parts use the first `parts.count` pipes; the other pipes are empty and ready.
  private(set) var parts: [Part] = []
  /// The pipe for copies. `tee` always begins at the front of its source, so a second call cannot continue the first.
  /// Therefore this pipe must have room for a whole part.
  private var scratch: WidePipe?

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { parts.isEmpty }

  /// Begins to hold bytes, with `head`. Nothing may be held before. Returns false, and holds nothing, if the head and
  /// `count` more bytes do not fit, or if no pipe can be created.
  mutating func begin(_ head: Span<UInt8>, expecting count: Int) -> Bool {
    let fits = head.count <= Linux.widePipe / 2 && (head.count + count) / Linux.widePipe < limit
    guard fits, makeScratch(), addPart() else { return false }
    do throws(StreamFailure) {
      try parts[0].pipe.write(head)
    } catch {
      // The pipe contains an unknown part of the head and cannot be used again.
      (parts, pipes) = ([], [])
      return false
    }
    parts[0].count = head.count
    return true
  }

  /// Adds the next `count` bytes of the source and returns how many it added. It adds fewer if the source ends or
  /// fails, or if there is no more room.
  mutating func take(_ count: Int, from source: Channel) -> Int {
    var taken = 0
    while taken < count, let arrived = takeMore(count - taken, from: source), arrived > 0 { taken += arrived }
    return taken
  }

  /// Adds at least one byte. Returns 0 at the end of the source, or nil if no more can be spliced. Waits only for the
  /// source: if the last pipe is full, adds another pipe.
  private mutating func takeMore(_ count: Int, from source: Channel) -> Int? {
    while true {
      do throws(SystemError) {
        let arrived = try parts[parts.count - 1].pipe.take(count, from: source)
        parts[parts.count - 1].count += arrived
        return arrived
      } catch {
        guard error.wouldBlock, (try? makeReady(source)) == true else { return nil }
      }
    }
  }

  /// Ensures that the next splice does not block: adds a pipe if the last one is full, otherwise waits for the source.
  /// Returns false if no further pipe can be created.
  private mutating func makeReady(_ source: Channel) throws(SystemError) -> Bool {
    guard try parts[parts.count - 1].pipe.hasRoom() else { return addPart() }
    try Linux.waitToRead(source.descriptor)
    return true
  }

  /// Copies the first bytes of a part to the scratch pipe: as many as one call of `tee` copies. Before the next copy,
  /// the caller must read this copy to its end.
  func copy(of part: Part) -> Part {
    guard let scratch else { preconditionFailure("nothing is held") }
    return Part(pipe: scratch, count: (try? part.pipe.copy(part.count, into: scratch)) ?? 0)
  }

  /// Forgets the parts, whose pipes are used again. The caller must have read all their bytes.
  mutating func forget() {
    parts.removeAll(keepingCapacity: true)
  }

  private mutating func makeScratch() -> Bool {
    if scratch == nil { scratch = try? WidePipe() }
    return scratch != nil
  }

  private mutating func addPart() -> Bool {
    if parts.count == pipes.count {
      guard pipes.count < limit, let pipe = try? WidePipe() else { return false }
      pipes.append(pipe)
    }
    parts.append(Part(pipe: pipes[parts.count]))
    return true
  }
}

/// An enlarged pipe with both ends in this process. Writing fails with EAGAIN when the pipe is full. Reading blocks, so
/// reading more bytes than the pipe holds would wait for ever.
final class WidePipe: ByteSource {
  let name = "a pipe of our own"
  private let ends: Linux.Pipe

  init() throws(SystemError) {
    ends = try Linux.pipe(called: name)
    try Linux.widen(pipe: ends.writing.number)
    try Linux.makeNonblocking(ends.writing.number)
  }

  var channel: Channel? { ends.reading.channel }

  func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    try ends.reading.read(into: &buffer)
  }

  func write(_ bytes: Span<UInt8>) throws(StreamFailure) {
    try ends.writing.write(bytes)
  }

  /// Whether the pipe can take more bytes. The number of bytes inside does not answer this: a pipe is full when all its
  /// pages are in use, and a page may hold few bytes.
  func hasRoom() throws(SystemError) -> Bool { try Linux.hasRoom(ends.writing.number) }

  /// Splices up to `count` bytes from the source into this pipe. Returns 0 at the end of the source. EAGAIN means that
  /// this pipe is full or, if the source is nonblocking, that no bytes have arrived.
  func take(_ count: Int, from source: Channel) throws(SystemError) -> Int {
    try Linux.splice(count, from: source.descriptor, to: ends.writing.number)
  }

  /// Copies up to `count` bytes from the front into another pipe; this pipe keeps them. Returns how many it copied.
  func copy(_ count: Int, into other: WidePipe) throws(SystemError) -> Int {
    try Linux.tee(count, from: ends.reading.number, to: other.ends.writing.number)
  }
}
