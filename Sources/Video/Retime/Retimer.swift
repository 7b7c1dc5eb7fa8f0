import Streams
import Values
import Warp

/// Carries out a schedule: reads the frames that it asks for, keeps those that it may ask for again, and writes what it
/// shows.
///
/// A retimer decides nothing. The schedule says what is shown, the supply knows where frames are, the mixer makes new
/// frames, and the output writes and counts them. If the samples of a frame are not needed, the mover holds the
/// frame in pipes, and writes it from there.
package struct Retimer<Sink: ByteSink & ~Copyable, Plan: Schedule>: ~Copyable {
  package private(set) var schedule: Plan
  private let supply: FrameSupply
  private var mixer: FrameMixer
  private var output: FrameOutput<Sink>
  private let times: InputTimes
  /// Compares frames to find duplicates; nil if the schedule does not ask for duplicates.
  private let likeness: FrameLikeness?
  let made: MadeSpan

  /// - Parameters:
  ///   - workers: share the work of making up frames.
  ///   - maker: the other program that makes frames between two; nil if they are made up from motion.
  ///   - keepsGrain: whether made-up frames get as much grain as the two they lie between.
  ///   - made: the part of the result that the schedule makes.
  package init(
    _ feed: FrameFeed, _ schedule: Plan, times: InputTimes, writer: any FrameWriter, to sink: consuming Sink,
    moving mover: any Mover, keeping store: consuming UnitStore, workers: any Workers = OneWorker(),
    maker: (any FrameMaking)? = nil, keepsGrain: Bool = false, making made: MadeSpan = MadeSpan(nil, at: nil)
  ) {
    let layout = feed.format.layout
    self.schedule = schedule
    self.times = times
    likeness = schedule.footage.skipsDuplicates ? FrameLikeness(layout) : nil
    supply = FrameSupply(feed, moving: mover, keeping: store)
    mixer = FrameMixer(
      layout, workers: workers, outside: maker, looksAround: schedule.looksAround, keepsGrain: keepsGrain)
    output = FrameOutput(writer, to: sink, frameBytes: layout.frameBytes, first: made.firstFrame)
    self.made = made
  }

  package var tally: FrameTally { output.tally }

  /// The number of complete frames read.
  package var inputCount: Int { supply.count }

  /// The error if the input ended inside a frame. All complete frames have been used nevertheless.
  package var truncation: VideoError? { supply.truncation }

  /// Runs to the end of the input.
  ///
  /// - Parameter reached: called after each picture with the number of output frames so far and the last tick, if any.
  package mutating func run(_ reached: (Int, Int64?) throws -> Void) throws {
    do {
      try output.writeHeader()
      while try step(reached) {}
    } catch {
      // Only whole frames are buffered, so they are written. If that fails too, the first error is reported.
      if output.tally.outputCount > 0 { try? output.flush() }
      throw error
    }
  }

  /// Carries out one instruction. Returns false once the output is complete and the input has been read to its end.
  private mutating func step(_ reached: (Int, Int64?) throws -> Void) throws -> Bool {
    // If an instruction names a truncated frame, the schedule goes back to this state and learns that the input has
    // ended.
    var before = supply.hasPending ? schedule : nil
    switch try schedule.next() {
    case .done:
      while !schedule.footage.clock.isEnded { try takeIn() }
      try output.flush()
      return false
    case .needInput:
      // Drops the second reference. Otherwise copy on write would copy the times of all frames whenever one is added.
      before = nil
      try takeIn()
    case .show(let picture, let times, let tick):
      if try show(picture, stamps: [Int64?](repeating: tick, count: times)) {
        try reached(output.tally.outputCount, tick)
      } else {
        if let before { schedule = before }
        schedule.end(count: supply.count)
      }
    }
    // Frames still to come are not released, even if the schedule does not need them now: if the input ends early, the
    // last frame is shown in place of the missing ones. If duplicates are searched for, the next frame is compared with
    // the last.
    let newest = supply.count - (likeness == nil ? 0 : 1)
    supply.letGo(before: min(schedule.needs.horizon, newest), in: schedule.needs.gap(before: newest))
    return true
  }

  /// Keeps or discards the previous frame, reads the head of the next one and passes it to the schedule.
  private mutating func takeIn() throws {
    guard
      try supply.settle(schedule.needs), case let index = supply.count, let head = try supply.readHead(),
      let isDuplicate = try isDuplicate(index)
    else { return schedule.end(count: supply.count) }
    guard let start = try times.start(ofFrame: index, head, supply.format) else {
      return schedule.append(isDuplicate: isDuplicate)
    }
    guard schedule.append(start: start, isDuplicate: isDuplicate) else {
      throw VideoError.untimely(
        "frame \(index) does not start later than the frame before it", advice: "check the timestamps of the input")
    }
  }

  /// Whether the frame whose head was read last looks like the one before; nil if the input ends inside it. Without
  /// `likeness` its samples are not read yet.
  private mutating func isDuplicate(_ frame: Int) throws -> Bool? {
    guard let likeness else { return false }
    guard try supply.keepAll() else { return nil }
    guard frame > 0 else { return false }
    var areAlike = false
    try supply.withFrames(frame - 1, frame) { (one, other) throws(StreamFailure) in
      areAlike = likeness.areAlike(one, other)
    }
    return areAlike
  }

  /// Writes a picture once for each timestamp. Returns false and writes nothing if the input ends inside a frame that
  /// the picture needs.
  private mutating func show(_ picture: Picture, stamps: [Int64?]) throws -> Bool {
    if case .frame(let frame) = picture { return try supply.show(frame, stamps: stamps, schedule.needs, to: &output) }
    guard try supply.keepAll() else { return false }
    if mixer.wantsForecast { mixer.foresee(MakerForecast(picture, followedBy: schedule)) }
    switch picture {
    case .frame: break
    case .mix(let weights):
      try mixer.mix(weights, from: supply)
      try output.write(mixer.samples, of: weights.map(\.frame))
    case .between(let first, let second, let phase):
      if let nearest = try mixer.makeUp(first, second, phase, from: supply) {
        return try show(.frame(nearest), stamps: stamps)
      }
      try output.write(mixer.samples, of: [first, second])
    case .average(let moments):
      try mixer.average(moments, from: supply)
      try output.write(mixer.samples, of: moments.flatMap { [$0.first, $0.second] })
    }
    return true
  }

  /// Closes the output, which may report its failures only at this point.
  package consuming func close() throws(StreamFailure) { try output.finish() }
}

/// The source of the times of the input's frames.
package enum InputTimes: Sendable {
  /// Times follow from the rate and the number of each frame.
  case counted
  /// Times follow from the rate and the number of each frame. The first frame has the given source time.
  case late(Double, FrameRate)
  /// The timestamp of each frame in the stream.
  case stamped
  /// A list apart from the stream with the starts of all frames, in seconds.
  case listed([Double])

  /// The start of a frame, in seconds of source time; nil if only its number counts.
  func start(ofFrame index: Int, _ head: FrameHead, _ format: StreamFormat) throws(VideoError) -> Double? {
    switch self {
    case .counted: return nil
    case .late(let start, let rate): return start + rate.start(ofFrame: index)
    case .stamped: return head.stamp.flatMap { format.seconds(atStamp: $0) }
    case .listed(let starts):
      guard index < starts.count else {
        throw .untimely("the input has more frames than the list has timestamps", advice: "check --input-timestamps")
      }
      return starts[index]
    }
  }
}
