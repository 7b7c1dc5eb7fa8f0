import Streams
import Values

/// Reads y4m or NUT frame by frame: first the head of a frame, then its samples. The first byte tells the container.
///
/// After each head from `nextFrame()`, exactly one of `readPayload`, `skipPayload` and `movePayload` must be called.
/// They return false if the input ends inside the frame. After that nothing can be read, and `truncation` is the error.
package final class FrameReader {
  package let container: Container
  package let format: StreamFormat
  /// The number of complete frames read. Frames outside `times` do not count.
  package private(set) var frameCount = 0

  private var input: ByteInput
  /// The timestamps of the frames to read, in seconds; nil for all frames.
  private let times: Range<Double>?
  /// Whether a frame later than `times` has come. Reading then ends, although more frames may follow.
  package private(set) var goesOn = false
  private var reader: any ContainerReader
  /// The frame whose head has been read and whose samples have not.
  private var current: FrameHead?
  /// The next frame, if `peekFrame` has read its head.
  private var peeked: FrameHead?

  /// - Parameter times: the timestamps of the frames to read, in seconds. Earlier frames are skipped; the first later
  ///   frame ends reading.
  package convenience init(_ source: any ByteSource, within times: Range<Double>? = nil) throws(VideoError) {
    var input = ByteInput(source)
    guard let byte = try input.peekedByte() else { throw .empty }
    guard let container = Container(firstByte: byte) else {
      throw .malformed(Container.unknown, byte: 0)
    }
    try self.init(input, container, within: times)
  }

  /// Begins with an input whose header has not been read yet.
  convenience init(
    _ input: consuming ByteInput, _ container: Container, within times: Range<Double>? = nil
  ) throws(VideoError) {
    let reader = try container.reader(&input)
    self.init(input, container, reader, within: times)
  }

  /// Begins with an input whose header `reader` has read.
  init(
    _ input: consuming ByteInput, _ container: Container, _ reader: any ContainerReader,
    within times: Range<Double>? = nil
  ) {
    self.container = container
    self.reader = reader
    format = reader.format
    self.input = input
    self.times = times
  }

  /// Ends reading, and the source with it.
  package func close() throws(VideoError) {
    do throws(StreamFailure) { try input.close(hasEnded: !goesOn) } catch { throw .stream(error) }
  }

  /// Whether bytes have been read from the source that belong to no frame yet.
  var hasReadAhead: Bool { input.buffered > 0 }

  /// The number of bytes of the input that have been read.
  package var position: Int { input.position }

  /// The head of the next frame; nil if the input ends between frames.
  package func nextFrame() throws(VideoError) -> FrameHead? {
    precondition(current == nil, "the samples of the frame before have not been taken")
    let ready = peeked.take()
    current = if let ready { ready } else { try nextWanted() }
    return current
  }

  /// The head that `nextFrame` is going to return.
  func peekFrame() throws(VideoError) -> FrameHead? {
    precondition(current == nil, "the samples of the frame before have not been taken")
    if peeked == nil { peeked = try nextWanted() }
    return peeked
  }

  private func nextWanted() throws(VideoError) -> FrameHead? {
    while !goesOn, let head = try reader.nextFrame(&input) {
      guard let times, let time = head.stamp.flatMap(format.seconds(atStamp:)), !times.contains(time) else {
        return head
      }
      goesOn = time >= times.upperBound
      if goesOn { break }
      current = head
      let isWhole: Bool
      do throws(StreamFailure) { isWhole = try skip() } catch { throw .stream(error) }
      guard isWhole else { throw truncation }
    }
    return nil
  }

  /// Reads the samples into `room`, which must have the size of a frame.
  package func readPayload(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool {
    precondition(room.count == format.layout.frameBytes, "a frame is not of that size")
    let elided = takeCurrent().elided
    for index in elided.indices { room[index] = elided[index] }
    var rest = room._mutatingExtracting(elided.count...)
    return complete(try input.read(into: &rest) == rest.count)
  }

  package func skipPayload() throws(StreamFailure) -> Bool { complete(try skip()) }

  private func skip() throws(StreamFailure) -> Bool {
    let count = format.layout.frameBytes - takeCurrent().elided.count
    return try input.skip(count) == count
  }

  /// Lets `move` take the samples from the source, so that the system can move them without copying.
  ///
  /// - Parameter move: gets the first bytes of the samples, which have already been read, the number of bytes that
  ///   follow in the source, and the source. It takes these bytes, or fewer if the source ends, and returns how many it
  ///   took.
  package func movePayload(
    _ move: (_ head: Span<UInt8>, _ count: Int, _ source: any ByteSource) throws(StreamFailure) -> Int
  ) throws(StreamFailure) -> Bool {
    let elided = takeCurrent().elided
    let head = elided + input.takeBuffered(atMost: format.layout.frameBytes - elided.count)
    let count = format.layout.frameBytes - head.count
    let moved = try input.handOver(count) { (count, source) throws(StreamFailure) in
      try move(head.span, count, source)
    }
    return complete(moved == count)
  }

  /// The error to report after a payload call has returned false.
  package var truncation: VideoError { .truncated("frame \(frameCount)", byte: position) }

  private func takeCurrent() -> FrameHead {
    guard let head = current.take() else { preconditionFailure("no head has been read") }
    return head
  }

  private func complete(_ isWhole: Bool) -> Bool {
    if isWhole { frameCount += 1 }
    return isWhole
  }
}
