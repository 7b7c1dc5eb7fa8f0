import Streams
import Values

/// The frames of a clip, in order: from one stream, or from the runs of a command that prints the parts of the clip.
///
/// After each head from `next()`, exactly one of `read`, `skip` and `hold` must be called. They return false if the
/// input ends inside the frame.
package final class FrameFeed {
  private var reader: FrameReader
  /// Supplies the readers that follow the first; nil if it reads the whole input.
  private let parts: ClipParts?
  let recall: Recall
  /// The number of complete frames delivered.
  private(set) var count = 0
  /// The timestamps of the last frame and of the one before it, if there are parts.
  private var (lastStamp, earlierStamp): (Int?, Int?)

  /// - Parameters:
  ///   - parts: supplies the readers that follow `reader`.
  ///   - recall: how frames can be read again, if they can.
  package init(_ reader: FrameReader, parts: ClipParts? = nil, recall: Recall = .never) {
    (self.reader, self.parts, self.recall) = (reader, parts, recall)
  }

  package var format: StreamFormat { reader.format }
  package var container: Container { reader.container }

  /// Whether reading ended before the end of the input because no more is needed.
  var goesOn: Bool { reader.goesOn }

  /// The error to report after a frame was not whole.
  var truncation: VideoError { reader.truncation }

  /// A store for frames of this clip.
  ///
  /// - Parameter memory: in bytes.
  package func store(memory: Int, spill: any SpillFile) -> UnitStore {
    UnitStore(unitSize: format.layout.frameBytes, memory: memory, spill: spill, origin: recall.origin)
  }

  /// The head of the next frame; nil at the end. Skips frames that an earlier reader has already delivered.
  package func next() throws(VideoError) -> FrameHead? {
    guard let head = try newHead() else { return nil }
    recall.note(head)
    return head
  }

  private func newHead() throws(VideoError) -> FrameHead? {
    guard let parts else { return try reader.nextFrame() }
    while true {
      let head = try lastStamp == nil ? reader.nextFrame() : laterFrame()
      if let stamp = head?.stamp {
        if stamp > lastStamp ?? .min {
          (lastStamp, earlierStamp) = (stamp, lastStamp)
          return head
        }
        let isWhole: Bool
        do throws(StreamFailure) { isWhole = try reader.skipPayload() } catch { throw .stream(error) }
        guard isWhole else { throw reader.truncation }
      } else {
        let last = lastStamp.flatMap { reader.format.seconds(atStamp: $0) } ?? 0
        let earlier = earlierStamp.flatMap { reader.format.seconds(atStamp: $0) } ?? last
        guard let next = try parts.next(after: last, earlier) else { return nil }
        guard next.format == reader.format else {
          throw .malformed("the command of --source prints another format than in its first run", byte: 0)
        }
        try reader.close()
        reader = next
      }
    }
  }

  /// The head of the next frame of a later reader. It may have none, because its command has found no keyframe up to
  /// the end of the clip.
  private func laterFrame() throws(VideoError) -> FrameHead? {
    do throws(VideoError) { return try reader.nextFrame() } catch .noFrame { return nil }
  }

  func read(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Bool {
    counted(try reader.readPayload(into: &room))
  }

  func skip(by mover: any Mover) throws(StreamFailure) -> Bool {
    counted(
      try reader.movePayload { (_, count, source) throws(StreamFailure) in try mover.discard(count, from: source) })
  }

  /// Lets the mover hold the samples.
  func hold(in mover: any Mover) throws(StreamFailure) -> Bool {
    counted(
      try reader.movePayload { (head, count, source) throws(StreamFailure) in
        try mover.hold(head, then: count, from: source)
      })
  }

  private func counted(_ isWhole: Bool) -> Bool {
    if isWhole { count += 1 }
    return isWhole
  }

  /// Ends the last reader.
  package func close() throws(VideoError) { try reader.close() }
}
