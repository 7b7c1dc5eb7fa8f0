import Streams
import Warp

/// The input's frames: reads them one by one, keeps each as long as it may be requested, and hands it out to be shown
/// or mixed. These are the states of a frame and the calls that change them:
///
///     in the input ── readHead ──▶ PENDING ─┬─ settle, not needed ──────────────▶ gone (discarded)
///                                           ├─ settle, the only one needed ─────▶ PARKED
///                                           ├─ settle, needed with others ──────▶ STORED
///                                           ├─ keepAll ─────────────────────────▶ STORED
///                                           ├─ show, needed again ──────────────▶ PARKED or STORED
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
final class FrameSupply {
  private let feed: FrameFeed
  private let mover: any Mover
  private var store: UnitStore
  private var pending: Pending?
  private var parked: Int?
  /// The frame after the last gap in what is needed.
  private var gapEnd = 0
  /// The error if the input ended inside a frame.
  private(set) var truncation: VideoError?

  private struct Pending {
    let index: Int
    let head: FrameHead
  }

  init(_ feed: FrameFeed, moving mover: any Mover, keeping store: consuming UnitStore) {
    self.feed = feed
    self.mover = mover
    self.store = store
  }

  var format: StreamFormat { feed.format }

  /// The number of complete frames read.
  var count: Int { feed.count }

  var hasPending: Bool { pending != nil }

  /// Frees the kept frames that will not be requested again: those before `frame`, and those in `gap`.
  func letGo(before frame: Int, in gap: Range<Int> = 0..<0) {
    store.release(before: frame)
    // The end of the gap only rises.
    let rest = gap.clamped(to: gapEnd..<max(gapEnd, gap.upperBound))
    store.release(rest)
    gapEnd = max(gapEnd, gap.upperBound)
    if let parked, parked < frame || gap.contains(parked) { self.parked = nil }
  }
}

/// Reading frames.
extension FrameSupply {
  /// Reads the head of the next frame, which is then pending; nil at the end. The previous frame must no longer be
  /// pending. If the input ends inside the head, this returns nil too and sets `truncation`, so that earlier frames can
  /// still be written. Any other error in a head is thrown.
  func readHead() throws -> FrameHead? {
    guard truncation == nil else { return nil }
    do throws(VideoError) {
      guard let head = try feed.next() else { return nil }
      pending = Pending(index: count, head: head)
      return head
    } catch {
      guard case .truncated = error else { throw error }
      truncation = error
      return nil
    }
  }

  /// Keeps the pending frame if it may be requested, otherwise discards it. Returns false if the input ended inside it.
  func settle(_ needs: FrameNeeds) throws -> Bool {
    guard let pending else { return true }
    if needs.contains(pending.index) { return try keepOrPark(pending, needs) }
    self.pending = nil
    return try whole(feed.skip(by: mover))
  }

  /// Moves the parked and the pending frame into the store, so that the samples of any kept frame can be read. Returns
  /// false if the input ended inside the pending frame.
  func keepAll() throws -> Bool {
    try storeParked()
    guard let pending else { return true }
    self.pending = nil
    guard let offset = feed.recall.offset(of: pending.head) else {
      return try whole(store.append(pending.index) { (room) throws(StreamFailure) in try feed.read(into: &room) })
    }
    if feed.recall.isDear {
      return try whole(
        store.append(pending.index, at: offset) { (room) throws(StreamFailure) in try feed.read(into: &room) })
    }
    store.append(pending.index, at: offset)
    return try whole(feed.skip(by: mover))
  }

  /// Parks the pending frame if no earlier frame is needed, since it will then most likely be shown next, unchanged.
  /// Otherwise, or if it can be read again, stores it.
  private func keepOrPark(_ pending: Pending, _ needs: FrameNeeds) throws -> Bool {
    let isAlone = needs.horizon >= pending.index
    guard isAlone, feed.recall.offset(of: pending.head) == nil else { return try keepAll() }
    self.pending = nil
    guard try whole(feed.hold(in: mover)) else { return false }
    parked = pending.index
    return true
  }

  /// Returns `isWhole`, and sets `truncation` if it is false.
  private func whole(_ isWhole: Bool) -> Bool {
    if !isWhole { truncation = feed.truncation }
    return isWhole
  }
}

/// Handing out frames.
extension FrameSupply {
  /// Writes a frame once for each timestamp. Returns false and writes nothing if the input ends inside the frame.
  func show<Sink: ByteSink & ~Copyable>(
    _ frame: Int, stamps: [Int64?], _ needs: FrameNeeds, to output: inout FrameOutput<Sink>
  ) throws -> Bool {
    if let pending, pending.index == frame {
      // The parked frame goes first, because the store takes frames in the order of their numbers.
      try storeParked()
      if letsPass(pending, needs) {
        self.pending = nil
        guard try whole(feed.hold(in: mover)) else { return false }
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
  func withFrame(_ frame: Int, _ body: (Span<UInt8>) throws(StreamFailure) -> Void) throws {
    try store.withUnit(frame, body)
  }

  func withFrames(
    _ first: Int, _ second: Int, _ body: (Span<UInt8>, Span<UInt8>) throws(StreamFailure) -> Void
  ) throws {
    try store.withUnits(first, second, body)
  }

  private func storeParked() throws {
    guard let parked else { return }
    self.parked = nil
    try store.append(parked) { (room) throws(StreamFailure) in
      try mover.unload(into: &room)
      return true
    }
  }

  /// Lets a pending frame be written without being kept, if it is not needed again or can be read again. In the latter
  /// case the store gets its offset. Otherwise changes nothing and returns false.
  private func letsPass(_ pending: Pending, _ needs: FrameNeeds) -> Bool {
    if !needs.contains(pending.index) { return true }
    guard let offset = feed.recall.offset(of: pending.head) else { return false }
    store.append(pending.index, at: offset)
    return true
  }

  private func emit<Sink: ByteSink & ~Copyable>(
    _ frame: Int, stamps: [Int64?], keeping isKept: Bool, to output: inout FrameOutput<Sink>
  ) throws {
    for (number, stamp) in stamps.enumerated() {
      let isKept = isKept || number + 1 < stamps.count
      try output.write(frame, stamp) { (sink) throws(StreamFailure) in try mover.emit(to: &sink, keeping: isKept) }
    }
  }

  private func copy<Sink: ByteSink & ~Copyable>(
    _ frame: Int, stamps: [Int64?], to output: inout FrameOutput<Sink>
  ) throws {
    for stamp in stamps {
      try output.write(frame, stamp) { (sink) throws(StreamFailure) in
        try store.withUnit(frame) { (samples) throws(StreamFailure) in try sink.write(samples) }
      }
    }
  }
}
