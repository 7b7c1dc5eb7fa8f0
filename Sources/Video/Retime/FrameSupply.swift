import Streams
import Warp

/// The input's frames: reads them one by one, keeps each as long as it may be requested, and hands it out to be shown
/// or mixed. These are the states of a frame and the calls that change them:
///
///     in the input ── readHead ──▶ PENDING ─┬─ settle, not needed ──────────────▶ gone (discarded)
///                                           ├─ settle, the only one needed ─────▶ PARKED
///                                           ├─ settle, needed with others ──────▶ STORED
///                                           ├─ keepAll ─────────────────────────▶ STORED
///                                           └─ show, not needed again ──────────▶ gone (passed on)
///     PARKED ─┬─ show, needed again ──▶ PARKED        STORED ─┬─ show, mix ──▶ STORED
///             ├─ show, not needed ────▶ gone                  └─ letGo ──────▶ gone
///             ├─ letGo ───────────────▶ gone
///             └─ keepAll, or another frame becomes parked or stored ──▶ STORED
///
/// PENDING: the head has been read, the samples are still in the input. Only the newest frame can be pending. PARKED:
/// the mover holds the frame in pipes, from which it can be written without being copied. Only one frame can be parked.
/// STORED: the store has the frame, with its samples in memory or in a temporary file. If the input can be read again
/// (`Recall`), the store has only the frame's offset.
///
/// A frame is read completely before anything of it is written, so a truncated input never leaves half a frame in the
/// output.
struct FrameSupply<Source: ByteSource & ~Copyable, Moving: Mover & ~Copyable>: ~Copyable {
  private var reader: FrameReader<Source>
  private var mover: Moving
  private var store: UnitStore
  private let recall: Recall<Source>
  /// Supplies the readers that follow this one; nil if the first reader reads the whole input.
  private let parts: ClipParts<Source>?
  /// The number of frames from earlier readers.
  private var earlierCount = 0
  /// The timestamps of the last frame and of the one before it, if there are parts.
  private var (lastStamp, earlierStamp): (Int?, Int?)
  private var pending: Pending?
  private var parked: Int?
  /// The error if the input ended inside a frame.
  private(set) var truncation: VideoError?

  private struct Pending {
    let index: Int
    let head: FrameHead
  }

  /// - Parameters:
  ///   - recall: how `store` can read frames again, if it can.
  ///   - parts: supplies the readers that follow `reader`.
  init(
    _ reader: consuming FrameReader<Source>, moving mover: consuming Moving, keeping store: consuming UnitStore,
    recall: Recall<Source>, parts: ClipParts<Source>? = nil
  ) {
    self.reader = reader
    self.mover = mover
    self.store = store
    self.recall = recall
    self.parts = parts
  }

  var format: StreamFormat { reader.format }

  /// The number of complete frames read.
  var count: Int { earlierCount + reader.frameCount }

  /// Whether reading ended before the end of the input because no more is needed.
  var inputGoesOn: Bool { reader.goesOn }

  var hasPending: Bool { pending != nil }

  consuming func intoSource() -> Source { reader.intoSource() }

  /// Frees the kept frames before this one, which will not be requested again.
  mutating func letGo(before frame: Int) {
    store.release(before: frame)
    if let parked, parked < frame { self.parked = nil }
  }
}

/// Reading frames.
extension FrameSupply where Source: ~Copyable, Moving: ~Copyable {
  /// Reads the head of the next frame, which is then pending; nil at the end. The previous frame must no longer be
  /// pending. If the input ends inside the head, this returns nil too and sets `truncation`, so that earlier frames can
  /// still be written. Any other error in a head is thrown.
  mutating func readHead() throws -> FrameHead? {
    guard truncation == nil else { return nil }
    do throws(VideoError) {
      guard let head = try nextHead() else { return nil }
      let index = count
      recall.note(head)
      pending = Pending(index: index, head: head)
      return head
    } catch {
      guard case .truncated = error else { throw error }
      truncation = error
      return nil
    }
  }

