import Streams

/// Reads y4m or NUT, told apart by their first bytes: frame by frame, and of each first its head and then its samples.
///
/// After a head from `nextFrame()` exactly one of `readPayload`, `skipPayload` and `movePayload` is due. They return
/// false where the input ends inside the frame, which leaves nothing more to be read; `truncation` is the error then.
package struct FrameReader<Source: ByteSource & ~Copyable>: ~Copyable {
  package let container: Container
  package let format: StreamFormat
  /// How many frames came whole.
  package private(set) var frameCount = 0

  private var input: ByteInput<Source>
  private var reader: any ContainerReader
  /// The frame whose samples are due.
  private var current: FrameHead?

  package init(_ source: consuming Source) throws(VideoError) {
    var input = ByteInput(source)
    switch try input.nextByte() {
    case nil: throw .empty
    case Y4MHeader.magic.first: (container, reader) = (.y4m, try Y4MReader(&input))
    case NUTReader.magic.first: (container, reader) = (.nut, try NUTReader(&input))
    default: throw .malformed("this is neither y4m nor NUT", byte: 0)
    }
    format = reader.format
    self.input = input
  }

  /// Gives back what the stream was read from.
  package consuming func intoSource() -> Source { input.intoSource() }

  /// How far the input has been read, in bytes.
  package var position: Int { input.position }

  /// The next frame, or nil where the input ends between frames.
  package mutating func nextFrame() throws(VideoError) -> FrameHead? {
    precondition(current == nil, "the samples of the frame before have not been taken")
    current = try reader.nextFrame(&input)
    return current
  }

  /// Puts the samples into `room`, which is as large as a frame.
  package mutating func readPayload(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool {
    precondition(room.count == format.layout.frameBytes, "a frame is not of that size")
    let elided = takeCurrent().elided
    for index in elided.indices { room[index] = elided[index] }
    var rest = room._mutatingExtracting(elided.count...)
    return complete(try input.read(into: &rest), of: rest.count)
  }

  package mutating func skipPayload() throws(StreamFailure) -> Bool {
    let count = format.layout.frameBytes - takeCurrent().elided.count
    return complete(try input.skip(count), of: count)
  }

  /// Leaves the samples to somebody who can move them without looking at them.
  ///
  /// - Parameter move: is given the first samples, which have been read already, the number of bytes that follow them in the
  ///   source, and the source. It takes as many, or those there are, and returns their number.
  package mutating func movePayload(
    _ move: (_ head: Span<UInt8>, _ count: Int, _ source: inout Source) throws(StreamFailure) -> Int
  ) throws(StreamFailure) -> Bool {
    let elided = takeCurrent().elided
    let head = elided + input.takeBuffered(atMost: format.layout.frameBytes - elided.count)
    let count = format.layout.frameBytes - head.count
    let moved = try input.handOver(count) { (count, source) throws(StreamFailure) in
      try move(head.span, count, &source)
    }
    return complete(moved, of: count)
  }

  /// What to report when a frame turned out not to be whole.
  package var truncation: VideoError { .truncated("frame \(frameCount)", byte: position) }

  private mutating func takeCurrent() -> FrameHead {
    guard let head = current.take() else { preconditionFailure("no frame's samples are due") }
    return head
  }

  private mutating func complete(_ count: Int, of due: Int) -> Bool {
    if count == due { frameCount += 1 }
    return count == due
  }
}
