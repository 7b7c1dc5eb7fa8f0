import Streams

/// Keeps bytes in a row of pipes, where they came without being copied and where the system can double them by
/// counting references.
struct PipeHolder: ~Copyable {
  /// What one of the pipes holds.
  struct Part {
    let pipe: Pipe
    var count = 0
  }

  /// How many pipes there may be. What a user may have in pipes is limited, all processes taken together.
  private let limit: Int
  private var pipes: [Pipe] = []
  /// What is held, in order; these are the first of the pipes.
  private(set) var parts: [Part] = []
  /// Where copies are made. To copy starts at the front of a pipe again each time, so there has to be room for all of it.
  private var scratch: Pipe?

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { parts.isEmpty }

  /// Starts with `head`, unless there cannot be pipes for it and `count` bytes more.
  mutating func begin(_ head: Span<UInt8>, expecting count: Int) -> Bool {
    let fits = head.count <= Linux.widePipe / 2 && (head.count + count) / Linux.widePipe < limit
    guard fits, makeScratch(), addPart() else { return false }
    do throws(StreamFailure) {
      try parts[0].pipe.write(head)
    } catch {
      // Nobody knows how much of the head is inside.
      (parts, pipes) = ([], [])
      return false
    }
    parts[0].count = head.count
    return true
  }

  /// Adds the next `count` bytes of the source, as far as it goes and as there is room.
  mutating func take(_ count: Int, from source: Channel) -> Int {
    var taken = 0
    while taken < count, let arrived = takeMore(count - taken, from: source), arrived > 0 { taken += arrived }
    return taken
  }

  /// Waits for bytes and for nothing else: a pipe that is full is followed by a new one. Nil if that is refused.
  private mutating func takeMore(_ count: Int, from source: Channel) -> Int? {
    while true {
      do throws(SystemError) {
        let arrived = try parts[parts.count - 1].pipe.take(count, from: source)
        parts[parts.count - 1].count += arrived
        return arrived
      } catch {
        guard error.isWait, (try? makeReady(source)) == true else { return nil }
      }
    }
  }

  /// False if there is no room and can be none.
  private mutating func makeReady(_ source: Channel) throws(SystemError) -> Bool {
    guard try parts[parts.count - 1].pipe.hasRoom() else { return addPart() }
    try Linux.waitToRead(source.descriptor)
    return true
  }

  /// A copy of as much of a part as the system is willing to copy, to be read to its end before the next is asked for.
  func copy(of part: Part) -> Part {
    guard let scratch else { preconditionFailure("nothing is held") }
    return Part(pipe: scratch, count: (try? part.pipe.copy(part.count, into: scratch)) ?? 0)
  }

  /// Holds nothing any more; the pipes themselves have been read empty.
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
