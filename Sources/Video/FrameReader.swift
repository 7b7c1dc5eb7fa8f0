import Streams

/// Reads y4m or NUT, told apart by their first bytes: frame by frame, and of each first its head and then its samples.
///
/// After each head from `nextFrame()` exactly one of `readPayload`, `skipPayload` and `movePayload` has to be called.
/// They return false where the input ends inside the frame; then nothing more can be read, and `truncation` is the
/// error.
package struct FrameReader<Source: ByteSource & ~Copyable>: ~Copyable {
  package let container: Container
  package let format: StreamFormat
  /// How many frames came whole; those that were passed over do not count.
  package private(set) var frameCount = 0

  private var input: ByteInput<Source>
  /// Of which frames are wanted, in seconds.
  private let times: Range<Double>?
  /// Whether a frame has come that is later than those that are wanted: then more may follow, and no more is read.
  package private(set) var goesOn = false
  private var reader: any ContainerReader
  /// The frame whose head has been read and whose samples have not.
  private var current: FrameHead?
  /// The next frame, where `peekFrame` has been asked for it.
  private var peeked: FrameHead?

  /// - Parameter times: the timestamps of the frames to read, in seconds. Earlier frames are skipped; the first later
  ///   frame ends reading.
  package init(_ source: consuming Source, within times: Range<Double>? = nil) throws(VideoError) {
    var input = ByteInput(source)
    guard let byte = try input.peekedByte() else { throw .empty }
    guard let container = Container(firstByte: byte) else {
      throw .malformed(Container.unknown, byte: 0)
    }
    try self.init(input, container, within: times)
  }

  /// The input's header has not been read yet.
  init(
    _ input: consuming ByteInput<Source>, _ container: Container, within times: Range<Double>? = nil
  ) throws(VideoError) {
    let reader = try container.reader(&input)
    self.init(input, container, reader, within: times)
  }

  /// The input's header has been read by `reader`.
  init(
    _ input: consuming ByteInput<Source>, _ container: Container, _ reader: any ContainerReader,
    within times: Range<Double>? = nil
  ) {
    self.container = container
    self.reader = reader
    format = reader.format
    self.input = input
    self.times = times
  }

  /// Ends reading, and returns what the stream was read from.
  package consuming func intoSource() -> Source { input.intoSource() }

  /// Whether bytes of the input have been read that no frame has taken.
  var hasReadAhead: Bool { input.buffered > 0 }

  /// How many bytes of the input have been read.
  package var position: Int { input.position }

  /// The next frame, or nil where the input ends between frames.
  package mutating func nextFrame() throws(VideoError) -> FrameHead? {
    precondition(current == nil, "the samples of the frame before have not been taken")
    let ready = peeked.take()
    current = if let ready { ready } else { try nextWanted() }
    return current
  }

  /// The frame that `nextFrame` is going to return.
  mutating func peekFrame() throws(VideoError) -> FrameHead? {
    precondition(current == nil, "the samples of the frame before have not been taken")
    if peeked == nil { peeked = try nextWanted() }
    return peeked
  }

  private mutating func nextWanted() throws(VideoError) -> FrameHead? {
    while !goesOn, let head = try reader.nextFrame(&input) {
      guard let times, let time = head.stamp.flatMap(format.seconds(atStamp:)), !times.contains(time) else {
        return head
      }
      goesOn = time >= times.upperBound
      if goesOn { break }
      current = head
      let isWhole: Bool
      do throws(StreamFailure) { isWhole = try skipPayload() } catch { throw .stream(error) }
      guard isWhole else { throw truncation }
      frameCount -= 1
    }
    return nil
  }

  /// Reads the samples into `room`, which is as large as a frame.
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

  /// Has `move` take the samples from the source, so that the system can move them without copying.
  ///
  /// - Parameter move: is given the first bytes of the samples, which have been read already, the number of bytes that
  ///   follow them in the source, and the source. It takes so many bytes, or fewer where the source ends, and returns how
  ///   many it took.
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

  /// The error to report once a payload call has returned false.
  package var truncation: VideoError { .truncated("frame \(frameCount)", byte: position) }

  private mutating func takeCurrent() -> FrameHead {
    guard let head = current.take() else { preconditionFailure("no head has been read") }
    return head
  }

  private mutating func complete(_ count: Int, of due: Int) -> Bool {
    if count == due { frameCount += 1 }
    return count == due
  }
}
