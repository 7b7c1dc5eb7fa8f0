import Streams
import Warp

/// Carries out a schedule: reads the frames it asks for, keeps what it may ask for again, and writes what it says.
///
/// A frame whose samples nobody has to look at goes from end to end by the mover. Only mixing reads samples, and only
/// frames that will be needed again are kept.
package struct Retimer<
  Source: ByteSource & ~Copyable, Sink: ByteSink & ~Copyable, Moving: Mover & ~Copyable, Plan: Schedule
>:
  ~Copyable
{
  package private(set) var tally = FrameTally()
  package private(set) var schedule: Plan
  /// Set where the input ended inside a frame. Everything that was whole has been written all the same.
  package private(set) var truncation: VideoError?

  private var reader: FrameReader<Source>
  private var writer: any FrameWriter
  private var sink: Sink
  private var mover: Moving
  private var store: UnitStore
  private let times: InputTimes
  private let recall: Recall<Source>
  private let blend: FrameBlend
  private var average: FrameAverage?
  private var maker: FrameMaker?
  private let workers: any Workers
  private var mixed: [UInt8] = []
  /// The frame whose head has been read and whose samples are still in the input.
  private var pending: Pending?
  /// A frame that the mover holds, so that it need not be copied if it is shown before another has to be kept.
  private var parked: Int?

  private struct Pending {
    let index: Int
    let head: FrameHead
  }

  /// - Parameters:
  ///   - recall: how `store` can have frames again without keeping them, if it can.
  ///   - workers: make up frames.
  package init(
    _ reader: consuming FrameReader<Source>, _ schedule: Plan, times: InputTimes, writer: any FrameWriter,
    to sink: consuming Sink, moving mover: consuming Moving, keeping store: consuming UnitStore, recall: Recall<Source>,
    workers: any Workers = OneWorker()
  ) {
    blend = FrameBlend(reader.format.layout)
    self.reader = reader
    self.schedule = schedule
    self.times = times
    self.writer = writer
    self.sink = sink
    self.mover = mover
    self.store = store
    self.recall = recall
    self.workers = workers
  }

  /// Frames that came whole.
  package var inputCount: Int { reader.frameCount }

  /// Runs to the end of the input. `reached` is told of the output frames written so far, and the tick of the last one
  /// if it has one.
  package mutating func run(_ reached: (Int, Int64?) throws -> Void) throws {
    do {
      try carryOut(reached)
    } catch {
      // Frames that are whole are written, whatever comes then; the first error is the one to be told.
      if tally.outputCount > 0 { try? sink.flush() }
      throw error
    }
  }

  private mutating func carryOut(_ reached: (Int, Int64?) throws -> Void) throws {
    try write(writer.header)
    while true {
      // An instruction may name a frame that turns out to be cut short; then it was never given.
      var before = pending == nil ? nil : schedule
      switch try schedule.next() {
      case .needInput:
        // Not kept any longer, or all stamps would be copied for each that comes.
        before = nil
        try takeIn()
      case .copy(let frame, let count):
        let stamps = [Int64?](repeating: nil, count: count)
        if try show(frame, stamps: stamps) { try reached(tally.outputCount, nil) } else { takeBack(before) }
      case .show(let frame, let tick):
        if try show(frame, stamps: [tick]) { try reached(tally.outputCount, tick) } else { takeBack(before) }
      case .mix(let weights):
        if try keepPending() { try mix(weights, reached) } else { takeBack(before) }
      case .between(let first, let second, let phase):
        if try keepPending() { try makeUp(first, second, phase, reached) } else { takeBack(before) }
      case .average(let moments):
        if try keepPending() { try average(moments, reached) } else { takeBack(before) }
      case .done: return try finish()
      }
      // What is still to come is not let go of: the last frame to come stands in for what an input may turn out to lack.
      letGo(before: min(schedule.needs.horizon, reader.frameCount))
    }
  }

  private mutating func letGo(before frame: Int) {
    store.release(before: frame)
    if let parked, parked < frame { self.parked = nil }
  }

  private mutating func finish() throws {
    while !schedule.footage.clock.isEnded { try takeIn() }
    try sink.flush()
  }

  /// Closes the output, which may report a failure only then. Gives back the input, for whoever has to see it off.
  package consuming func close() throws(StreamFailure) -> Source {
    try sink.finish()
    return reader.intoSource()
  }
}