  /// The head of the next frame from this reader or from one that follows it. Skips frames that an earlier reader has
  /// already returned.
  private mutating func nextHead() throws(VideoError) -> FrameHead? {
    while true {
      guard let parts else { return try reader.nextFrame() }
      let head = try lastStamp == nil ? reader.nextFrame() : laterFrame()
      if let stamp = head?.stamp {
        if stamp > lastStamp ?? .min {
          (lastStamp, earlierStamp) = (stamp, lastStamp)
          return head
        }
        try passOver()
      } else {
        let last = lastStamp.flatMap { reader.format.seconds(atStamp: $0) } ?? 0
        let earlier = earlierStamp.flatMap { reader.format.seconds(atStamp: $0) } ?? last
        guard var next = try parts.next(after: last, earlier) else { return nil }
        guard next.format == reader.format else {
          throw .malformed("the command of --source prints another format than in its first run", byte: 0)
        }
        earlierCount += reader.frameCount
        swap(&reader, &next)
        try parts.finish(next)
      }
    }
  }

  /// The head of the next frame of a later reader. It may have none, because its command has found no keyframe up to
  /// the end of the clip.
  private mutating func laterFrame() throws(VideoError) -> FrameHead? {
    do throws(VideoError) { return try reader.nextFrame() } catch .noFrame { return nil }
  }

  /// Skips a frame whose head has been read, and does not count it.
  private mutating func passOver() throws(VideoError) {
    let isWhole: Bool
    do throws(StreamFailure) { isWhole = try reader.skipPayload() } catch { throw .stream(error) }
    guard isWhole else { throw reader.truncation }
    earlierCount -= 1
  }

  /// Keeps the pending frame if it may be requested, otherwise discards it. Returns false if the input ended inside it.
  mutating func settle(_ needs: FrameNeeds) throws -> Bool {
    guard let pending else { return true }
    if needs.contains(pending.index) { return try keepOrPark(pending, needs) }
    self.pending = nil
    return try whole(Self.discard(from: &reader, by: &mover))
  }

  /// Moves the parked and the pending frame into the store, so that the samples of any kept frame can be read. Returns
  /// false if the input ended inside the pending frame.
  mutating func keepAll() throws -> Bool {
    try storeParked()
    guard let pending else { return true }
    self.pending = nil
    guard let offset = recall.offset(of: pending.head) else {
      return try whole(Self.store(pending.index, from: &reader, in: &store))
    }
    if recall.isDear { return try whole(Self.store(pending.index, at: offset, from: &reader, in: &store)) }
    store.append(pending.index, at: offset)
    return try whole(Self.discard(from: &reader, by: &mover))
  }

  /// Parks the pending frame if no earlier frame is needed, since it will then most likely be shown next, unchanged.
  /// Otherwise, or if it can be read again, stores it.
  private mutating func keepOrPark(_ pending: Pending, _ needs: FrameNeeds) throws -> Bool {
    let isAlone = needs.horizon >= pending.index
    guard isAlone, recall.offset(of: pending.head) == nil else { return try keepAll() }
    self.pending = nil
    guard try whole(Self.hold(from: &reader, in: &mover)) else { return false }
    parked = pending.index
    return true
  }

  /// Returns `isWhole`, and sets `truncation` if it is false.
  private mutating func whole(_ isWhole: Bool) -> Bool {
    if !isWhole { truncation = reader.truncation }
    return isWhole
  }

  // The functions below are static because of exclusivity: each changes two properties of the supply at once, one of
  // them in a closure. Both are therefore arguments.

  private static func discard(from reader: inout FrameReader<Source>, by mover: inout Moving) throws -> Bool {
    try reader.movePayload { (head, count, source) throws(StreamFailure) in
      try mover.discard(count, from: &source)
    }
  }

  private static func store(
    _ index: Int, from reader: inout FrameReader<Source>, in store: inout UnitStore
  ) throws -> Bool {
    try store.append(index) { (room) throws(StreamFailure) in try reader.readPayload(into: &room) }
  }

  private static func store(
    _ index: Int, at offset: Int, from reader: inout FrameReader<Source>, in store: inout UnitStore
  ) throws -> Bool {
    try store.append(index, at: offset) { (room) throws(StreamFailure) in try reader.readPayload(into: &room) }
  }

