import Streams

/// Holds bytes in a series of pipes. The kernel moves pages into a pipe without copying them (`splice`) and shares them
/// with another pipe by counting references (`tee`).
struct PipeHolder: ~Copyable {
  /// A pipe and the number of bytes in it.
  struct Part {
    let pipe: Pipe
    var count = 0
  }

  /// How many pipes there may be. Linux limits the memory a user has in pipes, over all processes.
  private let limit: Int
  private var pipes: [Pipe] = []
  /// What is held, in order. The parts use the first `parts.count` of the pipes; the others are empty and ready.
  private(set) var parts: [Part] = []
  /// The pipe that copies are made in. `tee` always begins at the front of its source, so a second call cannot continue
  /// the first: this pipe must have room for a whole part at once.
  private var scratch: Pipe?

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { parts.isEmpty }

  /// Begins to hold, with `head`. False, with nothing held, if the head and `count` more bytes cannot be held in the
  /// pipes allowed, or no pipe can be made. Nothing must be held before.
  mutating func begin(_ head: Span<UInt8>, expecting count: Int) -> Bool {
    let fits = head.count <= Linux.widePipe / 2 && (head.count + count) / Linux.widePipe < limit
    guard fits, makeScratch(), addPart() else { return false }
    do throws(StreamFailure) {
      try parts[0].pipe.write(head)
    } catch {
      // The pipe holds an unknown part of the head, so it cannot be used again.
      (parts, pipes) = ([], [])
      return false
    }
    parts[0].count = head.count
    return true
  }

  /// Adds the next `count` bytes of the source; fewer if the source ends, if it fails, or if there is no more room.
  /// Returns how many were added.
  mutating func take(_ count: Int, from source: Channel) -> Int {
    var taken = 0
    while taken < count, let arrived = takeMore(count - taken, from: source), arrived > 0 { taken += arrived }
    return taken
  }

  /// Adds at least one byte, or returns 0 at the end of the source, or nil if no more can be spliced. It waits only for
  /// the source: when the last pipe is full it adds another.
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

  /// Makes sure that the next splice need not wait: adds a pipe if the last is full, else waits for the source. False
  /// if a pipe is needed and cannot be had.
  private mutating func makeReady(_ source: Channel) throws(SystemError) -> Bool {
    guard try parts[parts.count - 1].pipe.hasRoom() else { return addPart() }
    try Linux.waitToRead(source.descriptor)
    return true
  }

  /// A copy of the first bytes of a part, in the scratch pipe: as many as `tee` copies in one call, which may be fewer
  /// than all. The caller must read the copy to its end before it asks for the next one.
  func copy(of part: Part) -> Part {
    guard let scratch else { preconditionFailure("nothing is held") }
    return Part(pipe: scratch, count: (try? part.pipe.copy(part.count, into: scratch)) ?? 0)
  }

  /// Forgets the parts. The caller must have read all their bytes: the pipes are used again.
  mutating func forget() {
    parts.removeAll(keepingCapacity: true)
  }

  private mutating func makeScratch() -> Bool {
    if scratch == nil { scratch = try? Pipe() }
    return scratch != nil
  }

  private mutating func addPart() -> Bool {
    if parts.count == pipes.count {
      guard pipes.count < limit, let pipe = try? Pipe() else { return false }
      pipes.append(pipe)
    }
    parts.append(Part(pipe: pipes[parts.count]))
    return true
  }
}

/// An enlarged pipe with both ends in this process. Its writing end never blocks: it fails with EAGAIN when the pipe is
/// full. Its reading end blocks, so reading more than is inside would wait for ever.
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
    try Linux.makeNonblocking(writing)
  }

  var channel: Channel? { readingEnd.channel }

  func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    try readingEnd.read(into: &buffer)
  }

  func write(_ bytes: Span<UInt8>) throws(StreamFailure) {
    try writingEnd.write(bytes)
  }

  /// Whether the pipe can take more. The number of bytes inside does not tell: a pipe is full when all its pages are in
  /// use, and a page in use may hold few bytes.
  func hasRoom() throws(SystemError) -> Bool { try Linux.hasRoom(writing) }

  /// Splices up to `count` bytes of the source into this pipe. 0 is the end of the source; EAGAIN means that this pipe
  /// is full or, if the source does not block, that nothing has arrived.
  func take(_ count: Int, from source: Channel) throws(SystemError) -> Int {
    try Linux.splice(count, from: source.descriptor, to: writing)
  }

  /// Copies the first `count` bytes, or fewer, into another pipe; this one keeps them. Returns how many were copied.
  func copy(_ count: Int, into other: Pipe) throws(SystemError) -> Int {
    try Linux.tee(count, from: reading, to: other.writing)
  }
}