/// Input.
extension Retimer where Source: ~Copyable, Sink: ~Copyable, Moving: ~Copyable {
  /// Reads the next frame's head and tells the schedule. What is still pending has been passed over.
  private mutating func takeIn() throws {
    if try !settlePending() { return }
    guard truncation == nil, let head = try nextHead() else { return schedule.end(count: reader.frameCount) }
    let index = reader.frameCount
    recall.note(head)
    if let start = try times.start(ofFrame: index, head, reader.format) {
      guard schedule.append(start: start) else {
        throw VideoError.untimely(
          "frame \(index) does not start after the one before", advice: "check the times of the input")
      }
    } else {
      schedule.append()
    }
    pending = Pending(index: index, head: head)
  }

  /// A header that goes bad in the middle is an end too, once everything before it has been written.
  private mutating func nextHead() throws -> FrameHead? {
    do throws(VideoError) {
      return try reader.nextFrame()
    } catch {
      if case .truncated = error {
        truncation = error
        return nil
      }
      throw error
    }
  }

  /// Keeps the pending frame if it may be asked for, else passes over it. False if the input ended inside it.
  private mutating func settlePending() throws -> Bool {
    guard let pending else { return true }
    if schedule.needs.contains(pending.index) { return try keepOrPark(pending) || endInsideFrame() }
    self.pending = nil
    return try Self.discard(from: &reader, by: &mover) || endInsideFrame()
  }

  /// A frame that is the only one needed is likely to be shown as it is, and next.
  private mutating func keepOrPark(_ pending: Pending) throws -> Bool {
    let isAlone = schedule.needs.horizon >= pending.index
    guard isAlone, recall.place(of: pending.head) == nil else { return try keepPending() }
    self.pending = nil
    guard try Self.hold(from: &reader, in: &mover) else { return false }
    parked = pending.index
    return true
  }

  private mutating func unpark() throws {
    guard let parked else { return }
    self.parked = nil
    try Self.store(parked, from: &mover, in: &store)
  }

  /// Leaves no frame that may be asked for anywhere but in the store.
  private mutating func keepPending() throws -> Bool {
    try unpark()
    guard let pending else { return true }
    self.pending = nil
    if let place = recall.place(of: pending.head) {
      if recall.isDear { return try Self.store(pending.index, at: place, from: &reader, in: &store) }
      store.append(pending.index, at: place)
      return try Self.discard(from: &reader, by: &mover)
    }
    return try Self.store(pending.index, from: &reader, in: &store)
  }

  private mutating func endInsideFrame() -> Bool {
    truncation = reader.truncation
    schedule.end(count: reader.frameCount)
    return false
  }

  /// The instruction that could not be carried out was not given: the schedule goes on without its frame.
  private mutating func takeBack(_ before: Plan?) {
    if let before { schedule = before }
    _ = endInsideFrame()
  }