  private static func store(_ index: Int, from mover: inout Moving, in store: inout UnitStore) throws {
    try store.append(index) { (room) throws(StreamFailure) in
      try mover.unload(into: &room)
      return true
    }
  }

  private static func hold(from reader: inout FrameReader<Source>, in mover: inout Moving) throws -> Bool {
    try reader.movePayload { (head, count, source) throws(StreamFailure) in
      try mover.hold(head, then: count, from: &source)
    }
  }
}

/// Handing out frames.
extension FrameSupply where Source: ~Copyable, Moving: ~Copyable {
  /// Writes a frame once for each timestamp. Returns false and writes nothing if the input ends inside the frame.
  mutating func show<Sink: ByteSink & ~Copyable>(
    _ frame: Int, stamps: [Int64?], _ needs: FrameNeeds, to output: inout FrameOutput<Sink>
  ) throws -> Bool {
    if let pending, pending.index == frame {
      // The parked frame goes first, because the store takes frames in the order of their numbers.
      try storeParked()
      if isFree(pending, needs) {
        self.pending = nil
        guard try whole(Self.hold(from: &reader, in: &mover)) else { return false }
        try emit(frame, stamps: stamps, keeping: false, to: &output)
        return true
      }
      guard try keepOrPark(pending, needs) else { return false }
    }
    guard frame == parked else {
      try copy(frame, stamps: stamps, to: &output)
      return true
    }
    let isKept = needs.contains(frame)
    try emit(frame, stamps: stamps, keeping: isKept, to: &output)
    if !isKept { parked = nil }
    return true
  }

  /// Calls `body` with the samples of a frame in the store. `keepAll` moves all frames there.
  mutating func withFrame(_ frame: Int, _ body: (Span<UInt8>) throws(StreamFailure) -> Void) throws {
    try store.withUnit(frame, body)
  }

  mutating func withFrames(
    _ first: Int, _ second: Int, _ body: (Span<UInt8>, Span<UInt8>) throws(StreamFailure) -> Void
  ) throws {
    try store.withUnits(first, second, body)
  }

  private mutating func storeParked() throws {
    guard let parked else { return }
    self.parked = nil
    try Self.store(parked, from: &mover, in: &store)
  }

  /// Whether a pending frame can be written without being kept: it is not needed again, or it can be read again. In the
  /// latter case the store gets its offset.
  private mutating func isFree(_ pending: Pending, _ needs: FrameNeeds) -> Bool {
    if !needs.contains(pending.index) { return true }
    guard let offset = recall.offset(of: pending.head) else { return false }
    store.append(pending.index, at: offset)
    return true
  }

  private mutating func emit<Sink: ByteSink & ~Copyable>(
    _ frame: Int, stamps: [Int64?], keeping isKept: Bool, to output: inout FrameOutput<Sink>
  ) throws {
    for (number, stamp) in stamps.enumerated() {
      try Self.emit(
        frame, stamp, from: &mover, keeping: isKept || number + 1 < stamps.count, to: &output)
    }
  }

  private static func emit<Sink: ByteSink & ~Copyable>(
    _ frame: Int, _ stamp: Int64?, from mover: inout Moving, keeping isKept: Bool, to output: inout FrameOutput<Sink>
  ) throws {
    try output.write(frame, stamp) { (sink) throws(StreamFailure) in try mover.emit(to: &sink, keeping: isKept) }
  }

  private mutating func copy<Sink: ByteSink & ~Copyable>(
    _ frame: Int, stamps: [Int64?], to output: inout FrameOutput<Sink>
  ) throws {
    for stamp in stamps { try Self.copy(frame, stamp, from: &store, to: &output) }
  }

  private static func copy<Sink: ByteSink & ~Copyable>(
    _ frame: Int, _ stamp: Int64?, from store: inout UnitStore, to output: inout FrameOutput<Sink>
  ) throws {
    try output.write(frame, stamp) { (sink) throws(StreamFailure) in
      try store.withUnit(frame) { (samples) throws(StreamFailure) in try sink.write(samples) }
    }
  }
}