  // Each of these uses two parts of the retimer at once, and so is given them.

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
    _ index: Int, at place: Int, from reader: inout FrameReader<Source>, in store: inout UnitStore
  ) throws -> Bool {
    try store.append(index, at: place) { (room) throws(StreamFailure) in try reader.readPayload(into: &room) }
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

/// Output.
extension Retimer where Source: ~Copyable, Sink: ~Copyable, Moving: ~Copyable {
  /// Writes a frame once for each stamp. False, with nothing written, if the input ends inside it.
  private mutating func show(_ frame: Int, stamps: [Int64?]) throws -> Bool {
    if let pending, pending.index == frame {
      try unpark()
      if isFree(pending) {
        self.pending = nil
        // Held before anything is written: half a frame is worse than none.
        guard try Self.hold(from: &reader, in: &mover) else { return false }
        try emit(frame, stamps: stamps, keeping: false)
        return true
      }
      guard try keepOrPark(pending) else { return false }
    }
    if frame == parked {
      let isKept = schedule.needs.contains(frame)
      try emit(frame, stamps: stamps, keeping: isKept)
      if !isKept { parked = nil }
      return true
    }
    for stamp in stamps {
      try beginFrame(stamp)
      try Self.copy(frame, from: &store, to: &sink)
      tally.show(frame)
    }
    return true
  }

  private mutating func emit(_ frame: Int, stamps: [Int64?], keeping isKept: Bool) throws {
    for (number, stamp) in stamps.enumerated() {
      try beginFrame(stamp)
      try mover.emit(to: &sink, keeping: isKept || number + 1 < stamps.count)
      tally.show(frame)
    }
  }

  /// Whether a pending frame can be passed on without being kept: it is not asked for again, or can be had again.
  private mutating func isFree(_ pending: Pending) -> Bool {
    if !schedule.needs.contains(pending.index) { return true }
    guard let place = recall.place(of: pending.head) else { return false }
    store.append(pending.index, at: place)
    return true
  }

  private static func copy(_ frame: Int, from store: inout UnitStore, to sink: inout Sink) throws {
    try store.withUnit(frame) { (samples) throws(StreamFailure) in try sink.write(samples) }
  }

  private mutating func mix(_ weights: [Weight], _ reached: (Int, Int64?) throws -> Void) throws {
    makeRoom()
    if weights.count == 2 {
      try Self.blend(weights, blend, from: &store, into: &mixed)
    } else {
      try addUp(weights)
    }
    try writeMixed(of: weights.map(\.frame), reached)
  }

  private mutating func makeRoom() {
    if mixed.isEmpty { mixed = [UInt8](repeating: 0, count: reader.format.layout.frameBytes) }
  }

  private mutating func writeMixed(of frames: [Int], _ reached: (Int, Int64?) throws -> Void) throws {
    try beginFrame(nil)
    let bytes = mixed
    try sink.write(bytes.span)
    tally.mix(frames)
    try reached(tally.outputCount, nil)
  }

  private static func blend(
    _ weights: [Weight], _ blend: FrameBlend, from store: inout UnitStore, into mixed: inout [UInt8]
  ) throws {
    try store.withUnits(weights[0].frame, weights[1].frame) { (first, second) throws(StreamFailure) in
      var result = mixed.mutableSpan
      blend.blend(first, second, share: weights[1].share, into: &result)
    }
  }

  private mutating func addUp(_ weights: [Weight]) throws {
    var sum = average ?? FrameAverage(reader.format.layout)
    average = nil
    sum.begin(weights.map(\.share))
    for weight in weights {
      try store.withUnit(weight.frame) { (samples) throws(StreamFailure) in sum.add(samples) }
    }
    var result = mixed.mutableSpan
    sum.write(into: &result)
    average = sum
  }

  /// Writes a frame between two, or at a cut the nearer of them.
  private mutating func makeUp(
    _ first: Int, _ second: Int, _ phase: Double, _ reached: (Int, Int64?) throws -> Void
  ) throws {
    let maker = try taking(first, second)
    if maker.isCut {
      _ = try show(FrameMaker.nearest(first, second, phase), stamps: [nil])
      return try reached(tally.outputCount, nil)
    }
    makeRoom()
    Self.make(phase, by: maker, into: &mixed)
    try writeMixed(of: [first, second], reached)
  }

  private mutating func average(_ moments: [Moment], _ reached: (Int, Int64?) throws -> Void) throws {
    makeRoom()
    var sum = average ?? FrameAverage(reader.format.layout)
    average = nil
    sum.begin(moments.map(\.share))
    for moment in moments { try add(moment, to: &sum) }
    var result = mixed.mutableSpan
    sum.write(into: &result)
    average = sum
    try writeMixed(of: moments.flatMap { [$0.first, $0.second] }, reached)
  }

  private mutating func add(_ moment: Moment, to sum: inout FrameAverage) throws {
    var whole = moment.first
    if moment.phase > 0 {
      let maker = try taking(moment.first, moment.second)
      if !maker.isCut {
        Self.make(moment.phase, by: maker, into: &mixed)
        let bytes = mixed
        return sum.add(bytes.span)
      }
      whole = FrameMaker.nearest(moment.first, moment.second, moment.phase)
    }
    try store.withUnit(whole) { (samples) throws(StreamFailure) in sum.add(samples) }
  }

  /// The maker, once it has looked at two frames.
  private mutating func taking(_ first: Int, _ second: Int) throws -> FrameMaker {
    let maker = self.maker ?? FrameMaker(reader.format.layout, by: workers)
    self.maker = maker
    if maker.holds(first, second) { return maker }
    try store.withUnits(first, second) { (one, other) throws(StreamFailure) in
      maker.take(first, one, second, other)
    }
    return maker
  }

  private static func make(_ phase: Double, by maker: FrameMaker, into mixed: inout [UInt8]) {
    var result = mixed.mutableSpan
    maker.make(at: phase, into: &result)
  }

  /// Writes what goes before a frame's samples. At a fixed rate the stamp is the frame's number.
  private mutating func beginFrame(_ stamp: Int64?) throws {
    try write(writer.prefix(stamp: stamp.map(Int.init) ?? tally.outputCount))
    tally.write(reader.format.layout.frameBytes)
  }

  private mutating func write(_ bytes: [UInt8]) throws {
    try sink.write(bytes.span)
    tally.write(bytes.count)
  }
}
